/** Questions that change while their answers come. */

import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Heard, type LabJob, LabRefusal } from "../../wire/lab";
import { Asking } from "./asking.svelte";

interface Asked {
  query: string;
  seconds: number;
  signal: AbortSignal;
  answer: () => Promise<void>;
  wait: () => Promise<void>;
  refuse: (status: number, againMs?: number) => Promise<void>;
}

let asked: Asked[] = [];
let back: string[] = [];

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A lab that answers when the test says so. The answer to a question, and the name of its job, are the question. */
function aLab() {
  return new Asking<string>({
    ask: (query, seconds, signal) =>
      new Promise<Heard<string>>((resolve, reject) => {
        const then = async (said: () => void): Promise<void> => {
          said();
          await settle();
        };
        asked.push({
          query,
          seconds,
          signal,
          answer: () => then(() => resolve({ result: query, edition: "1" })),
          wait: () => then(() => resolve({ job: { key: query, state: "working" } as LabJob })),
          refuse: (status, againMs) => then(() => reject(new LabRefusal("no", status, againMs))),
        });
      }),
    takeBack: async (key) => void back.push(key),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  back = [];
});

const last = (): Asked => {
  const one = asked.at(-1);
  if (!one) throw new Error("nothing was asked");
  return one;
};

/** Ask, and let the pause go by. */
async function ask(lab: Asking<string>, query: string, quick = query): Promise<void> {
  lab.ask(query, undefined, quick);
  await vi.advanceTimersByTimeAsync(200);
}

test("what is dragged past is not asked", async () => {
  const lab = aLab();
  for (const query of ["a", "b", "c"]) lab.ask(query);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.map(({ query }) => query)).toEqual(["c"]);
  await last().answer();
  expect(lab).toMatchObject({ answer: { query: "c", result: "c", edition: "1" }, busy: false, refused: "" });
});

test("answers come in the order of the questions, and the last one stays", async () => {
  const lab = aLab();
  await ask(lab, "a");
  await ask(lab, "b");
  await ask(lab, "c");
  expect(asked).toHaveLength(1);
  await last().answer();
  expect([lab.answer?.result, lab.busy]).toEqual(["a", true]);
  expect(asked.map(({ query }) => query)).toEqual(["a", "c"]);
  await last().answer();
  expect([lab.answer?.result, lab.busy]).toEqual(["c", false]);
});

describe("a question that takes long", () => {
  test("is looked at again until it is answered, and the answer before it stays", async () => {
    const lab = aLab();
    await ask(lab, "a");
    await last().answer();
    await ask(lab, "b");
    await last().wait();
    expect(lab).toMatchObject({ job: { key: "b" }, answer: { result: "a" }, busy: true });
    expect(asked.map(({ seconds }) => seconds)).toEqual([1, 1, 20]);
    await last().answer();
    expect(lab).toMatchObject({ job: null, answer: { result: "b" }, busy: false });
    expect(back).toEqual([]);
  });

  test("is taken back as soon as another is wanted", async () => {
    const lab = aLab();
    await ask(lab, "a");
    await last().wait();
    await ask(lab, "b");
    expect(back).toEqual(["a"]);
    await last().refuse(409);
    expect(last().query).toBe("b");
    await last().answer();
    expect(lab).toMatchObject({ answer: { result: "b" }, refused: "" });
  });

  test("is taken back when it turns out to be long, if nobody wants it any more", async () => {
    const lab = aLab();
    await ask(lab, "a");
    await ask(lab, "b");
    await last().wait();
    expect([back, last().query]).toEqual([["a"], "b"]);
  });

  test("stays when somebody drags away and comes back", async () => {
    const lab = aLab();
    await ask(lab, "a");
    await last().wait();
    lab.ask("b");
    await ask(lab, "a");
    expect(back).toEqual([]);
    await last().answer();
    expect(lab.answer?.result).toBe("a");
  });

  test("is taken back by hand, and may be asked again", async () => {
    const lab = aLab();
    await ask(lab, "a");
    await last().wait();
    lab.cancel();
    expect([back, lab.stopped, lab.busy]).toEqual([["a"], true, false]);
    await last().refuse(409);
    expect(asked).toHaveLength(2);
    lab.again();
    await settle();
    await last().answer();
    expect(lab).toMatchObject({ answer: { result: "a" }, stopped: false, busy: false });
  });

  test("is asked again if another page took it back", async () => {
    const lab = aLab();
    await ask(lab, "a");
    await last().wait();
    await last().refuse(409);
    expect(asked).toHaveLength(3);
    expect(lab).toMatchObject({ refused: "", busy: true });
  });

  test("is taken back when its page is left, also if that is before it is known to be long", async () => {
    const lab = aLab();
    await ask(lab, "a");
    lab.leave();
    await last().wait();
    expect([back, asked.length]).toEqual([["a"], 1]);
  });
});

