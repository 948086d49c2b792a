// Writes the types of all that the page and the server say to each other, and the constants that both need,
// from the server's own description:
//
//     bankcraps schema --addresses | node scripts/types.mjs src/wire/messages.ts

import { writeFileSync } from "node:fs";
import { text as textOf } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const [file] = process.argv.slice(2);
const described = JSON.parse((await textOf(process.stdin)).replaceAll("#/components/schemas/", "#/$defs/"));
if (!file || !described.components) {
  console.error("Usage: bankcraps schema --addresses | node scripts/types.mjs src/wire/messages.ts");
  process.exit(2);
}

const wagers = { title: "Wager", type: "string", enum: [] };

/** Gives each list of all wagers the one name Wager, leaves out defaults, which would copy types, and writes pairs as the compiler reads them. */
function tidied(node) {
  if (Array.isArray(node)) return node.map(tidied);
  if (node === null || typeof node !== "object") return node;
  if (node.enum?.includes("pass") && node.enum.includes("field")) {
    wagers.enum = node.enum;
    return { $ref: "#/$defs/Wager" };
  }
  if (node.prefixItems) return tidied({ type: "array", items: node.prefixItems, minItems: node.minItems, maxItems: node.maxItems });
  const kept = Object.entries(node).filter(([key]) => key !== "default");
  return Object.fromEntries(kept.map(([key, value]) => [key, key === "properties" ? named(value) : key === "enum" ? value : tidied(value)]));
}

/** The same for a table of named parts. A part may be named "default", and is no default value then. */
function named(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, tidied(part)]));
}

const $defs = { ...named(described.components.schemas), Wager: wagers };
const text = await compile({ title: "Wire", $defs, type: "object", additionalProperties: false }, "Wire", {
  additionalProperties: false,
  bannerComment: "// Made by scripts/types.mjs from the server's description of its messages. Do not edit.",
  unreachableDefinitions: true,
  format: true,
  style: { printWidth: 110 },
});
/** The settings of a new table that are yes or no, each as it usually is. */
const asked = Object.entries(described.components.schemas.NewTable.properties).filter(([, one]) => one.type === "boolean");
const TABLE_FLAGS = Object.fromEntries(asked.map(([name, one]) => [name, one.default]));
const constants = Object.entries({ ...described["x-constants"], TABLE_FLAGS }).map(
  ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`,
);
// What the fields mean stands in the server's classes, and not here a second time.
writeFileSync(file, [text.replace(/^ *\/\*\*[^]*?\*\/\n/gm, ""), ...constants].join("\n"));
