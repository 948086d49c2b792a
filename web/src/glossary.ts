/**
 * The words of the game in plain English, one file for the whole page.
 *
 * A sentence here holds at every house. What a house pays and allows is in its rules, and the house says it.
 */

export interface Entry {
  name: string;
  says: string;
  /** Other forms of it in a text. The name itself is one. */
  also?: readonly string[];
  /** Whether it is an ordinary word as well, such as “come”. It is marked only where a text is asked for it. */
  common?: boolean;
}

export const GLOSSARY = {
  across: { name: "across", says: "A place wager on each of the six numbers. With $5 on the others, dealers put $6 on the 6 and the 8: $32 across.", common: true },
  advice: { name: "advice", says: "Odds, edges and hints. Some houses may not tell players any of them.", common: true },
  any_craps: { name: "any craps", says: "A wager that the next throw is a 2, 3 or 12." },
  bank: { name: "bank", says: "The house’s chips, from which it pays. In bank craps everybody plays against the house.", common: true },
  bar: { name: "bar", says: "The total on which a don’t wager neither wins nor loses, such as BAR 12.", common: true },
  boxperson: { name: "boxperson", says: "Sits in the middle of the table, watches the chips and the dice, and decides in the first place.", also: ["boxman"] },
  buy: { name: "buy", says: "A wager that a number comes before a 7. It pays what that is worth, and the house takes a commission for it.", also: ["buy bet", "buys"], common: true },
  call: { name: "call", says: "What the stickperson says of a throw; or what a player says of a wager, such as “off”.", common: true },
  clause: { name: "clause", says: "A numbered part of the house’s own document. Every rule of the table names the one that it comes from.", also: ["clauses"] },
  colour_up: { name: "colour up", says: "To change many small chips for a few large ones, usually before leaving.", also: ["colours up", "color up"] },
  come: { name: "come", says: "A wager like the pass line, made at any later throw. It goes to the number that comes next, and wins if that number comes again before a 7.", common: true },
  come_out: { name: "come-out", says: "The first throw of a round, while there is no point.", also: ["come out", "come-out throw"] },
  commission: { name: "commission", says: "What the house takes for a buy or a lay, often 5%. Players also call it vigorish, or vig.", also: ["vigorish", "vig"] },
  contract: { name: "contract wager", says: "A wager that must stay until a throw decides it, such as a pass wager once there is a point.", also: ["contract wagers"] },
  craps: { name: "craps", says: "A throw of 2, 3 or 12; and the name of the game." },
  dealer: { name: "dealer", says: "Takes and pays the wagers at one end of the table.", also: ["dealers"] },
  dispute: { name: "dispute", says: "A player’s claim that a throw or a pay was wrong. Somebody of the crew decides it, and the log keeps it.", also: ["disputes"] },
  dont: { name: "don’t", says: "A wager against the shooter: don’t pass, don’t come. It wins where the pass line loses, but for one total that is barred.", also: ["don't pass", "don't come"] },
  edge: { name: "house edge", says: "What the house keeps of a wager on average, as a percentage of the bet." },
  field: { name: "field", says: "A wager on the next throw alone: it wins on the totals that are printed there.", common: true },
  fire: { name: "fire", says: "A wager on a whole hand: it pays by how many different points the shooter makes before sevening out.", common: true },
  flat: { name: "flat", says: "The wager that odds lie behind: pass, don’t pass, come or don’t come.", also: ["flat wager"] },
  floorperson: { name: "floorperson", says: "Watches over several tables, and decides what the boxperson cannot." },
  hand: { name: "hand", says: "All throws of one shooter, until a seven-out.", common: true },
  hardway: { name: "hardway", says: "A number as a pair: 2-2, 3-3, 4-4 or 5-5. The wager wins if it comes so before a 7 and before any other way.", also: ["hard way", "hard ways", "hardways"] },
  hop: { name: "hop", says: "A wager that the next throw shows two named faces, such as 4-2.", also: ["hops"], common: true },
  horn: { name: "horn", says: "Four wagers in one on the next throw: 2, 3, 11 and 12, a quarter of the chips on each." },
  horn_high: { name: "horn high", says: "A horn in five parts: two of them on the number that is named." },
  inside: { name: "inside", says: "A place wager on the 5, 6, 8 and 9. With $5 on the others, dealers put $6 on the 6 and the 8: $22 inside.", common: true },
  inspector: { name: "inspector", says: "Sees the books of a table, and says what was found about a complaint." },
  lay: { name: "lay", says: "A wager that a 7 comes before a number: the other side of a buy. It pays less than it risks, and costs a commission.", also: ["lays"], common: true },
  layout: { name: "layout", says: "The print on the felt, with a spot for each wager." },
  limits: { name: "limits", says: "The smallest and the largest wager that the table takes, as its sign says.", common: true },
  natural: { name: "natural", says: "A 7 or an 11 on the come-out: the pass line wins at once.", also: ["naturals"] },
  odds: { name: "odds", says: "More chips behind a line or come wager once its number is known. They pay what the number is worth, so that the house keeps nothing of them." },
  off: { name: "off", says: "A wager that is off stays where it is, and throws do not decide it. On, or working, is the opposite.", also: ["working"], common: true },
  outside: { name: "outside", says: "A place wager on the 4, 5, 9 and 10.", common: true },
  pass: { name: "pass line", says: "The wager most people make: it wins on 7 or 11 at the come-out, loses on 2, 3 or 12, and otherwise wins if the point comes again before a 7.", also: ["win line"], common: true },
  place: { name: "place", says: "A wager that a number comes before a 7. It pays a little less than the number is worth, and costs no commission.", also: ["place bet", "place wager"], common: true },
  point: { name: "point", says: "The number that the come-out threw, if it decided nothing. The shooter then tries to throw it again before a 7.", also: ["points"] },
  press: { name: "press", says: "To add chips to a wager, usually to double it.", common: true },
  proposition: { name: "proposition", says: "A wager in the centre of the layout, mostly on the next throw alone. It pays much and seldom.", also: ["propositions"] },
  puck: { name: "puck", says: "The disc that shows the point: ON lies at the number; OFF means come-out." },
  push: { name: "push", says: "Nobody wins: the wager stays, or comes back.", common: true },
  rail: { name: "rail", says: "Where your chips stand that are not on the layout. The table cannot take these." },
  real: { name: "real dice", says: "Somebody throws dice on a table of their own, and the crew enters what they show.", common: true },
  regress: { name: "regress", says: "To take some chips off a wager that stands, and leave the rest." },
  sealed: { name: "sealed", says: "The house draws the throw before the betting closes, and shows a seal of it. Afterwards it opens the seal, and your browser checks that the throw was not changed.", also: ["sealed dice", "seal"] },
  seven_out: { name: "seven-out", says: "A 7 while there is a point: the line loses, and the dice go to the next shooter.", also: ["seven out", "sevening out"] },
  shooter: { name: "shooter", says: "The player who throws the dice.", also: ["shooters"] },
  stickperson: { name: "stickperson", says: "Stands across from the boxperson, moves the dice with a stick, and calls the throws.", also: ["stickman"] },
  supervisor: { name: "supervisor", says: "Has the last word at the table, within the house’s rules.", also: ["games supervisor", "supervisors"] },
  void: { name: "void", says: "A throw or a wager that does not count: the chips go back.", common: true },
  world: { name: "world", says: "Five wagers in one on the next throw: a horn, and any 7. Also called whirl.", also: ["whirl"] },
  yo: { name: "yo", says: "Eleven, called so that nobody hears seven." },
} as const satisfies Record<string, Entry>;

