import { describe, expect, test } from "vitest";
import { FLOORS, importsOf, roomOf, wrongImports } from "./floors";

const globbed = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const sources = Object.fromEntries(Object.entries(globbed).map(([path, code]) => [path.replace("../src/", ""), code]));

describe("the page", () => {
  test("imports only downwards", () => {
    expect(wrongImports(sources)).toEqual([]);
  });

  test("has every room of the floors, and no other", () => {
    expect([...new Set(Object.keys(sources).map(roomOf))].toSorted()).toEqual(FLOORS.flat().toSorted());
  });
});

/** The forbidden imports between neighbouring floors, and between two rooms on one floor. */
const UPWARDS = FLOORS.slice(1).flatMap((rooms, above) => rooms.flatMap((low) => (FLOORS[above] ?? []).map((high) => [low, high])));
const SIDEWAYS = FLOORS.flatMap((rooms) => rooms.flatMap((one) => rooms.filter((other) => other !== one).map((other) => [one, other])));

describe("an import is reported", () => {
  test.each([
    ["upwards", UPWARDS],
    ["sideways", SIDEWAYS],
  ])("%s, from any room to any other", (_, arrows) => {
    const missed = arrows.filter(([from, to]) => {
      const file = `${from}/a.ts`;
      const up = "../".repeat(from?.split("/").length ?? 0);
      return wrongImports({ [file]: `import "${up}${to}/b";` })[0] !== `${file} imports ${to}/b`;
    });
    expect(missed).toEqual([]);
    expect(arrows.length).toBeGreaterThan(30);
  });

  test("where one is added to a component that is there", () => {
    const lobby = sources["lobby/Lobby.svelte"] ?? "";
    const files = { "lobby/Lobby.svelte": lobby.replace("</script>", '  import type { Step } from "../guide/steps";\n</script>') };
    expect(wrongImports(files)).toEqual(["lobby/Lobby.svelte imports guide/steps"]);
  });

  test("both ways, where two rooms on one floor import each other", () => {
    const files = { "lobby/a.ts": 'import { b } from "../guide/b";', "guide/b.ts": 'import { a } from "../lobby/a";' };
    expect(wrongImports(files)).toEqual(["lobby/a.ts imports guide/b", "guide/b.ts imports lobby/a"]);
  });

  test("in the room of a file, and below it, never", () => {
    expect(wrongImports({ "felt/a.ts": 'import "./b"; import "../wire/c"; import "svelte"; import "../../tests/d";' })).toEqual([]);
  });

  test("where a folder has no floor", () => {
    expect(wrongImports({ "shed/a.ts": "" })).toEqual(["shed/a.ts: shed has no floor"]);
    expect(wrongImports({ "felt/a.ts": 'import "../shed/a";' })).toEqual(["felt/a.ts imports shed/a"]);
  });
});

describe("every kind of import is read", () => {
  const code = 'import a from "./a"; import type { B } from "./b"; import { type C } from "./c"; export { d } from "./d"; export * from "./e"; const f = () => import("./f"); let g: import("./g").G;';
  const all = ["./a", "./b", "./c", "./d", "./e", "./f", "./g"];

  test("in TypeScript", () => {
    expect(importsOf("some.ts", code).toSorted()).toEqual(all);
  });

  test("in a component, its module and its markup", () => {
    const component = `<script module lang="ts">import "./m";</script>\n<script lang="ts">${code.replace('export { d } from "./d"; export * from "./e";', "")}</script>\n<p>import "./x"</p>{#await import("./late")}{/await}`;
    expect(importsOf("Some.svelte", component).toSorted()).toEqual(["./a", "./b", "./c", "./f", "./g", "./late", "./m"]);
  });
});
