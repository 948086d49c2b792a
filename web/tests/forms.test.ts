/** Every form of every house, filled in as a person does: it comes to an event that the house can read. */

import { describe, expect, test } from "vitest";
import { filled, type Typed } from "../src/table/acts/fill";
import type { ActForm, FormField } from "../src/wire/messages";
import { evenings } from "./recorded";

interface Forms {
  forms: ActForm[];
  /** For each kind of field a value that the house reads; tests/live/advice/test_act_forms.py shows that it does. */
  samples: Record<string, unknown>;
}

const CLOCK = { now: new Date(2026, 10, 22, 20, 0, 0).getTime(), table: 0 };

/** A person's input for each of the samples, typed or chosen. */
const TYPED: Record<Exclude<FormField["kind"], "choice" | "tokens">, Typed> = {
  player: "Ann",
  person: "Zed",
  players: ["Ann"],
  place: "1",
  wager: "pass",
  cents: "$5",
  signed_cents: "-$5",
  limits: ["5", "500", ""],
  time: "20:01",
  dispute: "1",
  die: "1",
  dice: [1, 2],
  throw: ["4", "2"],
  text: " words ",
  yes_no: true,
};

function typed({ kind, choices }: FormField): Typed {
  if (kind === "choice") return choices?.[0]?.value ?? "";
  return kind === "tokens" ? "" : TYPED[kind];
}

describe.each(evenings)("the forms at %s", (_, recorded) => {
  const { forms, samples } = recorded as unknown as Forms;
  const possible = forms.filter((form) => !form.never);

  test("each of them comes to its event", () => {
    for (const form of possible) {
      const given = Object.fromEntries(form.fields.map((field) => [field.name, typed(field)]));
      const fields = form.fields.filter(({ kind }) => kind !== "tokens");
      const wanted = fields.map((field) => [field.name, field.kind === "choice" ? field.choices?.[0]?.value : samples[field.kind]]);
      expect(filled(form, given, CLOCK), form.type).toEqual({ event: { type: form.type, ...Object.fromEntries(wanted) } });
    }
    expect(possible.length).toBeGreaterThan(25);
  });

  test("each names a required field that is left empty", () => {
    for (const form of possible) {
      for (const field of form.fields.filter(({ required, kind }) => required && kind !== "yes_no")) {
        const given = Object.fromEntries(form.fields.filter((one) => one !== field).map((one) => [one.name, typed(one)]));
        expect(filled(form, given, CLOCK), form.type).toEqual({ wrong: field.name });
      }
    }
  });
});