describe("a question with a quick part", () => {
  const asks = () => asked.map(({ query }) => query);
  const rest = () => vi.advanceTimersByTimeAsync(500);

  test("is asked whole once its quick part is there and somebody rests", async () => {
    const lab = aLab();
    await ask(lab, "a", "a-");
    await last().answer();
    expect(lab).toMatchObject({ answer: { query: "a", result: "a-", whole: false }, busy: false });
    expect(asks()).toEqual(["a-"]);
    await rest();
    expect(lab.busy).toBe(false);
    await last().answer();
    expect(lab).toMatchObject({ answer: { query: "a", result: "a", whole: true }, busy: false });
    await rest();
    expect(asks()).toEqual(["a-", "a"]);
  });

  test("is not asked whole while somebody drags", async () => {
    const lab = aLab();
    for (const query of ["a", "b", "c"]) {
      await ask(lab, query, `${query}-`);
      await last().answer();
    }
    expect(asks()).toEqual(["a-", "b-", "c-"]);
    await rest();
    expect(last().query).toBe("c");
  });

  test("is taken back when the whole of it takes long and another is wanted", async () => {
    const lab = aLab();
    await ask(lab, "a", "a-");
    await last().answer();
    await rest();
    await last().wait();
    expect(lab).toMatchObject({ job: null, busy: false });
    expect(asked.map(({ seconds }) => seconds)).toEqual([1, 0, 20]);
    await ask(lab, "b", "b-");
    expect([back, last().signal.aborted]).toEqual([["a"], true]);
    await last().refuse(0);
    expect([last().query, last().signal.aborted]).toEqual(["b-", false]);
  });

  test.each([422, 0])("keeps that part as its answer if the house has no more (%i)", async (status) => {
    const lab = aLab();
    await ask(lab, "a", "a-");
    await last().answer();
    await rest();
    await last().refuse(status);
    await rest();
    expect(lab).toMatchObject({ answer: { result: "a-", whole: true }, refused: "", busy: false });
    expect(asks()).toEqual(["a-", "a"]);
  });

  test("does not lose its whole answer when it is asked again", async () => {
    const lab = aLab();
    await ask(lab, "a", "a-");
    await last().answer();
    await rest();
    await last().answer();
    await ask(lab, "a", "a-");
    await last().answer();
    await rest();
    expect(lab.answer).toMatchObject({ result: "a", whole: true });
    expect(asks()).toEqual(["a-", "a", "a-"]);
  });
});

test("a refusal is the answer, until the question changes", async () => {
  const lab = aLab();
  await ask(lab, "a");
  await last().refuse(422);
  expect(lab).toMatchObject({ refused: "no", status: 422, busy: false });
  await ask(lab, "b");
  await last().answer();
  expect(lab).toMatchObject({ refused: "", status: 0, answer: { result: "b" } });
});

test("a busy house is asked again after a while", async () => {
  const lab = aLab();
  await ask(lab, "a");
  await last().refuse(429, 5000);
  expect(lab).toMatchObject({ refused: "no", busy: true });
  await vi.advanceTimersByTimeAsync(5000);
  await last().answer();
  expect(lab).toMatchObject({ answer: { result: "a" }, refused: "" });
});
