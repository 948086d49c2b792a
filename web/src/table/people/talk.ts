/** Talk around a table: how it reads, and who may take part. */

import { PHRASES, type TalkLine } from "../../wire/messages";

const SHOWN_MS = 5000;

export type Phrase = keyof typeof PHRASES;

/** The phrases that are pictures, which need a label. */
export const EMOTES = ["clover", "smile", "heart", "star", "frown"] as const satisfies readonly Phrase[];
export const SAYINGS = (Object.keys(PHRASES) as Phrase[]).filter((phrase) => !EMOTES.some((emote) => emote === phrase));

export function wordsOf(line: TalkLine): string {
  return line.words || (line.phrase ? PHRASES[line.phrase] : "");
}

/** The words that people said a moment ago, by name, to show where they stand. */
export function lately(lines: readonly TalkLine[], now: number): Map<string, string> {
  return new Map(lines.filter((line) => now - line.at < SHOWN_MS).map((line) => [line.person, wordsOf(line)]));
}
