// Check the dice of a night: node check_dice.js night.jsonl
const { createHash, createHmac } = require("crypto"), { deepEqual } = require("assert");
function throwOf(secret, table, number, seeds, bytes = []) {
  const players = seeds.map((one) => Buffer.from(`${one.player} ${one.seed}`)).sort(Buffer.compare);
  const message = ["bankcraps dice 1", table, number, ...players].map((line) => `${line}\n`).join("");
  for (let n = 0; bytes.length < 2; n++)
    bytes.push(...createHmac("sha256", secret).update(message + n).digest().filter((byte) => byte < 252));
  return bytes.slice(0, 2).map((byte) => (byte % 6) + 1);
}
let sealed, seeds, rolled;
for (const line of require("fs").readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { table, entry = {} } = JSON.parse(line).row ?? {}, { type, number, withheld } = entry;
  if (type === "commitment_shown") [sealed, seeds, rolled] = [entry.commitment, null, null];
  if (type === "seeds_locked") seeds = entry.seeds ?? [];
  if (type === "acted" && entry.event.type === "roll") rolled = [entry.event.throw.a, entry.event.throw.b];
  if (type !== "secret_shown") continue;
  const secret = Buffer.from(entry.secret, "hex"), hash = createHash("sha256").update(secret).digest("hex");
  deepEqual([hash, withheld ? null : throwOf(secret, table, number, seeds)], [sealed, rolled], `throw ${number}`);
  console.log(number, withheld ? `withheld: ${withheld}` : rolled.join("-"));
}
