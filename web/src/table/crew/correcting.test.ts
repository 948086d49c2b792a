import { expect, test } from "vitest";
import type { TableView } from "../../wire/messages";
import { correcting } from "./correcting";

const view = {
  chairs: [{ role: "supervisor", person: "Sue" }],
  correctors: ["games_supervisor", "supervisor"],
  last: { a: 5, b: 3 },
} as unknown as TableView;

test("whoever may correct the throw hears that they may", () => {
  expect(correcting(view, { name: "Sue" })).toMatchObject({ mine: true, take: "" });
});

test("whoever may take the chair hears which", () => {
  expect(correcting(view, { name: "Ann", takes: ["dealer", "games_supervisor"] })).toMatchObject({ mine: false, take: "games_supervisor" });
});

test("others hear who may, and which chair is empty", () => {
  expect(correcting(view, { name: "Bob" })).toEqual({ mine: false, take: "", who: "the games supervisor (nobody sits there) or Sue (the supervisor)" });
  expect(correcting(view, { name: "" })?.mine).toBe(false);
});

test("somebody with two of the chairs is named once", () => {
  const chairs = [...view.chairs, { role: "boxperson", person: "Sue" }];
  const both = { ...view, chairs, correctors: ["supervisor", "boxperson"] } as unknown as TableView;
  expect(correcting(both, { name: "Bob" })?.who).toBe("Sue (the supervisor and boxperson)");
});

test("nothing is said where no throw can be corrected", () => {
  expect(correcting({ ...view, correctors: [] }, { name: "Sue" })).toBeNull();
  expect(correcting({ ...view, last: null }, { name: "Sue" })).toBeNull();
});
