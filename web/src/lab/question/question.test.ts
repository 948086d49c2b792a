import { describe, expect, test } from "vitest";
import { countOf, duelOf, FIRST, hoursOf, houseOf, lengthOf, limitsOf, nameOf, type Question, queryOf, questionIn, rulesOf, signOf, tableOf, valuesOf, withField, withLength, withValues } from "./question";

const DEFAULTS = { rules: "three_four_five", limits: "1:10000:1", chip: "1", floor: "0", until_settled: "false", let_it_ride: "false", distribution: "false" };
const NAMES = ["rules", "strategy", "limits", "chip", "bankroll", "goal", "floor", "throws", "decisions", "shooters", "until_settled", "let_it_ride", "extremes", "distribution"] as const;
const FIELDS = NAMES.map((name) => ({ name, default: (DEFAULTS as Record<string, string>)[name] ?? null }));
/** The fields of a comparison: it has several systems. */
const SEVERAL = FIELDS.map((one) => (one.name === "strategy" ? { ...one, most: 4 } : one));

const VALUES: Record<string, readonly string[]> = {
  rules: ["nsw", "classic", "nsw:bar=2,field_12=triple"],
  strategy: ["three_point_molly", "when come_out: pass 10\nwhen point: odds max; come 10 up to 2", "place 6 $12 + 50 % & more; #1?", " Æ–“x”\n"],
  limits: ["5:500", "10:1000:5", ":500"],
  chip: ["0.50", "5"],
  bankroll: ["500", "1e9", "no money"],
  goal: ["1000", "12.50"],
  floor: ["100"],
  throws: ["300"],
  decisions: ["90"],
  shooters: ["30"],
  until_settled: ["true"],
  let_it_ride: ["true"],
};

