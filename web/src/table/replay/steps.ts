/** A part of a table's history as steps that can be shown one after another. */

import { type Settled, settledIn } from "../../felt/settled";
import { changed } from "../../wire/changes";
import type { Replay, TableView, Throw } from "../../wire/messages";

export interface Step {
  /** The table after it. */
  view: TableView;
  /** The events, in sentences. */
  words: readonly string[];
  throw: Throw | null;
  settled: readonly Settled[];
}

/** The table before, and then one step for each entry of which there is something to tell. */
export function stepsOf(replay: Replay): Step[] {
  let view = replay.before;
  const steps: Step[] = [{ view, words: [], throw: null, settled: [] }];
  for (const { item, changes } of replay.steps) {
    view = changed(view, changes);
    const last = steps[steps.length - 1];
    if (item.words?.length) {
      const thrown = item.effects?.find((effect) => effect.type === "thrown");
      steps.push({ view, words: item.words, throw: thrown?.throw ?? null, settled: settledIn([item]) });
    } else if (last) {
      last.view = view;
    }
  }
  return steps;
}
