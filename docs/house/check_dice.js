// Check the dice of a night: node check_dice.js night.jsonl
const { createHash, createHmac } = require("crypto"), { deepEqual, equal } = require("assert");

function throwOf(secret, table, number, seeds, faces = []) {
  const players = seeds.map((one) => Buffer.from(`${one.player} ${one.seed}`)).sort(Buffer.compare);
  const message = ["bankcraps dice 1", table, number, ...players].map((line) => `${line}\n`).join("");
  for (let n = 0; faces.length < 2; n++)
    for (const byte of createHmac("sha256", secret).update(message + n).digest())
      if (byte < 252) faces.push((byte % 6) + 1);
  return { a: faces[0], b: faces[1] };
}
let sealed, seeds, rolled;
for (const line of require("fs").readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { table, entry = {} } = JSON.parse(line).row ?? {}, { number, withheld } = entry;
  if (entry.type === "commitment_shown") [sealed, seeds, rolled] = [entry.commitment, null, null];
  if (entry.type === "seeds_locked") seeds = entry.seeds ?? [];
  if (entry.type === "acted" && entry.event.type === "roll") rolled = entry.event.throw;
  if (entry.type !== "secret_shown") continue;
  const secret = Buffer.from(entry.secret, "hex");
  equal(createHash("sha256").update(secret).digest("hex"), sealed, `throw ${number} was not sealed`);
  const faces = withheld ? null : throwOf(secret, table, number, seeds);
  deepEqual(faces, rolled, `the secret of throw ${number} gives another throw`);
  console.log(number, withheld ? `withheld: ${withheld}` : `${faces.a}-${faces.b}`);
}
