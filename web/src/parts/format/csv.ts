/** Tables as text for spreadsheets, as RFC 4180 describes them. */

/** Rows as text. A list is its words with spaces between, and a value that is not there is empty. */
export function csvOf(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(written(value))).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet would take for a formula, with an apostrophe before it. */
export function noFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return value === undefined || value === null ? "" : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
