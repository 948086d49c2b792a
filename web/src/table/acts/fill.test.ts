import { describe, expect, it } from "vitest";
import type { ActForm, FormField } from "../../wire/messages";
import { empty, filled, stillThere } from "./fill";

const CLOCK = { now: new Date(2026, 10, 22, 20, 0, 0).getTime(), table: 1000 };

function field(name: string, kind: FormField["kind"], required = true): FormField {
  return { name, label: name, kind, required, default: kind === "yes_no", choices: [] };
}

function form(...fields: FormField[]): ActForm {
  return { type: "act", name: "Act", says: "Acts.", group: "Acts", roles: [], clause: "", fields };
}

describe("filled", () => {
  it("writes money in cents and leaves out what may stay empty", () => {
    const asked = form(field("amount_cents", "cents"), field("place", "place", false));
    expect(filled(asked, { amount_cents: "$12.50" }, CLOCK)).toEqual({ event: { type: "act", amount_cents: 1250 } });
  });

  it("writes what the house takes back below zero", () => {
    const asked = form(field("amount_cents", "signed_cents"));
    expect(filled(asked, { amount_cents: "$7.50" }, CLOCK)).toEqual({ event: { type: "act", amount_cents: 750 } });
    expect(filled(asked, { amount_cents: "-7.50" }, CLOCK)).toEqual({ event: { type: "act", amount_cents: -750 } });
    expect(filled(asked, { amount_cents: "-" }, CLOCK)).toEqual({ wrong: "amount_cents" });
    expect(filled(asked, { amount_cents: "--5" }, CLOCK)).toEqual({ wrong: "amount_cents" });
  });

  it("names the field that is missing or cannot be read", () => {
    const asked = form(field("player", "player"), field("amount_cents", "cents"));
    expect(filled(asked, { player: " ", amount_cents: "5" }, CLOCK)).toEqual({ wrong: "player" });
    expect(filled(asked, { player: "Ann", amount_cents: "five" }, CLOCK)).toEqual({ wrong: "amount_cents" });
  });

  it("writes limits, with or without a unit", () => {
    const asked = form(field("limits", "limits"));
    expect(filled(asked, { limits: ["10", "500", ""] }, CLOCK)).toEqual({
      event: { type: "act", limits: { minimum_cents: 1000, maximum_cents: 50000, unit_cents: 0 } },
    });
    expect(filled(asked, { limits: ["10", "", ""] }, CLOCK)).toEqual({ wrong: "limits" });
  });

  it("keeps a yes or no that nobody touched, and lists", () => {
    const asked = form(field("sound", "yes_no", false), field("dice", "dice"));
    expect(filled(asked, { dice: [2, 5] }, CLOCK)).toEqual({ event: { type: "act", sound: true, dice: [2, 5] } });
    expect(filled(asked, {}, CLOCK)).toEqual({ wrong: "dice" });
    expect(empty(field("guilty", "players"))).toEqual([]);
  });

  it("takes both faces of a throw, or none", () => {
    const asked = form(field("throw", "throw"));
    expect(filled(asked, { throw: ["4", "2"] }, CLOCK)).toEqual({ event: { type: "act", throw: { a: 4, b: 2 } } });
    expect(filled(asked, { throw: ["4", ""] }, CLOCK)).toEqual({ wrong: "throw" });
  });

  it("takes a time as the next one on the wall", () => {
    const asked = form(field("proposed", "time", false));
    expect(filled(asked, { proposed: "20:30" }, CLOCK)).toEqual({ event: { type: "act", proposed: 1000 + 1800 } });
    expect(filled(asked, { proposed: "19:00" }, CLOCK)).toEqual({ event: { type: "act", proposed: 1000 + 23 * 3600 } });
    expect(filled(asked, { proposed: "20:00" }, CLOCK)).toEqual({ event: { type: "act", proposed: 1000 } });
    expect(filled(asked, { proposed: "soon" }, CLOCK)).toEqual({ wrong: "proposed" });
  });
});

it("keeps nothing chosen that is no longer there", () => {
  expect(stillThere([3, 5], [1, 2, 5])).toEqual([5]);
});
