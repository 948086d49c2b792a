import { afterEach, expect, test, vi } from "vitest";
import { fakeDevice } from "../../tests/house";
import type { ThrowOutcome } from "../guide/steps";
import type { Lesson } from "./lesson";

const READ = { task: "down" } as const;
const LESSON: Lesson = { id: "come", line: "pass", drill: "come", scenes: [{ needs: [], tasks: [READ, READ] }, { needs: [], tasks: [READ] }] };

const told = (wager: string, tone: string) => ({ results: [{ wager, tone }] }) as unknown as ThrowOutcome;

/** A run of the lesson as a page finds it on a device that is loaded there, and what the device keeps. */
async function found() {
  vi.resetModules();
  const { LessonRun } = await import("./run.svelte");
  const { lessons } = await import("../device/lessons.svelte");
  return { run: new LessonRun("nsw", LESSON), lessons };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a lesson goes from task to task and from scene to scene, and counts right answers", async () => {
  fakeDevice();
  const { run } = await found();
  run.next(true);
  expect(run.place).toEqual({ scene: 0, task: 1, asked: 1, right: 1 });
  run.next(null);
  expect(run.place).toEqual({ scene: 1, task: 0, asked: 1, right: 1 });
  const again = await found();
  expect(again.run.place).toEqual(run.place);
  again.run.next(false);
  expect(again.run.place.scene).toBe(2);
  expect([again.lessons.now.done, again.lessons.now.at]).toEqual([{ come: { asked: 2, right: 1 } }, {}]);
  expect((await found()).run.place).toEqual({ scene: 0, task: 0, asked: 0, right: 0 });
});

test("what throws decided, and that somebody went on without it, is forgotten with the scene", async () => {
  const { run } = await found();
  run.thrown(told("come 6", "won"));
  run.thrown(told("come", "moved"));
  expect([...run.decided]).toEqual(["come"]);
  run.skip();
  run.next(null);
  expect([run.decided.size, run.skipped, run.throws]).toEqual([1, true, 2]);
  run.next(null);
  expect([run.decided.size, run.skipped, run.throws]).toEqual([0, false, 0]);
});

test("if the dice keep somebody waiting, the lesson offers to go on without them, until that was done", async () => {
  const { run } = await found();
  for (let n = 0; n < 5; n++) run.thrown(told("come", "moved"));
  expect(run.long).toBe(false);
  run.thrown(told("come", "moved"));
  expect(run.long).toBe(true);
  run.skip();
  expect(run.long).toBe(false);
});

test("a lesson that is over can be played once more", async () => {
  const { run } = await found();
  for (let n = 0; n < 3; n++) run.next(true);
  run.again();
  expect(run.place).toEqual({ scene: 0, task: 0, asked: 0, right: 0 });
});
