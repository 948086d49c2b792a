/** Tables as text for spreadsheets, as RFC 4180 describes them. */

/** Lines with a head that names every field of them. Lists are words with spaces between. */
export function csv(lines: readonly object[]): string {
  const fields = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const rows = lines.map((line) => fields.map((field) => written((line as Record<string, unknown>)[field])));
  return [fields, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return value === undefined || value === null ? "" : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
