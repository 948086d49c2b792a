/**
 * Edits of a system's text through its slots. The house says where the slots are, in characters, and what may stand in
 * them; an edit replaces a part of the text, and the house reads the text again.
 */

import type { Slot, SlotAdd, SlotChoice, SlotRule, SystemSlots, TextSpan } from "../../wire/lab";

/** New words for a part of the text. */
export interface Edit extends TextSpan {
  words: string;
}

/** The parts of a slot, in order: words, and the slots inside it. */
export type Piece = { words: string } | { slot: Slot; before: string };

/** A part of a text. Python counts characters, and a string of a page has two units for some of them. */
export function cut(text: string, start: number, end?: number): string {
  return Array.from(text).slice(start, end).join("");
}

/** The text after edits that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  // An addition at the start of another edit comes before it.
  const backwards = [...edits].sort((one, other) => other.start - one.start || other.end - one.end);
  return backwards.reduce((left, { start, end, words }) => cut(left, 0, start) + words + cut(left, end), text);
}

/** Edits of the same text with one more. What it replaces is not edited any more. */
export function withEdit(edits: readonly Edit[], next: Edit): Edit[] {
  const same = (one: Edit): boolean => one.start === next.start && one.end === next.end;
  const apart = (one: Edit): boolean => !same(one) && (one.end <= next.start || next.end <= one.start);
  return [...edits.filter(apart), next];
}

/** Where a place of a text is after edits of it. A place whose words are replaced is at the start of the new ones. */
function placeAfter(edits: readonly Edit[], place: number): number {
  const shift = ({ start, end, words }: Edit): number => (end <= place ? Array.from(words).length - (end - start) : Math.min(start - place, 0));
  return edits.reduce((moved, edit) => moved + (edit.start <= place ? shift(edit) : 0), place);
}

/** Whether each rule of a text has the number that it had before edits. */
export function sameRules(before: readonly TextSpan[], edits: readonly Edit[], now: readonly TextSpan[]): boolean {
  return before.length === now.length && before.every(({ start }, number) => placeAfter(edits, start) === now[number]?.start);
}

/** Two parts of a text change places; what stands between them stays. */
export function swap(text: string, first: TextSpan, second: TextSpan): Edit {
  const words = cut(text, second.start, second.end) + cut(text, first.end, second.start) + cut(text, first.start, first.end);
  return { start: first.start, end: second.end, words };
}

/** A part of the text that changes places with its neighbour. */
export interface Move {
  /** The list that it is in: the rules, or the steps of one. */
  list: string;
  index: number;
  by: -1 | 1;
}

/** A move of a part that stands elsewhere once another move is done. */
export function after(done: Move, { list, index, by }: Move): Move {
  const [from, to] = [done.index, done.index + done.by];
  const there = list !== done.list ? index : index === from ? to : index === to ? from : index;
  return { list, index: there, by };
}

/** The name of a choice at a place of the text. It stays the same when other parts of the text change. */
export function choiceAt(add: SlotAdd, choice: SlotChoice): string {
  return [add.kind, add.says, choice.text].join("\n");
}

export function adding(add: SlotAdd, choice: SlotChoice): Edit {
  return { start: add.at, end: add.at, words: (add.before ?? "") + choice.text + (add.after ?? "") };
}

/** The words and slots in a slot. Where a choice says what the slot is, its first words need not be repeated. */
export function piecesOf(text: string, slot: Slot, chosen: boolean): Piece[] {
  const pieces: Piece[] = [];
  let at = slot.start;
  let before = "";
  for (const inside of slot.slots ?? []) {
    const words = shown(cut(text, at, inside.start));
    if (words && !(chosen && at === slot.start)) pieces.push({ words });
    before = words;
    pieces.push({ slot: inside, before });
    at = inside.end;
  }
  const rest = shown(cut(text, at, slot.end));
  if (rest && !(chosen && at === slot.start)) pieces.push({ words: rest });
  return pieces;
}

/** The words between slots; nothing for a mark alone, which says nothing there, but for brackets. */
function shown(between: string): string {
  return /[\p{L}\p{N}()]/u.test(between) ? between.trim() : "";
}

/** The additions at each place, in the order of the text. */
export function placesOf(adds: readonly SlotAdd[]): SlotAdd[][] {
  const places = [...new Set(adds.map(({ at }) => at))].sort((one, other) => one - other);
  return places.map((place) => adds.filter(({ at }) => at === place));
}

/** The reason why the text is no system, if that is in this rule. */
export function wrongIn(found: SystemSlots, rule: SlotRule): string {
  const at = found.wrong?.at;
  return at && rule.start <= at.start && at.start <= rule.end ? (found.wrong?.says ?? "") : "";
}
