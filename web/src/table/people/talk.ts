/** Talk around a table: how it reads, and who may take part. */

import type { TalkLine } from "../../wire/messages";
import { say } from "../../words";

const SHOWN_MS = 5000;

export type Phrase = Exclude<NonNullable<TalkLine["phrase"]>, "">;

export const PHRASES: readonly Phrase[] = ["nice_roll", "good_luck", "one_more", "press_it", "thank_you", "well_played", "ouch", "hello", "good_night"];
export const EMOTES = ["clover", "smile", "heart", "star", "frown"] as const satisfies readonly Phrase[];

export function wordsOf(line: TalkLine): string {
  return line.words || (line.phrase ? say(`talk.${line.phrase}`) : "");
}

/** The words that people said a moment ago, by name, to show where they stand. */
export function lately(lines: readonly TalkLine[], now: number): Map<string, string> {
  return new Map(lines.filter((line) => now - line.at < SHOWN_MS).map((line) => [line.person, wordsOf(line)]));
}
