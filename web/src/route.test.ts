import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
const { signInFrom, wayBack } = await import("./route.svelte");

test("signing in leads back to where one was, and to no other site", () => {
  const from = (path: string) => wayBack(new URLSearchParams(signInFrom(path).split("?")[1]));
  expect(from("/tables/abc")).toBe("/tables/abc");
  for (const elsewhere of ["//evil.example", "https://evil.example", "/\\evil.example", ""]) expect(from(elsewhere)).toBe("/");
});
