/** Lets the server record the evenings before the tests read them. */

import { execFileSync } from "node:child_process";

export default function record() {
  const words = ["-m", "tests.page.recorded", "web/tests/recorded"];
  execFileSync(process.env.BANKCRAPS_PYTHON ?? ".venv/bin/python", words, { cwd: "..", stdio: "inherit" });
}
