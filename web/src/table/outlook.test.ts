import { expect, it } from "vitest";
import { prospects } from "./outlook";

it("tells what a winner pays to stay up beside what it wins", () => {
  const won = { on: "4", result: "wins", net_cents: 8000, fee_cents: 200 } as const;
  const lost = { on: "7", result: "loses", net_cents: -4000, fee_cents: 0 } as const;
  expect(prospects([lost, won]).map(({ words, on }) => `${words} on ${on}`)).toEqual(["wins $80, less $2 commission to stay up on 4", "loses $40 on 7"]);
});

it("tells what comes to the same once", () => {
  const chances = ["2", "12"].map((on) => ({ on, result: "wins", net_cents: 1000 }) as const);
  expect(prospects(chances)).toEqual([{ words: "wins $10", on: "2, 12", tone: "won" }]);
});
