// Check the dice of a night: node check_dice.js night.jsonl. It shares no code with Bankcraps.
const { createHash, createHmac } = require("crypto"), { isDeepStrictEqual: same } = require("util");

// The only way of a throw: its state and what a row says of it, and its next state.
const WAY = {
  "open commitment_shown": "sealed", "sealed seed_given": "sealed",
  "sealed seeds_locked": "locked", "locked roll": "rolled", "rolled secret_shown": "open",
  "sealed withheld": "open", "locked withheld": "open", "off withheld": "open",
  "sealed secret_lost": "open", "locked secret_lost": "open", "off secret_lost": "open",
};
const WATCHED = Object.keys(WAY).map((each) => each.split(" ")[1]);
const ENTRIES = WATCHED.filter((each) => each !== "roll" && each !== "withheld");

// The acts that may come when a throw is locked, and when it was called off; and all other entries.
const LOCKED = `roll no_roll invalidate throw no_answer inspect die_lost new_set sit leave buy_in cash_out
  colour_up post_sign set_limits own_limits close issue_token exclude vacate warn dispute decide investigate
  ask_review award`.split(/\s+/);
const LATE = { locked: LOCKED, off: [...LOCKED, "choose", "decline", "pass_dice", "order_pass"] };
const OTHERS = `acted table_opened phase_began chair_taken chair_given chair_offered chair_offer_ended sat_out
  said_ready waiting place_offered bot_seated bot_dismissed system_started system_stopped dealt`.split(/\s+/);
const NEVER = 253402300800000; // the year 10000, in milliseconds

function must(fact, wrong) {
  if (!fact) throw new Error(`row ${seq}: ${wrong}`);
}

const sha256 = (data) => createHash("sha256").update(data).digest("hex");

// JSON.parse drops the first of two values under one key. Then the row has fewer keys than its text.
function keysIn(value) {
  if (!value || typeof value !== "object") return 0;
  return Object.values(value).reduce((sum, part) => sum + keysIn(part) + !Array.isArray(value), 0);
}

function words({ player, seed }) {
  const texts = typeof player === "string" && typeof seed === "string";
  must(texts && /^[^\p{C}\p{Z}]+ [^\p{C}\p{Z}]{1,64}$/u.test(`${player} ${seed}`), "a seed is one short word");
  return `${player} ${seed}`;
}

function throwOf(secret, bytes = []) {
  const players = locked.map((one) => Buffer.from(one)).sort(Buffer.compare);
  const message = ["bankcraps dice 1", table, number, ...players].map((line) => `${line}\n`).join("");
  for (let n = 0; bytes.length < 2; n++)
    bytes.push(...createHmac("sha256", secret).update(message + n).digest().filter((byte) => byte < 252));
  return { a: (bytes[0] % 6) + 1, b: (bytes[1] % 6) + 1 };
}

let seq = 0, at = 0, gone = 0, number = 0, state = "open", thrown, commitment, given, locked = [], rolled, table;
try {
  const [first, ...rows] = require("fs").readFileSync(process.argv[2], "utf8").replace(/\n$/, "").split("\n");
  const last = rows.pop();
  ({ table } = JSON.parse(first));
  let head = sha256(`bankcraps log 1\n${table}\n`);
  const whole = `{"bankcraps_log":1,"table":"${table}","after":0,"hash":"${head}"}`;
  must(first === whole, "this is not the first line of a whole log");
  for (const line of rows) {
    seq += 1;
    const body = line.slice(81, -1);
    head = sha256(`${head}\n${body}`);
    must(line === `{"hash":"${head}","row":${body}}`, "it was changed, or a row above it");
    const tokens = body.match(/"(?:[^"\\]|\\.)*"(\s*:)?|-?[0-9][0-9.eE+-]*/g) ?? [];
    const digits = tokens.every((text) => text.startsWith('"') || /^-?[0-9]{1,15}$/.test(text));
    must(digits, "a number is not written in at most 15 digits");
    const row = JSON.parse(body), { entry } = row, before = at;
    const { event, type: kind, withheld = "", seeds = [] } = entry;
    const keys = tokens.filter((text) => text.endsWith(":")).length;
    must(keys === keysIn(row), "a key is there twice, so the row can be read in two ways");
    const what = kind === "acted" ? event.type : kind === "secret_shown" && withheld !== "" ? "withheld" : kind;
    must(typeof what === "string" && typeof withheld === "string", "it cannot be read");
    at = row.at;
    must(row.table === table && row.seq === seq, "it says that it is of another table or place");
    must(Number.isInteger(at) && before <= at && at < NEVER, "it has a time that cannot be");
    must(ENTRIES.includes(kind) || OTHERS.includes(kind), "a table with sealed dice has no such entry");
    const fits = kind === "acted" ? !ENTRIES.includes(what) && what !== "withheld" : event === undefined;
    must(fits, "an act is in an entry of another type");
    must((kind === "table_opened") === (seq === 1), "only the first row opens the table");
    must(seq > 1 || [undefined, "sealed"].includes(entry.settings.dice), "nobody can prove real dice");
    must(what !== "correct", "a throw of sealed dice was corrected");
    must(state !== "rolled" || !event, "the secret of a throw that counted is not shown at once");
    must(!event || (LATE[state] ?? [what]).includes(what), `${what} after the lock`);
    must(what !== "throw" || !thrown, "it is thrown twice");
    thrown ||= what === "throw";
    gone += state in LATE && ["leave", "exclude", "vacate"].includes(what);
    if (state === "locked" && ["no_roll", "invalidate"].includes(what)) state = "off";
    if (WATCHED.includes(what)) {
      must(`${state} ${what}` in WAY, `${what} cannot come while a throw is ${state}`);
      state = WAY[`${state} ${what}`];
      thrown &&= state !== "open";
      number += what === "commitment_shown";
      must(event || kind === "seed_given" || entry.number === number, `it is not about throw ${number}`);
    }
    if (what === "commitment_shown") {
      [commitment, given] = [entry.commitment, new Map()];
    } else if (what === "seed_given") {
      given.set(entry.player, words(entry));
    } else if (what === "seeds_locked") {
      locked = seeds.map(words);
      must(same([...locked].sort(), [...given.values()].sort()), "players gave other seeds than these");
    } else if (what === "roll") {
      must(same(event.by, { role: "dice" }), "somebody reports a throw of sealed dice");
      rolled = event.throw;
    } else if (what === "secret_lost") {
      console.log(number, "never shown: the house says that it lost the secret");
    } else if (kind === "secret_shown") {
      const secret = Buffer.from(entry.secret, "hex");
      const fits = secret.toString("hex") === entry.secret && sha256(secret) === commitment;
      must(fits, "this secret was not sealed");
      must(what === "withheld" || same(rolled, throwOf(secret)), "the secret gives another throw");
      console.log(number, what === "withheld" ? what : `${rolled.a}-${rolled.b}, seeds: ${locked.length}`);
    }
  }
  must(last === `{"rows":${seq},"head":"${head}"}`, "the log ends otherwise than its last line says");
  must(state !== "rolled", "the log ends before the secret of a throw that counted");
  if (state in LATE) console.log(number, "locked and not shown yet");
  if (gone) console.log(gone, "gone after a throw was fixed, before it counted");
  console.log(`good up to row ${seq}, head ${head}`);
} catch (error) {
  throw error.constructor === Error ? error : new Error(`row ${seq}: it cannot be read`);
}
