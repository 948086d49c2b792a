import { expect, test, vi } from "vitest";
import { lab, type LabRefusal } from "./lab";

/** Let the house answer so to whatever is asked, and return what is asked. */
function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi.fn(async (_path: string, _how: object) => new Response(JSON.stringify(body), { status, headers }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const refusal = (): Promise<LabRefusal> => lab.ask("session", "strategy=pass", 1).then(() => Promise.reject(new Error("it was answered")), (error: LabRefusal) => error);

test("an answer comes with the edition that gave it, and the request says how long it waits", async () => {
  const fetched = answers(200, { ends: {} }, { "bankcraps-edition": "abc" });
  expect(await lab.ask("session", "strategy=pass", 20)).toEqual({ result: { ends: {} }, edition: "abc" });
  expect(fetched).toHaveBeenCalledExactlyOnceWith("/api/lab/session?strategy=pass", { headers: { prefer: "wait=20" }, signal: null });
});

test("an answer that takes long is a job", async () => {
  answers(202, { key: "k", state: "working" });
  expect(await lab.ask("session", "strategy=pass", 1)).toEqual({ job: { key: "k", state: "working" } });
});

test.each([
  [422, { detail: "too long", simulates: true }, {}, { message: "too long", status: 422, simulates: true, againMs: 0 }],
  [429, { detail: "wait" }, { "retry-after": "5" }, { message: "wait", status: 429, simulates: false, againMs: 5000 }],
  [429, { error: "too many requests" }, {}, { message: "too many requests", status: 429 }],
  [502, null, {}, { message: "The house answered with status 502.", status: 502 }],
])("a refusal of status %i says why, and what helps", async (status, body, headers, expected) => {
  answers(status, body, headers);
  expect(await refusal()).toMatchObject(expected);
});

test("a house that does not answer is no refusal of the question", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  expect(await refusal()).toMatchObject({ message: "The house does not answer. Is it open?", status: 0 });
});

test("a house without a lab has no kinds of question", async () => {
  answers(404, { error: "there is nothing here" });
  expect(await lab.kinds()).toEqual([]);
  answers(500, { error: "a mistake" });
  await expect(lab.kinds()).rejects.toThrow("a mistake");
});

test("a question is taken back also while the page is left", async () => {
  const fetched = answers(200, { done: true });
  await lab.takeBack("a b");
  expect(fetched).toHaveBeenCalledExactlyOnceWith("/api/lab/jobs/a%20b", expect.objectContaining({ method: "DELETE", keepalive: true }));
});

/** Let the house answer so, one after the other; after the last it is silent until the signal. */
function answersInTurn(...responses: Response[]) {
  const fetched = vi.fn((_path: string, { signal }: RequestInit) => {
    const next = responses.shift();
    if (next) return Promise.resolve(next);
    return new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const working = () => new Response(JSON.stringify({ key: "k.parquet", state: "working" }), { status: 202 });

test("rows are asked for until they are there, also after another page took them back", async () => {
  const { signal } = new AbortController();
  const fetched = answersInTurn(working(), new Response("{}", { status: 409 }), working(), new Response("rows"));
  expect(await (await lab.rows("risk", "strategy=pass", signal)).text()).toBe("rows");
  expect(fetched.mock.calls.map(([path, how]) => [path, how.headers])).toEqual([0, 20, 20, 20].map((seconds) => ["/api/lab/risk.parquet?strategy=pass", { prefer: `wait=${seconds}` }]));
});

test("rows that nobody waits for any more are taken back", async () => {
  const leaves = new AbortController();
  const fetched = answersInTurn(working());
  const rows = lab.rows("risk", "strategy=pass", leaves.signal);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  leaves.abort();
  await expect(rows).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(fetched).toHaveBeenLastCalledWith("/api/lab/jobs/k.parquet", expect.objectContaining({ method: "DELETE" }));
});

test("rows that the house refuses are not asked for again", async () => {
  const fetched = answersInTurn(new Response(JSON.stringify({ detail: "too long" }), { status: 422 }));
  await expect(lab.rows("risk", "strategy=pass", new AbortController().signal)).rejects.toThrow("too long");
  expect(fetched).toHaveBeenCalledOnce();
});
