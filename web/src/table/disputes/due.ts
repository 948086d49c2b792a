/** The disputes that wait for this person, the oldest first, with what they are about. */

import type { DisputeLine, TableView, You } from "../../wire/messages";

export interface Due {
  number: number;
  by: string;
  about: string;
  role: string;
  /** Whether the chair of that role must be taken first. */
  take: boolean;
}

export function dueDisputes(view: { floor: Pick<TableView["floor"], "disputes"> } | null, you: Pick<You, "disputes">): Due[] {
  return (you.disputes ?? []).flatMap(({ number, role, take = false }) => {
    const found = view?.floor.disputes?.find((one) => one.number === number);
    return found ? [{ number, by: found.by, about: found.about, role, take }] : [];
  });
}

/** The disputes that are new to somebody who has heard of these. A dispute that goes on to another role is new again. */
export function unheard(due: readonly Due[], heard: ReadonlySet<string>): string[] {
  return due.map(({ number, role }) => `${number} ${role}`).filter((key) => !heard.has(key));
}

/** Those that wait for this person, the oldest first; then the others, the latest first. */
export function dueFirst(lines: readonly DisputeLine[], due: readonly number[]): DisputeLine[] {
  const waits = (line: DisputeLine): boolean => due.includes(line.dispute.number);
  return [...lines.filter(waits), ...lines.filter((line) => !waits(line)).reverse()];
}
