/** Simulations that are followed while they run. */

import { beforeEach, expect, test } from "vitest";
import { Stream } from "../../../tests/house";
import { type Heard, LabRefusal, type Simulated } from "../../wire/lab";
import { Simulating } from "./simulating.svelte";

let stream: Stream;
let back: string[];
let answer: Promise<Heard<Simulated>>;

const job = { job: { key: "k" } } as Heard<Simulated>;
const after = (sessions: number) => ({ sessions }) as Simulated;

function aSimulation() {
  return new Simulating({
    ask: () => answer,
    follow: () => stream as unknown as EventSource,
    takeBack: async (key) => void back.push(key),
  });
}

beforeEach(() => {
  stream = new Stream();
  back = [];
  answer = Promise.resolve(job);
});

test("becomes sharper until all sessions are played", async () => {
  const one = aSimulation();
  await one.begin("q");
  stream.says("progress", { done: 100, of: 1000 });
  stream.says("so_far", after(100));
  expect(one).toMatchObject({ running: true, done: 100, all: 1000, result: { sessions: 100 } });
  stream.says("finished", after(1000));
  expect(one).toMatchObject({ running: false, result: { sessions: 1000 } });
  expect(stream.close).toHaveBeenCalled();
  expect(back).toEqual([]);
});

test("an answer that the house has kept is there at once", async () => {
  answer = Promise.resolve({ result: after(7), edition: "1" });
  const one = aSimulation();
  await one.begin("q");
  expect(one).toMatchObject({ running: false, result: { sessions: 7 } });
});

test("what is played stays when somebody has enough", async () => {
  const one = aSimulation();
  await one.begin("q");
  stream.says("so_far", after(100));
  one.stop();
  expect(one).toMatchObject({ running: false, result: { sessions: 100 } });
  expect([back, stream.close.mock.calls.length]).toEqual([["k"], 1]);
});

test("is forgotten and taken back when another question is asked, also before its job is known", async () => {
  const one = aSimulation();
  const began = one.begin("q");
  one.leave();
  await began;
  expect(back).toEqual(["k"]);
  expect(one).toMatchObject({ running: false, result: null });
});

test("a lost connection comes back by itself, and the page says when the browser gave up", async () => {
  const one = aSimulation();
  await one.begin("q");
  stream.dispatchEvent(new Event("error"));
  expect(one).toMatchObject({ running: true, refused: "" });
  stream.readyState = 2;
  stream.dispatchEvent(new Event("error"));
  expect(one).toMatchObject({ running: false, refused: "The house does not answer. Is it open?" });
});

test("a refusal is shown, at once or later", async () => {
  const one = aSimulation();
  await one.begin("q");
  stream.says("refused", { detail: "too long" });
  expect(one).toMatchObject({ running: false, refused: "too long" });
  answer = Promise.reject(new LabRefusal("no", 422));
  await one.begin("q");
  expect(one).toMatchObject({ running: false, refused: "no" });
});
