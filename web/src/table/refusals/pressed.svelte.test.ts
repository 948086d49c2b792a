import { beforeEach, expect, test } from "vitest";
import type { Answer } from "../../wire/messages";
import type { Command } from "../../wire/socket";
import type { LiveTable } from "../state/live.svelte";
import { Pressed } from "./pressed.svelte";

const WHY = { code: "over_limit", message: "too much" };

let asked: Command[] = [];
let answers: Partial<Answer>[] = [];

const live = {
  quietly: (command: Command) => {
    asked.push(command);
    return Promise.resolve({ type: "answer", id: "1", ...answers.shift() });
  },
} as unknown as LiveTable;

beforeEach(() => {
  asked = [];
  answers = [];
});

test("a refusal is shown at the button that was pressed, and nowhere else", async () => {
  const pressed = new Pressed(live);
  answers = [{ refused: WHY }];
  await expect(pressed.act("throw", { type: "throw" })).resolves.toMatchObject({ refused: WHY });
  expect(asked).toEqual([{ type: "act", event: { type: "throw" } }]);
  expect([pressed.why("throw"), pressed.why("undo")]).toEqual([WHY, null]);
});

test("a refusal goes when another button is pressed, before its answer comes, and when it is cleared", async () => {
  const pressed = new Pressed(live);
  answers = [{ refused: WHY }, { seq: 3 }, { refused: WHY }];
  await pressed.ask("say", { type: "say", line: "5 pass" });
  const done = pressed.ask("undo", { type: "say", line: "undo" });
  expect(pressed.why("say")).toBeNull();
  await done;
  expect([pressed.why("say"), pressed.why("undo")]).toEqual([null, null]);
  await pressed.ask("say", { type: "say", line: "5 pass" });
  pressed.clear();
  expect(pressed.why("say")).toBeNull();
});
