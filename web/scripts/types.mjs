// Writes src/wire/messages.ts, the types of the server's messages, from their JSON Schema on standard input:
//
//     bankcraps schema --messages | node scripts/types.mjs

import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(readFileSync(0, "utf8"));

/** Gives each list of all wagers the one name Wager, and leaves out defaults, which would copy types. */
function tidied(node) {
  if (Array.isArray(node)) return node.map(tidied);
  if (node === null || typeof node !== "object") return node;
  if (node.enum?.includes("pass") && node.enum.includes("field")) {
    schema.$defs.Wager ??= { title: "Wager", type: "string", enum: node.enum };
    if (node !== schema.$defs.Wager) return { $ref: "#/$defs/Wager" };
  }
  const kept = Object.entries(node).filter(([key]) => key !== "default" || node.type === "object");
  return Object.fromEntries(kept.map(([key, value]) => [key, key === "enum" ? value : tidied(value)]));
}

const defs = tidied(schema.$defs);
const wire = { ...defs, Wager: schema.$defs.Wager };
const text = await compile({ title: "Wire", $defs: wire, type: "object", additionalProperties: false }, "Wire", {
  additionalProperties: false,
  bannerComment: "// Made by scripts/types.mjs from the JSON Schema of the server's messages. Do not edit.",
  unreachableDefinitions: true,
  format: true,
  style: { printWidth: 110 },
});
writeFileSync(new URL("../src/wire/messages.ts", import.meta.url), text);
