/** The floors of the page, and the imports that break them: an import goes down, and never up or sideways. */

import { parse } from "svelte/compiler";
import ts from "typescript";

/**
 * The rooms from the top floor down. A room imports only from the floors below it; rooms on one floor do not know each
 * other. A room is a folder without those inside it, or a file that is in no folder.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ["main"],
  ["App"],
  ["lessons", "school"],
  ["drill", "guide", "lab/best", "lab/duel", "lab/session", "lab/watch", "lab/wagers", "lobby", "profile", "rules", "settings"],
  ["lab"],
  ["lab/form"],
  ["lab/slots"],
  ["lab/answer", "lab/charts", "lab/question", "lab/saving"],
  ["lab/figures"],
  ["table"],
  ["table/autopilot", "table/bots", "table/crew", "table/dealing", "table/disputes", "table/fairness", "table/history", "table/keys", "table/people", "table/rail", "table/result", "table/wagers"],
  ["table/acts", "table/pace"],
  ["table/refusals", "table/replay"],
  ["table/state"],
  ["table/sealed"],
  ["felt", "pictures"],
  ["parts/person", "parts/sharing", "parts/terms", "parts/clauses"],
  ["parts/forms", "parts/refusals"],
  ["parts/format"],
  ["device"],
  ["wire"],
  ["words", "glossary"],
];

/** The room of a file, which is named from `src`. */
export function roomOf(file: string): string {
  const end = file.lastIndexOf("/");
  return end < 0 ? file.replace(/(\.test)?\.(ts|svelte)$/, "") : file.slice(0, end);
}

/** All that a file imports: types too, what it loads late, and what it passes on. */
export function importsOf(file: string, code: string): string[] {
  if (file.endsWith(".ts")) return ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName);
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, source, argument } = node as { type?: string; source?: unknown; argument?: unknown };
    const from = Object(type === "TSImportType" ? argument : source) as { value?: unknown };
    if (/^(Import|Export|TSImport)/.test(type ?? "") && typeof from.value === "string") found.push(from.value);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parse(code, { modern: true }));
  return found;
}

/** Every import that goes up or sideways, and every file whose room has no floor. */
export function wrongImports(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, code]) => {
    const floor = floorOf(file);
    if (floor < 0) return `${file}: ${roomOf(file)} has no floor`;
    return importsOf(file, code).flatMap((from) => {
      const imported = from.startsWith(".") ? new URL(from, `file:///src/${file}`).pathname : "";
      if (!imported.startsWith("/src/") || imported.endsWith(".css")) return [];
      const name = imported.slice("/src/".length);
      return roomOf(name) === roomOf(file) || floorOf(name) > floor ? [] : `${file} imports ${name}`;
    });
  });
}

function floorOf(file: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));
}