/** Many questions: each field is left out, or has one of its values, in another rhythm for each field. */
function many(): Question[] {
  return Array.from({ length: 500 }, (_, number) => {
    const said = Object.entries(VALUES).flatMap(([name, values], field) => {
      const value = values[Math.floor(number / (field + 1)) % (values.length + 1)];
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(said) as Question;
  }).filter((one) => Object.keys(one).length);
}

describe("an address", () => {
  test("holds the whole question: it is the same when it is read again", () => {
    const questions = many();
    expect(new Set(questions.map((one) => queryOf(one, FIELDS))).size).toBeGreaterThan(300);
    for (const question of questions) expect(questionIn(new URLSearchParams(queryOf(question, FIELDS)), FIELDS).question).toEqual(question);
  });

  test("holds every system of a comparison, in its order", () => {
    const texts = VALUES["strategy"] ?? [];
    many().forEach((question, number) => {
      const systems = Array.from({ length: number % 5 }, (_, index) => texts[(number + index * (1 + (number % 3))) % texts.length] ?? "");
      const asked = withValues(question, "strategy", systems);
      if (!Object.keys(asked).length) return;
      const query = new URLSearchParams(queryOf(asked, SEVERAL));
      expect(query.getAll("strategy")).toEqual(systems);
      const again = questionIn(query, SEVERAL).question;
      expect(again).toEqual(asked);
      expect(valuesOf(again, "strategy")).toEqual(systems);
    });
  });

  test("skips a system that is not written yet, which keeps its place in the question", () => {
    const asked = withField({ strategy: "pass", "strategy.2": "field", "strategy.3": "iron_cross" }, nameOf("strategy", 2), "");
    expect([countOf(asked, "strategy"), valuesOf(asked, "strategy")]).toEqual([3, ["pass", "iron_cross"]]);
    expect(queryOf(asked, SEVERAL)).toBe("strategy=pass&strategy=iron_cross");
  });

  test("is the same for the same question, in whatever order it was asked", () => {
    for (const question of many()) {
      const reversed = Object.fromEntries(Object.entries(question).reverse());
      expect(queryOf(reversed, FIELDS)).toBe(queryOf(question, FIELDS));
    }
  });

  test("leaves out what is as usual, and what is empty", () => {
    expect(queryOf({ ...FIRST, ...DEFAULTS, goal: " ", decisions: "" }, FIELDS)).toBe("strategy=three_point_molly&bankroll=500&throws=300");
  });

  test("without a question asks the first one", () => {
    expect(questionIn(new URLSearchParams(), FIELDS)).toEqual({ question: FIRST, edition: "", strange: [] });
    expect(questionIn(new URLSearchParams("bankroll=90"), FIELDS).question).toEqual({ bankroll: "90" });
  });

  test("may name an edition, and says what is no field", () => {
    const asked = questionIn(new URLSearchParams("bankrol=5&strategy=pass&edition=0.1+ab&bankrol=6"), FIELDS);
    expect(asked).toEqual({ question: { strategy: "pass" }, edition: "0.1 ab", strange: ["bankrol"] });
  });
});

test("a field that is emptied is left out", () => {
  expect(withField({ goal: "5", floor: "1" }, "goal", "")).toEqual({ floor: "1" });
  expect(withField({ floor: "1" }, "goal", "7")).toEqual({ floor: "1", goal: "7" });
});

test.each([
  [{ throws: "300" }, "throws", "300"],
  [{ shooters: "" }, "shooters", ""],
  [{ until_settled: "true" }, "until_settled", ""],
  [{ goal: "900" }, "until_settled", ""],
  [{}, "throws", ""],
] as const)("the length of %o is in %s", (question, unit, count) => {
  expect(lengthOf(question)).toEqual({ unit, count });
});

test("a session has one length", () => {
  const settled = withLength({ throws: "300", goal: "900" }, "until_settled", "");
  expect(settled).toEqual({ goal: "900", until_settled: "true" });
  expect(withLength(settled, "shooters", "30")).toEqual({ goal: "900", shooters: "30" });
  expect(lengthOf(withLength(settled, "shooters", ""))).toEqual({ unit: "shooters", count: "" });
});

test.each(["nsw", "nsw:bar=2,field_12=triple"])("%s is a house with its options", (rules) => {
  const { book, options } = houseOf(rules);
  expect([book, rulesOf(book, options)]).toEqual(["nsw", rules]);
});

test.each(["5:500", "10:1000:5", "5:", ""])("the sign %s is read and written", (limits) => {
  expect(limitsOf(signOf(limits))).toBe(limits);
});

test("an address that says only what is usual asks that, and not the first question", () => {
  expect(questionIn(new URLSearchParams("rules=three_four_five&floor=0"), FIELDS).question).toEqual({});
});

test("the system of a question sits down at a table with its house, limits and bankroll", () => {
  const fields = [{ name: "rules", default: "three_four_five" }, { name: "limits", default: "5:500" }, { name: "chip", default: "1" }];
  const question = { rules: "nsw:bar=2", strategy: "when come_out: pass 10", bankroll: "300", limits: "10:100:5" };
  expect(tableOf(question, fields)).toBe("/?house=nsw&least=10&most=100&unit=5&chip=1&system=when+come_out%3A+pass+10&bankroll=300&option=bar%3D2#open");
  expect(tableOf({ bankroll: "50" }, fields, "/api/lab/chart?bankroll=50&goal=100")).toContain("&system=%2Fapi%2Flab%2Fchart%3Fbankroll%3D50%26goal%3D100&bankroll=50#open");
  expect(tableOf({ strategy: "pass" }, fields)).toBe("/?house=three_four_five&least=5&most=500&chip=1&system=pass#open");
});

test.each([
  ["pass", "iron_cross"],
  ["iron_cross", "three_point_molly"],
])("a session of %s is compared with %s first", (strategy, other) => {
  expect(duelOf({ strategy, bankroll: "60" })).toEqual({ strategy, "strategy.2": other, bankroll: "60" });
});

test.each([
  ["300", 3],
  ["150", 1.5],
  ["", 0],
  ["many", 0],
])("%j throws take %d hours", (throws, hours) => {
  expect(hoursOf(throws)).toBe(hours);
});
