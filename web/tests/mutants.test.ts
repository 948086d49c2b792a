import { describe, expect, test } from "vitest";
import { changesIn, withChange } from "../scripts/mutants/changes";
import { importsOf, testsOf } from "../scripts/mutants/imports";

/** The code after each change. */
function changed(code: string): string[] {
  return changesIn("some.ts", code).map((change) => withChange(code, change));
}

describe("the code is changed", () => {
  test.each([
    ["const a = b < c;", ["const a = b <= c;"]],
    ["const a = b ?? c;", ["const a = (b);"]],
    ["const a = b && c;", ["const a = b || c;"]],
    ["const a = 4096;", ["const a = 40960;"]],
    ["const a = [0, 2];", ["const a = [1, 2];", "const a = [0, 3];"]],
    ["const a: true = false;", ["const a: true = true;"]],
    ["const a = b.every(c);", ["const a = b.some(c);"]],
    ["const a = b.filter(c).at(d);", ["const a = b.at(d);"]],
    ["const a = !b;", ["const a = (b);"]],
    ["const a = b ? c : d;", ["const a = true ? c : d;", "const a = false ? c : d;"]],
    ["const a = () => '';", ['const a = () => "changed";']],
    ["const a = () => `b`;", ['const a = () => "";']],
    ["a += b;", [";", "a = b;"]],
    ["a();", [";"]],
    ["if (a) b();", ["if (true) b();", "if (false) b();", "if (a) ;"]],
    ["const a = { 3: b };", []],
    ["const a = 'b' + c;", []],
  ])("%s", (code, expected) => {
    expect(changed(code).toSorted()).toEqual(expected.toSorted());
  });

  test("a return is left out where the function goes on after it", () => {
    expect(changed("function a() { if (b) { return; } return c; }")).toContain("function a() { if (b) { ; } return c; }");
    expect(changed("function a() { return c; }")).toEqual([]);
  });
});

describe("a changed file meets the tests that load it", () => {
  test("types are not loaded, and a file may be loaded late", () => {
    const code = 'import type { A } from "./a"; import { type B } from "./b"; import { c } from "../c.svelte"; import "d"; await import("./e");';
    expect(importsOf("src/table/some.ts", code)).toEqual(["src/c.svelte.ts", "src/table/e.ts"]);
  });

  test("by way of other files, too", () => {
    const files = new Map([
      ["src/a.ts", ""],
      ["src/b.ts", 'import { a } from "./a";\nimport "./b";'],
      ["src/b.test.ts", 'import { b } from "./b";'],
      ["tests/c.test.ts", 'import { a } from "../src/a";'],
    ]);
    const tests = testsOf(files);
    expect(tests.get("src/a.ts")).toEqual(["src/b.test.ts", "tests/c.test.ts"]);
    expect(tests.get("src/b.ts")).toEqual(["src/b.test.ts"]);
  });
});
