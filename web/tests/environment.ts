/** The surroundings of a test: Node, with the code made as for a browser, so that effects run. There is no document. */

import { builtinEnvironments, type Environment } from "vitest/runtime";

export default { ...builtinEnvironments.node, name: "page", viteEnvironment: "client" } satisfies Environment;