export type Word = keyof typeof GLOSSARY;

/** The entry of a word. */
export function entryOf(word: Word): Entry {
  return GLOSSARY[word];
}

/** Whether the glossary has a word, such as the name of a kind of wager. */
export function isWord(name: string): name is Word {
  return Object.hasOwn(GLOSSARY, name);
}

/** A piece of a text, and the word of the glossary that it is. */
export interface Piece {
  text: string;
  word: Word | null;
}

const FORMS = new Map(
  (Object.keys(GLOSSARY) as Word[]).flatMap((word) => {
    const { name, also = [] } = entryOf(word);
    return [name, ...also].map((form): [string, Word] => [form.toLowerCase(), word]);
  }),
);

/** Every form of every word, the longest first: "horn high" is not a horn. */
const ANY = new RegExp(`(?<![\\w-])(${[...FORMS.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\w-])`, "giu");

/**
 * A text in pieces, where the first mention of each word of the glossary is one.
 *
 * @param words the words that are looked for; if left out, all but ordinary ones
 */
export function marked(text: string, words?: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  const seen = new Set<Word>();
  let from = 0;
  for (const { 0: form, index } of text.matchAll(ANY)) {
    const word = FORMS.get(form.toLowerCase());
    if (!word || seen.has(word) || !(words ? words.includes(word) : !entryOf(word).common)) continue;
    seen.add(word);
    if (index > from) pieces.push({ text: text.slice(from, index), word: null });
    pieces.push({ text: form, word });
    from = index + form.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), word: null });
  return pieces;
}
