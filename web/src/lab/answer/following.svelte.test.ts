/** Questions that are followed while they are worked on. */

import { expect, test } from "vitest";
import { Stream } from "../../../tests/house";
import { Following } from "./following.svelte";

function followed() {
  const stream = new Stream();
  const opened: string[] = [];
  const following = new Following<number>((key) => {
    opened.push(key);
    return stream as unknown as EventSource;
  });
  return { stream, opened, following, end: following.follow("k") };
}

test("what is played so far becomes sharper, and stays when nobody follows any more", () => {
  const { stream, opened, following, end } = followed();
  stream.says("progress", { done: 100, of: 1000 });
  stream.says("so_far", 7);
  stream.says("so_far", 8);
  end();
  expect(opened).toEqual(["k"]);
  expect(stream.close).toHaveBeenCalled();
  expect(following).toMatchObject({ result: 8, done: 100, all: 1000 });
  following.forget();
  expect(following).toMatchObject({ result: null, done: 0, all: 0 });
});

test.each(["finished", "refused", "cancelled"])("the browser does not connect again to a job that is %s", (over) => {
  const { stream } = followed();
  stream.says(over, {});
  expect(stream.close).toHaveBeenCalled();
});
