/** The lessons, in the order in which they are best played. */

import type { Lesson, Need } from "./lesson";

const point: Need = { need: "point", line: "pass" };
const dontPoint: Need = { need: "point", line: "dont_pass" };
const come: Need = { need: "stands", wager: "come", when: "point" };

export const LESSONS: readonly Lesson[] = [
  {
    id: "come",
    line: "pass",
    drill: "come",
    scenes: [
      {
        needs: [point, come],
        tasks: [
          { task: "read", says: "come", of: { kind: "come" } },
          { task: "throw", of: { kind: "come" }, result: "moves" },
          { task: "throw", of: { kind: "come" }, result: "wins" },
          { task: "down" },
        ],
      },
      {
        needs: [{ need: "moved", kind: "come" }],
        tasks: [
          { task: "read", says: "moved", of: { kind: "come", moved: true } },
          { task: "pay", of: { kind: "come", moved: true } },
          { task: "throw", of: { kind: "come", moved: true }, result: "loses" },
          { task: "down" },
        ],
      },
      { needs: [{ need: "moved", kind: "come" }, { need: "decided", kind: "come" }], tasks: [{ task: "read", says: "comeOver", of: { kind: "come" } }] },
    ],
  },
  {
    id: "odds",
    line: "pass",
    drill: "odds",
    scenes: [
      {
        needs: [point, { need: "odds", behind: "pass" }],
        tasks: [
          { task: "read", says: "odds", of: { kind: "pass_odds" } },
          { task: "pay", of: { kind: "pass_odds" } },
          { task: "throw", of: { kind: "pass_odds" }, result: "loses" },
          { task: "down" },
          { task: "cheaper", one: "pass", other: "pass_odds" },
        ],
      },
      {
        needs: [{ need: "moved", kind: "come" }, { need: "odds", behind: "come" }],
        tasks: [
          { task: "pay", of: { kind: "come_odds" } },
          { task: "throw", of: { kind: "come_odds" }, result: "back", comeOut: true },
          { task: "read", says: "comeOdds", of: { kind: "come_odds" } },
        ],
      },
    ],
  },
  {
    id: "place",
    line: "pass",
    drill: "place",
    scenes: [
      {
        needs: [point, { need: "stands", wager: "place 6" }],
        tasks: [
          { task: "read", says: "place", of: { kind: "place" } },
          { task: "pay", of: { kind: "place" } },
          { task: "throw", of: { kind: "place" }, result: "loses" },
          { task: "down" },
        ],
      },
      {
        needs: [point, { need: "stands", wager: "place 6" }, { need: "stands", wager: "place 5" }],
        tasks: [
          { task: "pay", of: { kind: "place", number: 5 } },
          { task: "throw", of: { kind: "place" }, result: "loses", comeOut: true },
          { task: "cheaper", one: "place 6", other: "place 5" },
          { task: "costs", wagers: ["place 6", "place 5", "place 4", "pass"] },
        ],
      },
      { needs: [{ need: "stands", wager: "place 6", when: "point" }, { need: "decided", kind: "place" }], tasks: [{ task: "read", says: "placeOver", of: { kind: "place" } }] },
    ],
  },
  {
    id: "donts",
    line: "dont_pass",
    drill: "line",
    scenes: [
      {
        needs: [{ need: "stands", wager: "dont_pass", when: "comeOut" }],
        tasks: [
          { task: "read", says: "donts", of: { kind: "dont_pass" } },
          { task: "throw", of: { kind: "dont_pass" }, result: "back" },
          { task: "throw", of: { kind: "dont_pass" }, result: "loses" },
        ],
      },
      {
        needs: [dontPoint],
        tasks: [{ task: "throw", of: { kind: "dont_pass" }, result: "wins" }, { task: "down" }, { task: "cheaper", one: "pass", other: "dont_pass" }],
      },
      {
        needs: [dontPoint, { need: "odds", behind: "dont_pass" }],
        tasks: [
          { task: "read", says: "laid", of: { kind: "dont_pass_odds" } },
          { task: "pay", of: { kind: "dont_pass_odds" } },
          { task: "throw", of: { kind: "dont_pass_odds" }, result: "loses" },
        ],
      },
      {
        needs: [{ need: "stands", wager: "dont_come", when: "point" }],
        tasks: [
          { task: "read", says: "dontCome", of: { kind: "dont_come" } },
          { task: "throw", of: { kind: "dont_come" }, result: "moves" },
          { task: "costs", wagers: ["pass", "dont_pass", "come", "dont_come"] },
        ],
      },
    ],
  },
  {
    id: "buys",
    line: "pass",
    drill: "buy",
    scenes: [
      {
        needs: [point, { need: "stands", wager: "buy 4" }],
        tasks: [
          { task: "read", says: "buy", of: { kind: "buy", number: 4 } },
          { task: "pay", of: { kind: "buy", number: 4 } },
          { task: "cheaper", one: "place 4", other: "buy 4" },
        ],
      },
      {
        needs: [point, { need: "stands", wager: "lay 4" }],
        tasks: [
          { task: "read", says: "lay", of: { kind: "lay", number: 4 } },
          { task: "throw", of: { kind: "lay", number: 4 }, result: "loses" },
          { task: "pay", of: { kind: "lay", number: 4 } },
          { task: "down" },
          { task: "costs", wagers: ["buy 4", "place 4", "lay 4", "buy 6", "place 6", "lay 6"] },
        ],
      },
    ],
  },
  {
    id: "props",
    line: "pass",
    drill: "one_roll",
    scenes: [
      {
        needs: [point, { need: "stands", wager: "any_craps" }],
        tasks: [
          { task: "read", says: "oneRoll", of: { kind: "any_craps" } },
          { task: "pay", of: { kind: "any_craps" } },
          { task: "throw", of: { kind: "any_craps" }, result: "loses" },
          { task: "cheaper", one: "any_seven", other: "any_craps" },
        ],
      },
      {
        needs: [{ need: "stands", wager: "any_craps", when: "point" }, { need: "decided", kind: "any_craps" }],
        tasks: [{ task: "read", says: "oneRollOver", of: { kind: "any_craps" } }],
      },
      {
        needs: [point, { need: "stands", wager: "hard 8" }],
        tasks: [
          { task: "read", says: "hard", of: { kind: "hard", number: 8 } },
          { task: "throw", of: { kind: "hard", number: 8 }, result: "loses" },
          { task: "pay", of: { kind: "hard", number: 8 } },
          { task: "down" },
          { task: "cheaper", one: "hard 8", other: "place 8" },
        ],
      },
      {
        needs: [point, { need: "stands", wager: "field" }],
        tasks: [
          { task: "read", says: "field", of: { kind: "field" } },
          { task: "pay", of: { kind: "field" } },
          { task: "costs", wagers: ["pass", "place 6", "field", "hard 8", "hard 4", "eleven", "twelve", "any_craps", "any_seven", "horn"] },
        ],
      },
    ],
  },
];
