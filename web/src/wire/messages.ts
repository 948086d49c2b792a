// Made by scripts/types.mjs from the server's description of its messages. Do not edit.

/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Wager".
 */
export type Wager =
  | "pass"
  | "dont_pass"
  | "pass_odds"
  | "dont_pass_odds"
  | "come"
  | "come 2"
  | "come 3"
  | "come 4"
  | "come 5"
  | "come 6"
  | "come 8"
  | "come 9"
  | "come 10"
  | "come 11"
  | "come 12"
  | "dont_come"
  | "dont_come 2"
  | "dont_come 3"
  | "dont_come 4"
  | "dont_come 5"
  | "dont_come 6"
  | "dont_come 8"
  | "dont_come 9"
  | "dont_come 10"
  | "dont_come 11"
  | "dont_come 12"
  | "come_odds 2"
  | "come_odds 3"
  | "come_odds 4"
  | "come_odds 5"
  | "come_odds 6"
  | "come_odds 8"
  | "come_odds 9"
  | "come_odds 10"
  | "come_odds 11"
  | "come_odds 12"
  | "dont_come_odds 2"
  | "dont_come_odds 3"
  | "dont_come_odds 4"
  | "dont_come_odds 5"
  | "dont_come_odds 6"
  | "dont_come_odds 8"
  | "dont_come_odds 9"
  | "dont_come_odds 10"
  | "dont_come_odds 11"
  | "dont_come_odds 12"
  | "place 2"
  | "place 3"
  | "place 4"
  | "place 5"
  | "place 6"
  | "place 8"
  | "place 9"
  | "place 10"
  | "place 11"
  | "place 12"
  | "place_to_lose 2"
  | "place_to_lose 3"
  | "place_to_lose 4"
  | "place_to_lose 5"
  | "place_to_lose 6"
  | "place_to_lose 8"
  | "place_to_lose 9"
  | "place_to_lose 10"
  | "place_to_lose 11"
  | "place_to_lose 12"
  | "buy 2"
  | "buy 3"
  | "buy 4"
  | "buy 5"
  | "buy 6"
  | "buy 8"
  | "buy 9"
  | "buy 10"
  | "buy 11"
  | "buy 12"
  | "lay 2"
  | "lay 3"
  | "lay 4"
  | "lay 5"
  | "lay 6"
  | "lay 8"
  | "lay 9"
  | "lay 10"
  | "lay 11"
  | "lay 12"
  | "big 6"
  | "big 8"
  | "hard 4"
  | "hard 6"
  | "hard 8"
  | "hard 10"
  | "field"
  | "any_craps"
  | "any_seven"
  | "two"
  | "three"
  | "eleven"
  | "twelve"
  | "craps_eleven"
  | "horn"
  | "horn_high 2"
  | "horn_high 3"
  | "horn_high 11"
  | "horn_high 12"
  | "world"
  | "hop 1-1"
  | "hop 1-2"
  | "hop 1-3"
  | "hop 1-4"
  | "hop 1-5"
  | "hop 1-6"
  | "hop 2-2"
  | "hop 2-3"
  | "hop 2-4"
  | "hop 2-5"
  | "hop 2-6"
  | "hop 3-3"
  | "hop 3-4"
  | "hop 3-5"
  | "hop 3-6"
  | "hop 4-4"
  | "hop 4-5"
  | "hop 4-6"
  | "hop 5-5"
  | "hop 5-6"
  | "hop 6-6"
  | "fire"
  | "make_em_all"
  | "tall"
  | "small"
  | "repeater 2"
  | "repeater 3"
  | "repeater 4"
  | "repeater 5"
  | "repeater 6"
  | "repeater 8"
  | "repeater 9"
  | "repeater 10"
  | "repeater 11"
  | "repeater 12";
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  | Hello
  | Act
  | Say
  | TakeChair
  | GiveChair
  | OfferChair
  | TakeBackChair
  | SitOut
  | Ready
  | Wait
  | GiveSeed
  | EnterThrow
  | ConfirmLate
  | Deal
  | LetGo
  | Talk
  | Mute;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = You | Inspection | Welcome | Happened | Answer | Bye | Servers | Company;

export interface Wire {}
/**
 * A person. The name is empty for somebody who has not signed in.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Who".
 */
export interface Who {
  name?: string;
  roles?: string[];
  guest?: boolean;
  wallet_cents?: number;
}
/**
 * Somebody signs in: a name, and a passphrase if the name is an account's or shall be.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SignIn".
 */
export interface SignIn {
  name: string;
  passphrase?: string;
}
/**
 * The reason why a request was not answered, in a sentence.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  error: string;
  would_do?: string;
  in_place_of?: string;
}
/**
 * It is done.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  done?: boolean;
}
/**
 * A person's own limits as they stand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LimitsNow".
 */
export interface LimitsNow {
  limits: PersonalLimits;
  later?: PersonalLimits | null;
  later_at?: number;
  left?: Allowance;
}
/**
 * The limits that a person sets for themselves.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PersonalLimits".
 */
export interface PersonalLimits {
  loss_cents?: number | null;
  session_minutes?: number | null;
  time_out_until?: number;
}
/**
 * The remaining allowance under a person's own limits.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Allowance".
 */
export interface Allowance {
  may_buy_cents?: number | null;
  may_risk_cents?: number | null;
  session_until?: number | null;
  time_out_until?: number;
  keep_cents?: number;
}
/**
 * The play money that a person gets from the house if they ask now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MoneyOffer".
 */
export interface MoneyOffer {
  amount_cents?: number;
  why?: string;
  again_at?: number;
}
/**
 * A person's evenings.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Profile".
 */
export interface Profile {
  player: string;
  evenings: ProfileEvening[];
  unread: number;
  unreadable: {
    [k: string]: string;
  };
}
/**
 * An evening with the table where it was.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ProfileEvening".
 */
export interface ProfileEvening {
  table: string;
  title: string;
  rules: string;
  house: string;
  evening: Evening;
  wagers: ProfileWager[];
  luck: EveningLuck | null;
  advice_source: string;
}
/**
 * One stay of one person at one table. All money is in cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Evening".
 */
export interface Evening {
  player: string;
  bot: boolean;
  began: number;
  ended: number | null;
  hands: number;
  throws: number;
  longest: number;
  bought_cents: number;
  cashed_cents: number;
  rail_cents: number;
  layout_cents: number;
  result_cents: number;
  other_cents: number;
  wagers: EveningWager[];
}
/**
 * The results of a wager in an evening.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EveningWager".
 */
export interface EveningWager {
  wager: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
}
/**
 * The results of a wager in an evening. Money is in cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ProfileWager".
 */
export interface ProfileWager {
  wager: string;
  name: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
  expected_cents: number | null;
  unknown: string;
}
/**
 * The results of an evening's wagers, beside the average of what their throws would win.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EveningLuck".
 */
export interface EveningLuck {
  net_cents: number;
  expected_cents: number;
  sd_cents: number;
  deviations: number | null;
}
/**
 * Whether a person shares their evenings.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Shared".
 */
export interface Shared {
  key: string;
}
/**
 * The evening at a table, for everybody who played.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SettleUp".
 */
export interface SettleUp {
  title: string;
  house_title: string;
  since: number;
  until: number | null;
  seq: number;
  players: SettleUpLine[];
  house_cents: number;
}
/**
 * The evening of one player, in cents. Somebody who left and came back has one line.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SettleUpLine".
 */
export interface SettleUpLine {
  player: string;
  bot: boolean;
  here: boolean;
  bought_cents: number;
  cashed_cents: number;
  rail_cents: number;
  layout_cents: number;
  result_cents: number;
}
/**
 * The scores of the dealers of a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DealingSummary".
 */
export interface DealingSummary {
  title: string;
  house_title: string;
  dealt: string;
  since: number;
  until: number;
  open: number;
  mine: boolean;
  dealers: DealerScore[];
}
/**
 * The score of a dealer at this table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DealerScore".
 */
export interface DealerScore {
  person: string;
  right?: number;
  wrong?: number;
  off_cents?: number;
  dealt?: number;
  not_done?: number;
  late_ms?: number;
  latest_ms?: number;
  early?: number;
}
/**
 * A line of the lobby.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableLine".
 */
export interface TableLine {
  table: string;
  address?: string;
  rules?: string;
  title?: string;
  limits?: string;
  pace?: ("boxperson" | "clock" | "shooter") | "";
  dice?: ("entered" | "sealed") | "";
  players?: number;
  places?: number;
  point?: number;
  house?: string;
  shooter?: string;
  free?: number;
  sits?: boolean;
  opened?: boolean;
  listed?: boolean;
  dealt?: "" | "free" | "strict";
}
/**
 * A table that was opened.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Opened".
 */
export interface Opened {
  table: string;
}
/**
 * A request to open a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  rules: string;
  options?: {
    [k: string]: string;
  };
  limits?: string;
  chip?: string;
  pace?: "boxperson" | "clock" | "shooter";
  timing?: Timing;
  dice?: "entered" | "sealed";
  title?: string;
  guests?: boolean;
  listed?: boolean;
  hosted?: boolean;
  steady?: boolean;
  dealt?: "" | "free" | "strict";
  calls?: boolean;
  bots?: NewBot[];
}
/**
 * The length of each part of a round, in milliseconds.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Timing".
 */
export interface Timing {
  betting_ms?: number;
  shooter_ms?: number;
  warning_ms?: number;
  throwing_ms?: number;
  paying_ms?: number;
  answer_ms?: number;
  place_ms?: number;
  away_ms?: number;
}
/**
 * A bot that somebody asks for.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewBot".
 */
export interface NewBot {
  name: string;
  system: string;
  bankroll: string;
}
/**
 * The effects of closing a table now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Closing".
 */
export interface Closing {
  refused: string;
  notice: boolean;
  due: number;
  others: string[];
}
/**
 * A house at which a table can be opened.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HouseLine".
 */
export interface HouseLine {
  rules: string;
  title: string;
  about: string;
  document: string;
  wagers: number;
  places: number;
  denominations_cents: number[];
  enters: string[];
  options: OptionLine[];
}
/**
 * A choice that a rulebook leaves to the house.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OptionLine".
 */
export interface OptionLine {
  name: string;
  says: string;
  source: string;
  default: string;
  choices: ChoiceLine[];
}
/**
 * A choice of an option, and the values that it sets.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChoiceLine".
 */
export interface ChoiceLine {
  name: string;
  changes: ChangeLine[];
}
/**
 * A value that a choice sets: its dotted key, what it is about, and the value.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChangeLine".
 */
export interface ChangeLine {
  key: string;
  of: string;
  value: string;
}
/**
 * The rules of a house, with the default of every option.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HouseRules".
 */
export interface HouseRules {
  house: HouseLine;
  digest: string;
  advice: boolean;
  advice_source: string;
  groups: KindGroup[];
  values: ValueLine[];
  clauses: Clause[];
}
/**
 * Kinds of wager that belong together, such as those of the line.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "KindGroup".
 */
export interface KindGroup {
  title: string;
  wagers: KindLine[];
}
/**
 * A kind of wager that a house offers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "KindLine".
 */
export interface KindLine {
  kind: string;
  name: string;
  means: string;
  source: string;
  pays: PayLine[];
  rules: RuleLine[];
}
/**
 * A pay of a wager: on what, as a house prints it, and the clause.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PayLine".
 */
export interface PayLine {
  on: string;
  pay: string;
  clause: string;
}
/**
 * A rule about a wager, such as when it may be made, with its clause or "convention: why".
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RuleLine".
 */
export interface RuleLine {
  label: string;
  says: string;
  source: string;
}
/**
 * A value of the rulebook: its dotted key, what it means, the value and its source.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ValueLine".
 */
export interface ValueLine {
  key: string;
  means: string;
  value: string;
  source: string;
}
/**
 * One clause of a rule document.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Clause".
 */
export interface Clause {
  id: string;
  kind: "fact" | "outside" | "procedure" | "rule";
  says: string;
  why?: string;
  note?: string;
}
/**
 * The house edge of a kind of wager, on the numbers named.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EdgeLine".
 */
export interface EdgeLine {
  kind: string;
  on: string;
  edge: string;
  edge_share: number;
  edge_fraction: string;
  labels: string[];
}
/**
 * Two houses and the values in which they differ, as `bankcraps rules diff` lists them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Comparison".
 */
export interface Comparison {
  first: HouseLine;
  second: HouseLine;
  differences: DifferenceLine[];
}
/**
 * A value that differs between two houses; None where a house has no such value.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DifferenceLine".
 */
export interface DifferenceLine {
  key: string;
  of: string;
  means: string;
  first: string | null;
  second: string | null;
  first_source: string | null;
  second_source: string | null;
}
/**
 * A kind of wager explained.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Explained".
 */
export interface Explained {
  kind: string;
  name: string;
  means: string;
  by: string;
  examples: Example[];
}
/**
 * A wager of a kind in its situations, in the order in which they come.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Example".
 */
export interface Example {
  on: string;
  pictures: Picture[];
}
/**
 * A situation, and what each throw does in it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Picture".
 */
export interface Picture {
  when: string;
  point: number;
  outlook: Outlook;
}
/**
 * The possible effects of the next throw on a wager, and what its player may not do with it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Outlook".
 */
export interface Outlook {
  wager: Wager;
  stake_cents: number;
  chances: Chance[];
  points: number[];
  off: boolean;
  says: string;
  refused?: Refusals;
}
/**
 * The effect of some throws on a wager.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Chance".
 */
export interface Chance {
  on: string;
  result: "back" | "counts" | "loses" | "moves" | "wins";
  net_cents: number;
  fee_cents?: number;
}
/**
 * The reasons for refusing a player's acts on a wager, but for the dice being out.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Refusals".
 */
export interface Refusals {
  press?: Refused | null;
  call?: Refused | null;
  down?: Refused | null;
}
/**
 * The refusal of a command. A refused command changes nothing.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  code: string;
  message: string;
  clause?: string | null;
  limit_cents?: number | null;
  offered_cents?: number | null;
  wager?: Wager | null;
  instead_cents?: number | null;
  to_you?: string;
}
/**
 * A betting system of the library, which a bot can play: its name, what it does, and its rules.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SystemLine".
 */
export interface SystemLine {
  name: string;
  about: string;
  text: string;
}
/**
 * The drill at a house: its levels, chips and wagers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillHouse".
 */
export interface DrillHouse {
  rules: string;
  title: string;
  asks: DrillAsks[];
  families: DrillFamily[];
  amounts: DrillAmounts[];
  most_players: number;
  denominations_cents: number[];
  spots: WagerLine[];
}
/**
 * A kind of question: its name in requests, a title, and what the student does.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillAsks".
 */
export interface DrillAsks {
  asks: string;
  title: string;
  says: string;
}
/**
 * A family of wagers that can be drilled at a house: its name in requests, a title, and its wagers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillFamily".
 */
export interface DrillFamily {
  family: string;
  title: string;
  wagers: string[];
}
/**
 * A choice of amounts, and what it means.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillAmounts".
 */
export interface DrillAmounts {
  amounts: string;
  says: string;
}
/**
 * A wager that the house offers: a spot of its layout.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WagerLine".
 */
export interface WagerLine {
  wager: string;
  kind: string;
  name: string;
  number: number | null;
  dice: string | null;
  bar: number | null;
  pays: PayLine[];
  clause: string;
  odds: string | null;
  times: number;
  exact_cents: number;
  commission: number;
}
/**
 * A layout, a throw, and the questions in order.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillExercise".
 */
export interface DrillExercise {
  seats: Seat[];
  lies: string[];
  puck: number;
  throw: Throw | null;
  call: string;
  throws: Throw[];
  questions: DrillQuestion[];
  others: string[];
}
/**
 * A player at the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Seat".
 */
export interface Seat {
  name: string;
  place: number;
  rail_cents: number;
  wagers?: Standing[];
  tokens_cents?: number[];
  limits?: Limits | null;
  idle?: number;
  earlier?: Earlier[];
}
/**
 * Chips and promotional tokens on one spot of the layout.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Standing".
 */
export interface Standing {
  wager: Wager;
  amount_cents: number;
  call?: ("off" | "on") | null;
  commission_cents?: number;
  tokens_cents?: number[];
  progress?: number[];
  straddles?: boolean;
  withdrawn_cents?: number;
  asked?: boolean;
  unrejected_cents?: number;
  unrejected_tokens_cents?: number[];
}
/**
 * The table's betting limits, in cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Limits".
 */
export interface Limits {
  minimum_cents: number;
  maximum_cents: number;
  unit_cents: number;
}
/**
 * A seat before one of its player's acts. Undo restores it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Earlier".
 */
export interface Earlier {
  rail_cents: number;
  wagers?: Standing[];
  tokens_cents?: number[];
  idle?: number;
  number?: number;
}
/**
 * Two dice at rest. `Throw(4, 3)` and `Throw(3, 4)` differ, but have the same `combination`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Throw".
 */
export interface Throw {
  a: number;
  b: number;
}
/**
 * A question.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillQuestion".
 */
export interface DrillQuestion {
  asks: string;
  family: string;
  kind?: "calls" | "chips" | "keys" | "order" | "settle";
  seat?: string;
  wager?: string;
  amount_cents?: number;
  items?: string[];
  stack_cents?: number[];
}
/**
 * Whether an answer is right, and what is.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DrillCorrection".
 */
export interface DrillCorrection {
  right: boolean;
  correction: Correction;
}
/**
 * The right answer to a question.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Correction".
 */
export interface Correction {
  action: "leave" | "pay" | "say" | "take" | "travel";
  pay_cents: number;
  words: string[];
  sum: string;
  reasons: Reason[];
  stays?: boolean;
  to?: string;
  said?: string;
}
/**
 * A clause of the house, and what it says. The clause is "convention" where the document is silent.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  clause: string;
  says: string;
}
/**
 * A class: its id, its teacher, its name and its students.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Roster".
 */
export interface Roster {
  roster: string;
  teacher: string;
  name: string;
  students: string[];
}
/**
 * A class, as a teacher writes it down, and as it is kept: its name, and the names of its students.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewRoster".
 */
export interface NewRoster {
  name: string;
  students?: string[];
}
/**
 * An exam, as its link shows it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExamCard".
 */
export interface ExamCard {
  exam: string;
  name: string;
  teacher: string;
  made: number;
  rules: string;
  title: string;
  asks: DrillAsks[];
  families: string[];
  amounts: string;
  questions: number;
  minutes: number;
  slow_s: number;
  pass_percent: number;
  sittings: number;
  same: boolean;
  closed: boolean;
  mine: boolean;
  own: OwnSitting[];
  refused: string;
  writing?: number;
  roster?: string;
  students?: string[];
}
/**
 * A sitting of the person who asks: its number, when it began, and what it comes to.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OwnSitting".
 */
export interface OwnSitting {
  attempt: number;
  began: number;
  over: boolean;
  answered: number;
  tally?: Tally | null;
}
/**
 * The result of a sitting, counted from its answers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Tally".
 */
export interface Tally {
  questions: number;
  answered: number;
  right: number;
  wrong: number;
  late: number;
  slow: number;
  percent: number;
  seconds: number;
  over: boolean;
  passed: boolean;
  families: FamilyTally[];
}
/**
 * The answers about a family of wagers, or of another kind: how many, how many right, how many slow.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FamilyTally".
 */
export interface FamilyTally {
  family: string;
  asked: number;
  right: number;
  slow: number;
}
/**
 * An exam that was made: its id, which the link to it has.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExamMade".
 */
export interface ExamMade {
  exam: string;
}
/**
 * A request to make an exam.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewExam".
 */
export interface NewExam {
  name: string;
  house: string;
  options?: string;
  families?: string[];
  amounts?: "even" | "large" | "odd";
  players?: number;
  questions?: number;
  minutes?: number;
  slow_s?: number;
  pass_percent?: number;
  sittings?: number;
  same?: boolean;
  roster?: string;
  asks?: ("calls" | "chips" | "keys" | "order" | "settle")[];
}
/**
 * An exam that the person who asks has begun and whose time runs: its id, its name, and the time left.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExamUnderWay".
 */
export interface ExamUnderWay {
  exam: string;
  name: string;
  left_ms: number;
}
/**
 * The link to a table or an exam.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Invitation".
 */
export interface Invitation {
  link: string;
  everywhere: boolean;
  rows: string[];
}
/**
 * A sitting on the teacher's board.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExamLine".
 */
export interface ExamLine {
  person: string;
  attempt: number;
  began: number;
  last: number;
  tally: Tally;
}
/**
 * A sitting, and its question.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SittingNow".
 */
export interface SittingNow {
  exam: string;
  attempt: number;
  number: number;
  questions: number;
  left_ms: number;
  over: boolean;
  late: string;
  rules: string;
  exercise?: DrillExercise | null;
}
/**
 * A request to begin a sitting, or to go on with it: the student's how many-th it is, from 1.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BeginSitting".
 */
export interface BeginSitting {
  attempt: number;
}
/**
 * An answer.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GiveAnswer".
 */
export interface GiveAnswer {
  attempt: number;
  number: number;
  action: "leave" | "pay" | "say" | "take" | "travel";
  pay_cents?: number;
  said?: string;
}
/**
 * A sitting that is over.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExamResult".
 */
export interface ExamResult {
  card: ExamCard;
  person: string;
  attempt: number;
  began: number;
  ended: number;
  seed: number | null;
  tally: Tally;
  lines: ResultLine[];
  told: boolean;
}
/**
 * A question of a sitting that is over.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ResultLine".
 */
export interface ResultLine {
  asks: string;
  kind: "calls" | "chips" | "keys" | "order" | "settle";
  items: string[];
  dice: string;
  puck: number;
  action: "leave" | "pay" | "say" | "take" | "travel";
  pay_cents: number;
  said: string;
  right: boolean;
  slow: boolean;
  seconds: number;
  correction: Correction;
}
/**
 * A kind of question: the last part of its address, what it answers, and its fields.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LabKind".
 */
export interface LabKind {
  name: string;
  says: string;
  fields: LabField[];
  missing: string;
  parquet: boolean;
}
/**
 * A part of a question: its name, its meaning, its default, and how often it may be said.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LabField".
 */
export interface LabField {
  name: string;
  says: string;
  default: string | null;
  required: boolean;
  most: number;
}
/**
 * The figures of a house's wagers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OddsData".
 */
export interface OddsData {
  schema: "bankcraps.odds/3";
  house: string;
  amount_cents?: number;
  wagers: EdgeData[];
  with_odds?: WithOddsData[];
  refused?: RefusedWagerData[];
}
/**
 * One decision of a wager, as in `WagerEdge`; `label` is the wager with the point it is made on.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EdgeData".
 */
export interface EdgeData {
  label: string;
  wager: string;
  point?: number;
  pays: string;
  clauses: string[];
  amount_cents?: number;
  win: number;
  win_fraction: string;
  lose: number;
  lose_fraction: string;
  push: number;
  push_fraction: string;
  edge: number;
  edge_fraction: string;
  edge_resolved: number;
  edge_resolved_fraction: string;
  edge_outlay: number;
  edge_outlay_fraction: string;
  edge_per_throw: number;
  edge_per_throw_fraction: string;
  throws_per_decision: number;
  throws_per_decision_fraction: string;
  breakage?: number;
  breakage_fraction?: string;
  sd: number;
  skew: number | null;
}
/**
 * A flat wager with odds behind it; `multiple` is null for full odds that differ by number.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WithOddsData".
 */
export interface WithOddsData {
  wager: string;
  odds: string;
  multiple: number | null;
  staked: number;
  staked_fraction: string;
  edge: number;
  edge_fraction: string;
  sd: number;
}
/**
 * A wager that the table does not take for an amount, by its label.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RefusedWagerData".
 */
export interface RefusedWagerData {
  label: string;
  message: string;
}
/**
 * A question that is not answered yet.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LabJob".
 */
export interface LabJob {
  key: string;
  state: "cancelled" | "finished" | "refused" | "waiting" | "working";
  ahead: number;
  done: number;
  of: number;
  note: string;
  question: string;
  command: string;
}
/**
 * The reason why a question has no answer (RFC 9457).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LabProblem".
 */
export interface LabProblem {
  title: string;
  status: number;
  detail: string;
  simulates?: boolean;
  at?: Place | null;
}
/**
 * The place where the words of a system are wrong.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  system: number;
  line?: number;
  column?: number;
  word?: string;
}
/**
 * The cost of the wagers on a layout, each until it is decided; nothing decides those in `undecided`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LayoutCostData".
 */
export interface LayoutCostData {
  schema: "bankcraps.layout/1";
  house: string;
  puck: number;
  amount_cents: number;
  cost_cents: number;
  cost_cents_fraction: string;
  wagers: StandingCostData[];
  undecided: RefusedWagerData[];
}
/**
 * A wager from where it stands; `call` is "on" or "off" if the player called it so.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StandingCostData".
 */
export interface StandingCostData {
  label: string;
  wager: string;
  point?: number;
  pays: string;
  clauses: string[];
  amount_cents?: number;
  win: number;
  win_fraction: string;
  lose: number;
  lose_fraction: string;
  push: number;
  push_fraction: string;
  edge: number;
  edge_fraction: string;
  edge_resolved: number;
  edge_resolved_fraction: string;
  edge_outlay: number;
  edge_outlay_fraction: string;
  edge_per_throw: number;
  edge_per_throw_fraction: string;
  throws_per_decision: number;
  throws_per_decision_fraction: string;
  breakage?: number;
  breakage_fraction?: string;
  sd: number;
  skew: number | null;
  call?: string;
  paid_cents?: number;
  cost_cents: number;
  cost_cents_fraction: string;
}
/**
 * The edges of wagers, house by house.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OddsComparedData".
 */
export interface OddsComparedData {
  schema: "bankcraps.odds_compared/3";
  houses: string[];
  wagers: WagerByHouseData[];
}
/**
 * A wager at each house, the lowest edge first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WagerByHouseData".
 */
export interface WagerByHouseData {
  label: string;
  wager: string;
  point?: number;
  houses: EdgeAtHouseData[];
}
/**
 * The edge of a wager at a house, per unit wagered and laid out, with its pay and clauses.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EdgeAtHouseData".
 */
export interface EdgeAtHouseData {
  house: string;
  edge: number;
  edge_fraction: string;
  edge_outlay: number;
  edge_outlay_fraction: string;
  pays: string;
  clauses: string[];
}
/**
 * The length of a shooter's hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HandData".
 */
export interface HandData {
  schema: "bankcraps.hand/3";
  house: string;
  mean: number;
  mean_fraction: string;
  variance: number;
  variance_fraction: string;
  sd: number;
  median: number;
  at_least?: number;
  p_at_least?: number;
  p_at_least_fraction?: string;
  points_made: PointsMadeData;
  distinct_points: DistinctPointsData;
  passes: InARowData;
  passes_before_seven_out: PassesInHandData;
  round: RoundData;
  distribution: LengthData[];
}
/**
 * The points of a hand; `p_point` is the probability that a point is made.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PointsMadeData".
 */
export interface PointsMadeData {
  mean: number;
  mean_fraction: string;
  p_point: number;
  p_point_fraction: string;
  distribution: PointsData[];
}
/**
 * The probability that a hand makes this number of points.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PointsData".
 */
export interface PointsData {
  points: number;
  chance: number;
  chance_fraction: string;
}
/**
 * The different points that a hand makes.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DistinctPointsData".
 */
export interface DistinctPointsData {
  mean: number;
  mean_fraction: string;
  distribution: PointsData[];
}
/**
 * The probability that pass wins, and that it wins several times in a row.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "InARowData".
 */
export interface InARowData {
  chance: number;
  chance_fraction: string;
  in_a_row: PassesData[];
}
/**
 * The probability that pass wins this number of times in a row.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PassesData".
 */
export interface PassesData {
  passes: number;
  chance: number;
  chance_fraction: string;
}
/**
 * The rounds that pass wins before the seven-out.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PassesInHandData".
 */
export interface PassesInHandData {
  mean: number;
  mean_fraction: string;
  distribution: PassesData[];
}
/**
 * The length of a round on the line; `at_least` has the probabilities of so many throws or more.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoundData".
 */
export interface RoundData {
  mean: number;
  mean_fraction: string;
  at_least: LengthData[];
}
/**
 * The probability that a hand lasts this number of throws.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LengthData".
 */
export interface LengthData {
  throws: number;
  chance: number;
  chance_fraction: string;
}
/**
 * The size of a Markov chain; `transitions` counts throws of equal result once.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChainData".
 */
export interface ChainData {
  schema: "bankcraps.chain/3";
  house: string;
  system: string;
  states: number;
  states_leaving: number;
  post_decision_states: number;
  transitions: number;
  money_step_cents: number;
  largest_swing_cents: number;
  cash_needed_cents: number;
  sums_below_cents?: number;
  refusals: UsualRefusalData[];
}
/**
 * A refusal that a system meets at a house.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "UsualRefusalData".
 */
export interface UsualRefusalData {
  code: string;
  message: string;
}
/**
 * The averages of a system that plays on for ever and can always pay.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LongRunData".
 */
export interface LongRunData {
  schema: "bankcraps.long_run/1";
  house: string;
  system: string;
  rates: {
    [k: string]: RateData;
  };
  edge: number;
  on_layout_cents: number;
  wagers: WagerCostData[];
  refusals: RefusalRateData[];
  layouts: LayoutData[];
  error_bound: number;
  by_rule?: RuleCostData[];
}
/**
 * The long run of a throw, a decision or a hand; n of them spread by `sd` times root n.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RateData".
 */
export interface RateData {
  throws: number;
  action_cents: number;
  gain_cents: number;
  sd_cents: number;
  gain_bound_cents: number;
  sd_bound_cents: number;
}
/**
 * One wager's part in a session.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WagerCostData".
 */
export interface WagerCostData {
  wager: string;
  action_cents: number;
  cost_cents: number;
  edge: number;
  edge_se?: number;
}
/**
 * A refusal by the house, and how often it occurs in a session.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RefusalRateData".
 */
export interface RefusalRateData {
  code: string;
  message: string;
  times: number;
}
/**
 * A layout before the betting, with its share of the throws; `puck` is 0 while it is off.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LayoutData".
 */
export interface LayoutData {
  puck: number;
  wagers: StandingData[];
  share: number;
}
/**
 * A wager that stands; `call` is a button's word, or empty.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StandingData".
 */
export interface StandingData {
  wager: string;
  amount_cents: number;
  call: string;
}
/**
 * One rule of a system: how often it fires, and its action, cost and edge, as in `RuleCost`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RuleCostData".
 */
export interface RuleCostData {
  number: number;
  rule: string;
  stage: string | null;
  times: number;
  action_cents: number;
  cost_cents: number;
  edge: number;
}
/**
 * A session solved exactly; `error_bound` bounds the error of every probability.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SessionData".
 */
export interface SessionData {
  schema: "bankcraps.session/3";
  house: string;
  system: string;
  bankroll_cents: number;
  goal_cents: number | null;
  floor_cents: number;
  limit: {
    [k: string]: number;
  } | null;
  let_it_ride: boolean;
  stops_ahead_cents?: number;
  stops_behind_cents?: number;
  beyond_cents?: number;
  ends: {
    [k: string]: number;
  };
  taken_home?: number;
  mean_cents: number;
  sd_cents: number;
  skew?: number | null;
  excess_kurtosis?: number | null;
  quantiles_cents: {
    [k: string]: number;
  };
  p_ahead: number;
  throws: ThrowsData;
  action_cents: number | null;
  cost_cents: number;
  wagers: WagerCostData[] | null;
  refusals: RefusalRateData[] | null;
  goal_when?: RuinData | null;
  ruin_when: RuinData | null;
  highest: MoneyData | null;
  lowest: MoneyData | null;
  distribution?: FinalsData;
  ruin_when_distribution?: RuinsData | null;
  error_bound: number;
  mean_bound_cents?: number | null;
  sd_bound_cents?: number | null;
  cost_bound_cents?: number | null;
  drawdown?: MoneyData;
  covariances?: CovariancesData;
  streaks?: StreaksData;
  by_rule?: RuleCostData[];
}
/**
 * Throws of a session; `sd` is null if unknown, `se` is the standard error of a simulated mean.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowsData".
 */
export interface ThrowsData {
  mean: number;
  sd?: number | null;
  se?: number;
}
/**
 * The time of the goal, or of ruin or falling below the floor, in throws, decisions or shooters.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RuinData".
 */
export interface RuinData {
  counted: string;
  mean: number;
  quantiles: {
    [k: string]: number;
  };
}
/**
 * A distribution of money in short; the quantiles by their share.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MoneyData".
 */
export interface MoneyData {
  mean_cents: number;
  sd_cents: number;
  quantiles_cents: {
    [k: string]: number;
  };
}
/**
 * Every final bankroll with its probability, or its share of the sessions.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FinalsData".
 */
export interface FinalsData {
  final_cents: number[];
  chance: number[];
}
/**
 * Every time at which ruin can come, with its probability.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RuinsData".
 */
export interface RuinsData {
  counted: string;
  when: number[];
  chance: number[];
}
/**
 * The covariances of the results of wagers in a session, by their order in `wagers`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CovariancesData".
 */
export interface CovariancesData {
  wagers: string[];
  cents_squared: number[][];
}
/**
 * The longest runs: throws that lost or won money, seven-outs, and points made in a row.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StreaksData".
 */
export interface StreaksData {
  losses: StreakData;
  wins: StreakData;
  seven_outs: StreakData;
  points_made: StreakData;
}
/**
 * The longest run of a session: `at_least` has the chances of 1 or more, 2 or more, and so on.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StreakData".
 */
export interface StreakData {
  mean: number;
  at_least: number[];
}
/**
 * A session without goal and length that lasts infinitely many throws on average.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EndlessSessionData".
 */
export interface EndlessSessionData {
  schema: "bankcraps.endless_session/2";
  house: string;
  system: string;
  bankroll_cents: number;
  floor_cents: number;
  let_it_ride: boolean;
  p_ruin_or_floor: number;
  p_never: number;
  gain_per_throw_cents: number;
  error_bound: number;
}
/**
 * One session with different bankrolls.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RiskData".
 */
export interface RiskData {
  schema: "bankcraps.risk/3";
  house: string;
  system: string;
  floor_cents: number;
  limit: {
    [k: string]: number;
  } | null;
  bankrolls: BankrollData[];
}
/**
 * The results of one bankroll.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BankrollData".
 */
export interface BankrollData {
  risk?: number;
  bankroll_cents: number;
  p_ruin_or_floor: number;
  p_ahead: number;
  mean_cents: number;
  sd_cents: number;
}
/**
 * Sessions played. A key with `_se` has the standard error of the figure of that name.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SimulateData".
 */
export interface SimulateData {
  schema: "bankcraps.simulate/3";
  house: string;
  system: string;
  bankroll_cents: number;
  goal_cents: number | null;
  floor_cents: number;
  limit: {
    [k: string]: number;
  } | null;
  let_it_ride: boolean;
  stops_ahead_cents?: number;
  stops_behind_cents?: number;
  beyond_cents?: number;
  ends: {
    [k: string]: number;
  };
  taken_home?: number;
  mean_cents: number;
  sd_cents: number;
  skew?: number | null;
  excess_kurtosis?: number | null;
  quantiles_cents: {
    [k: string]: number;
  };
  p_ahead: number;
  throws: ThrowsData;
  action_cents: number | null;
  cost_cents: number;
  wagers: WagerCostData[] | null;
  refusals: RefusalRateData[] | null;
  goal_when?: RuinData | null;
  ruin_when: RuinData | null;
  highest: MoneyData | null;
  lowest: MoneyData | null;
  distribution?: FinalsData;
  ruin_when_distribution?: RuinsData | null;
  sessions: number;
  seed: number;
  interrupted: boolean;
  note: string;
  error_bound?: null;
  unseen_95: number;
  edge_se: number | null;
  ends_se: {
    [k: string]: number;
  };
  mean_se_cents: number | null;
  sd_se_cents: number;
  highest_se_cents: number | null;
  lowest_se_cents: number | null;
  p_ahead_se: number;
  action_se_cents: number | null;
  cost_se_cents: number | null;
  skewed?: string[];
  quantiles_95_cents: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number, number | null];
  };
  metrics: {
    [k: string]: MetricData;
  };
  per_shooter: PerShooterData | null;
}
/**
 * A metric of simulated sessions in short: of money, or of numbers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MetricData".
 */
export interface MetricData {
  mean_cents?: number;
  sd_cents?: number;
  quantiles_cents?: {
    [k: string]: number;
  };
  mean?: number;
  quantiles?: {
    [k: string]: number;
  };
}
/**
 * Averages over shooters' hands.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PerShooterData".
 */
export interface PerShooterData {
  hands: number;
  throws: number;
  decisions: number;
  action_cents: number;
  cost_cents: number;
}
/**
 * Systems side by side.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CompareData".
 */
export interface CompareData {
  schema: "bankcraps.compare/3";
  house: string;
  bankroll_cents: number;
  sessions: number;
  seed: number;
  systems: ComparedSystemData[];
}
/**
 * One of the systems compared.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ComparedSystemData".
 */
export interface ComparedSystemData {
  system: string;
  exact: SessionData | null;
  played: SimulateData;
  difference: DifferenceData;
  above?: number[];
}
/**
 * The gain of a system over the first one in money taken home, on the same dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DifferenceData".
 */
export interface DifferenceData {
  exact_cents: number | null;
  mean_cents: number;
  se_cents: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval_95_cents: [number, number];
}
/**
 * One session, throw by throw.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExplainData".
 */
export interface ExplainData {
  schema: "bankcraps.explain/3";
  house: string;
  system: string;
  bankroll_cents: number;
  seed: number;
  session: number;
  end: string;
  final_cents: number;
  wagers: WagerNetData[];
  throws: ToldThrowData[];
}
/**
 * A wager's action and net in one session.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WagerNetData".
 */
export interface WagerNetData {
  wager: string;
  action_cents: number;
  net_cents: number;
}
/**
 * A throw of a session, with what was said, won and lost; `puck` is the point before it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ToldThrowData".
 */
export interface ToldThrowData {
  throw: number;
  puck: number | null;
  dice: string | null;
  owned_cents: number;
  told: string[];
  net_cents: {
    [k: string]: number;
  };
  owned_after_cents: number;
  rail_cents?: number;
  laid?: LaidData[];
}
/**
 * A wager that lies there when the dice are thrown, and what the throw wins or loses on it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LaidData".
 */
export interface LaidData {
  wager: string;
  amount_cents: number;
  call: string;
  net_cents: number;
}
/**
 * The sum owned at the start of some sessions and after each throw.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TrajectoriesData".
 */
export interface TrajectoriesData {
  schema: "bankcraps.trajectories/2";
  house: string;
  system: string;
  bankroll_cents: number;
  seed: number;
  owned_cents: number[][];
}
/**
 * The best play to a goal: `value` is its chance, between the proved bounds `lower` and `upper`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BestData".
 */
export interface BestData {
  schema: "bankcraps.best/1";
  house: string;
  limits: string;
  chip_cents: number;
  bankroll_cents: number;
  goal_cents: number;
  wagers: string[];
  limit: {
    [k: string]: number;
  } | null;
  value: number;
  lower: number;
  upper: number;
  taken_home?: number | null;
  note?: string;
  settled?: boolean;
  first: BetData[];
  next_best: NextBetData | null;
  then?: BetData[];
  by_sum?: BetBySumData[];
  positions: number;
  sums: number;
  choices: number;
  against?: AgainstData | null;
}
/**
 * The chips to have on the layout, by wager; `puck` is the point for them, 0 while the puck is off.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BetData".
 */
export interface BetData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
}
/**
 * The best of the other bets, and how much less it is worth.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NextBetData".
 */
export interface NextBetData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
  gives_away: number;
}
/**
 * A bet while nothing stands, and the least sum owned from which on it is the best.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BetBySumData".
 */
export interface BetBySumData {
  owned_cents: number;
  stakes_cents: {
    [k: string]: number;
  };
}
/**
 * A system beside the best play: `value` is its chance to reach the goal, and `given_away` what it lacks.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AgainstData".
 */
export interface AgainstData {
  system: string;
  value: number;
  given_away: number;
  states: GivenAwayData[];
  elsewhere: number;
  tables: GivenAwayAtData[];
  lacking: string[];
  gains: number;
}
/**
 * A state in which a system gives something away: the table before the betting, and the sum owned.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GivenAwayData".
 */
export interface GivenAwayData {
  puck: number;
  standing: SpotData[];
  owned_cents: number;
  visits: number;
  bets: SpotData[];
  leaves: ("floor" | "goal" | "ruin" | "stopped") | null;
  best: BetData;
  each: number;
  in_all: number;
}
/**
 * Chips on a wager; `call` is "on" or "off" if the owner called it so.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SpotData".
 */
export interface SpotData {
  wager: string;
  amount_cents: number;
  call: string | null;
}
/**
 * The losses of a system at one table with any sum, where it stays or where it leaves.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GivenAwayAtData".
 */
export interface GivenAwayAtData {
  puck: number;
  standing: SpotData[];
  leaves: ("floor" | "goal" | "ruin" | "stopped") | null;
  visits: number;
  in_all: number;
}
/**
 * The least mean cost of a mean action of `action_cents`: `value`, proved between `lower` and `upper`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BestActionData".
 */
export interface BestActionData {
  schema: "bankcraps.best_action/1";
  house: string;
  limits: string;
  chip_cents: number;
  bankroll_cents: number;
  throws: number;
  action_cents: number;
  at_most_cents: number;
  wagers: string[];
  value: number;
  lower: number;
  upper: number;
  price: number;
  plays: RatedPlayData[];
  by_sum?: BetBySumData[];
  positions: number;
  sums: number;
  choices: number;
}
/**
 * A play by its first bet, with its mean action and its mean cost, in dollars.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RatedPlayData".
 */
export interface RatedPlayData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
  action: number;
  cost: number;
  share: number;
}
/**
 * The best chance to be still playing after `throws`: `value`, proved between `lower` and `upper`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BestStillData".
 */
export interface BestStillData {
  schema: "bankcraps.best_still/1";
  house: string;
  limits: string;
  chip_cents: number;
  bankroll_cents: number;
  throws: number;
  at_least_cents: number;
  at_most_cents: number;
  wagers: string[];
  value: number;
  lower: number;
  upper: number;
  first: BetData[];
  next_best: NextBetData | null;
  by_sum?: BetBySumData[];
  enough_cents: number;
  positions: number;
  sums: number;
  choices: number;
}
/**
 * The fewest throws on average to a goal with a `chance`: `value`, proved between `lower` and `upper`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BestTimeData".
 */
export interface BestTimeData {
  schema: "bankcraps.best_time/1";
  house: string;
  limits: string;
  chip_cents: number;
  bankroll_cents: number;
  goal_cents: number;
  chance: number;
  wagers: string[];
  value: number;
  lower: number;
  upper: number;
  taken_home?: number | null;
  note?: string;
  plays: TimedPlayData[];
  by_sum?: BetBySumData[];
  positions: number;
  sums: number;
  choices: number;
}
/**
 * A play by its first bet, or to `leave` at once; its chance and its mean number of throws.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TimedPlayData".
 */
export interface TimedPlayData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
  leave: boolean;
  chance: number;
  throws: number;
  share: number;
}
/**
 * The best expected `utility` of what is taken home after `throws`: `value`, from `lower` to `upper`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BestUtilityData".
 */
export interface BestUtilityData {
  schema: "bankcraps.best_utility/1";
  house: string;
  limits: string;
  chip_cents: number;
  bankroll_cents: number;
  goal_cents: number;
  throws: number;
  utility: string;
  wagers: string[];
  value: number;
  lower: number;
  upper: number;
  sure: number;
  mean: number;
  spread: number;
  note?: string;
  bets_nothing: boolean;
  first: BetData[];
  next_best: NextBetData | null;
  by_sum?: BetBySumData[];
  positions: number;
  sums: number;
  choices: number;
}
/**
 * The plays of several utilities as asked: their `mean` and `spread` are points of a frontier.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BestFrontierData".
 */
export interface BestFrontierData {
  schema: "bankcraps.best_frontier/1";
  house: string;
  plays: BestUtilityData[];
}
/**
 * A text as rules with slots, and what may stand in them at a house.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SystemSlots".
 */
export interface SystemSlots {
  text: string;
  rules: SlotRule[];
  adds: SlotAdd[];
  choices: {
    [k: string]: SlotChoice[];
  };
  wrong?: TextError | null;
}
/**
 * A rule with its steps, or a line for the whole system, or a line that cannot be read.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SlotRule".
 */
export interface SlotRule {
  start: number;
  end: number;
  head: Slot | null;
  steps: Slot[];
  adds: SlotAdd[];
  moves: boolean;
  removes: TextSpan;
}
/**
 * A part of the text that can be replaced.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Slot".
 */
export interface Slot {
  kind: string;
  start: number;
  end: number;
  choice?: string;
  slots?: Slot[];
  removes?: TextSpan | null;
}
/**
 * A part of the text: from `start` up to, but not including, `end`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TextSpan".
 */
export interface TextSpan {
  start: number;
  end: number;
}
/**
 * A place where something can be added.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SlotAdd".
 */
export interface SlotAdd {
  kind: string;
  at: number;
  says: string;
  before?: string;
  after?: string;
}
/**
 * A choice for a slot.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SlotChoice".
 */
export interface SlotChoice {
  text: string;
  says: string;
}
/**
 * The reason why the text is no system.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TextError".
 */
export interface TextError {
  says: string;
  at?: TextSpan | null;
}
/**
 * A question as people take it along.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LabCommand".
 */
export interface LabCommand {
  question: string;
  command: string;
}
/**
 * The rules of a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableRules".
 */
export interface TableRules {
  rules: string;
  title: string;
  about: string;
  document: string;
  digest: string;
  chosen: {
    [k: string]: string;
  };
  chip_cents: number;
  denominations_cents: number[];
  places: number;
  points: number[];
  wagers: WagerLine[];
  spreads: SpreadLine[];
  values: Line[];
  clauses: ClauseLine[];
}
/**
 * A word for place wagers on several numbers, such as "across".
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SpreadLine".
 */
export interface SpreadLine {
  name: "across" | "hardways" | "hi_lo" | "inside" | "outside";
  each: number;
  whole: number;
}
/**
 * One value of a rulebook.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Line".
 */
export interface Line {
  key: string;
  value: string;
  source: string;
}
/**
 * A clause of the house's document: its number and what it says.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ClauseLine".
 */
export interface ClauseLine {
  clause: string;
  says: string;
}
/**
 * A bet that a player thinks of.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BetOffer".
 */
export interface BetOffer {
  outlook: Outlook;
  stake_cents: number;
  total_cents: number;
  wins_cents: number;
  commission_cents: number;
  exact: ExactBet | null;
  label: string;
  edge: string;
  edge_share: number | null;
  edge_fraction: string;
}
/**
 * A bet of a little more, which brings a wager to a sum that chips pay exactly.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ExactBet".
 */
export interface ExactBet {
  stake_cents: number;
  total_cents: number;
  wins_cents: number;
}
/**
 * A shooter's hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HandLine".
 */
export interface HandLine {
  hand: number;
  shooter: string;
  first: number;
  last: number;
  at: number;
  throws: number;
  ended: string;
}
/**
 * A hand again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HandReplay".
 */
export interface HandReplay {
  hand: HandLine;
  before: TableView;
  items: Item[];
}
/**
 * The view of a table that everybody may see.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableView".
 */
export interface TableView {
  id: string;
  settings: TableSettings;
  seats: Seat[];
  puck: number;
  turn: Turn;
  dice: DiceSet;
  floor: Floor;
  out: boolean;
  shooter: string;
  thrower: string;
  awaits: string;
  phase: Phase;
  fairness: FairnessView;
  chairs: Chair[];
  guests: Guest[];
  waiting: string[];
  offers: PlaceOffer[];
  late: LateBet[];
  entered: ThrowEntered | null;
  last: Throw | null;
  advice: boolean;
  advice_source: string;
  bots?: Bot[];
  origin?: number;
  hand?: number;
  results?: PlayerResult[];
  opener?: string;
  chair_offers?: ChairOffer[];
  bets_wait?: string;
  hand_throws?: number;
  systems?: SeatSystem[];
  ready?: string[];
  unready?: string[];
  alone?: string;
  undealt?: Undealt[];
  correctors?: string[];
  awaits_to_you?: {
    [k: string]: string;
  };
}
/**
 * The settings of a table. They do not change while the table is open.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableSettings".
 */
export interface TableSettings {
  rules: string;
  digest: string;
  options?: [string, string][];
  limits: Limits;
  chip_cents: number;
  pace?: "boxperson" | "clock" | "shooter";
  timing?: Timing;
  dice?: "entered" | "sealed";
  title?: string;
  guests?: boolean;
  listed?: boolean;
  hosted?: boolean;
  own_chips?: boolean;
  steady?: boolean;
  dealt?: "" | "free" | "strict";
  calls?: boolean;
}
/**
 * The turn to throw.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Turn".
 */
export interface Turn {
  start?: number;
  held?: boolean;
  offered?: number;
  declined?: number[];
  opening?: boolean;
  begun?: boolean;
  since_seven?: boolean;
  came_out?: boolean;
}
/**
 * The table's dice, numbered within their set.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceSet".
 */
export interface DiceSet {
  chosen?: number[];
  bowl?: number[];
  away?: number[];
  short?: boolean;
  asked?: boolean;
  lost?: number[];
  unsound?: number[];
  spent?: boolean;
  number?: number;
}
/**
 * The part of a table that the house controls or that seldom changes.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Floor".
 */
export interface Floor {
  limits: Limits;
  chip_cents: number;
  closed?: boolean;
  signs?: Sign[];
  excluded?: string[];
  disputes?: DisputeCase[];
  clock?: number | null;
  others?: boolean;
}
/**
 * A notice posted at the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Sign".
 */
export interface Sign {
  about: "closing" | "limits";
  posted: number;
  limits?: Limits | null;
  due?: number;
}
/**
 * A dispute that a player raised.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeCase".
 */
export interface DisputeCase {
  number: number;
  by: string;
  about: string;
  stage?: number;
  asked?: boolean;
  ruling?: string;
  closed?: boolean;
}
/**
 * A part of a round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Phase".
 */
export interface Phase {
  name?: "betting" | "dice_out" | "in_the_air" | "last_bets" | "paying";
  until?: number | null;
}
/**
 * The sealed throws, as far as everybody may see them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FairnessView".
 */
export interface FairnessView {
  number: number;
  commitment: string;
  seeds?: Seed[];
  seeded?: string[];
  locked?: boolean;
  counted?: number;
  withheld?: number;
}
/**
 * A player's contribution to the dice of one throw.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Seed".
 */
export interface Seed {
  player: string;
  seed: string;
}
/**
 * A chair of the crew that a person holds. The automatic crew holds all others.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Chair".
 */
export interface Chair {
  role: string;
  person: string;
}
/**
 * The room's memory of a person who plays, holds a chair or waits.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Guest".
 */
export interface Guest {
  name: string;
  away_since?: number | null;
  sitting_out?: boolean;
}
/**
 * A free place that a person on the waiting list may take until a time in milliseconds since 1970.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlaceOffer".
 */
export interface PlaceOffer {
  person: string;
  until: number;
}
/**
 * A wager that came after "no more bets", and the roles that have confirmed it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LateBet".
 */
export interface LateBet {
  bet: Bet;
  confirmed?: string[];
}
/**
 * Bet on a wager, or add to a wager that stands.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Bet".
 */
export interface Bet {
  type: "bet";
  wager: Wager;
  amount_cents: number;
  press?: boolean;
  tokens_cents?: number[];
  confirmed?: string[];
  unrejected?: boolean;
  by?: Actor;
  at?: number | null;
}
/**
 * A person and the role in which they act. It is false for `NOBODY`.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Actor".
 */
export interface Actor {
  person?: string;
  role?:
    | "boxperson"
    | "dealer"
    | "dice"
    | "floorperson"
    | "games_supervisor"
    | "inspector"
    | "player"
    | "stickperson"
    | "supervisor";
}
/**
 * A member of the crew entered a throw of real dice, which waits for a second look.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowEntered".
 */
export interface ThrowEntered {
  type: "throw_entered";
  person: string;
  throw: Throw;
}
/**
 * A player that is a betting system.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Bot".
 */
export interface Bot {
  name: string;
  system: string;
  text: string;
  bankroll_cents: number;
  leaves?: boolean;
}
/**
 * A player's wins and losses, in cents; below zero for a loss. Promotional tokens do not count.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayerResult".
 */
export interface PlayerResult {
  name: string;
  session_cents?: number;
  hand_cents?: number;
  hand_before_cents?: number;
}
/**
 * A chair that the host lets somebody take: a person, or whoever has the key with this SHA-256.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairOffer".
 */
export interface ChairOffer {
  role: string;
  person?: string;
  key?: string;
}
/**
 * A betting system that plays a person's seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatSystem".
 */
export interface SeatSystem {
  name: string;
  system: string;
  text: string;
}
/**
 * Something that a dealer has still to do. What is right, only the box sees.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undealt".
 */
export interface Undealt {
  chair: string;
  player?: string;
  wager?: Wager | null;
  call?: boolean;
}
/**
 * An entry of the log with what followed from it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Item".
 */
export interface Item {
  seq: number;
  entry:
    | TableOpened
    | Acted
    | PhaseBegan
    | CommitmentShown
    | SeedGiven
    | SeedsLocked
    | SecretShown
    | SecretLost
    | ThrowEntered
    | ChairTaken
    | ChairGiven
    | ChairOffered
    | ChairOfferEnded
    | SatOut
    | SaidReady
    | Waiting
    | PlaceOffered
    | Granted
    | TableEnded
    | LateBetAsked
    | LateBetDropped
    | BotSeated
    | BotDismissed
    | SystemStarted
    | SystemStopped
    | Dealt;
  effects?: (
    | DiceThrown
    | Thrown
    | PointSet
    | Natural
    | Craps
    | PointMade
    | SevenOut
    | DiceOffered
    | DiceTaken
    | DiceDeclined
    | DiceChosen
    | DicePassed
    | DiceOut
    | NoRollCalled
    | DiceAway
    | SameDiceAsked
    | DieBack
    | DieGone
    | SetBrought
    | Seated
    | Left
    | Bought
    | CashedOut
    | Awarded
    | Coloured
    | TokenIssued
    | Staked
    | Vigorish
    | Capped
    | Button
    | CallAsked
    | Lost
    | Paid
    | Returned
    | Tied
    | Forfeited
    | Counted
    | Moved
    | SignPosted
    | LimitsSet
    | TableClosed
    | GameInvalid
    | ThrowInvalid
    | ThrowCorrected
    | ThrowConfirmed
    | Reversed
    | Owed
    | Excluded
    | Warned
    | DisputeRaised
    | DisputeDecided
    | DisputeInvestigated
    | DisputeReferred
  )[];
  words?: string[];
  won_cents?: number[];
  left_cents?: number[];
  to_you?: {
    [k: string]: {
      [k: string]: string;
    };
  };
}
/**
 * The table opened. This is the first entry of its log.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableOpened".
 */
export interface TableOpened {
  type: "table_opened";
  settings: TableSettings;
}
/**
 * An event of the engine.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Acted".
 */
export interface Acted {
  type: "acted";
  event:
    | Sit
    | Leave
    | BuyIn
    | CashOut
    | ColourUp
    | Bet
    | TakeDown
    | Call
    | Confirm
    | Reject
    | Undo
    | Offer
    | Accept
    | Decline
    | NoAnswer
    | Choose
    | PassDice
    | OrderPass
    | NoMoreBets
    | ThrowDice
    | Rolled
    | NoRoll
    | SameDice
    | Inspect
    | DieLost
    | NewSet
    | PostSign
    | SetLimits
    | OwnLimits
    | Close
    | IssueToken
    | Invalidate
    | Correct
    | VoidWager
    | Exclude
    | Vacate
    | Warn
    | Dispute
    | Decide
    | Investigate
    | Award
    | AskReview;
  hash: string;
  why?: string;
}
/**
 * Take a place, counted clockwise from the boxperson's left, or the first free place.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  type: "sit";
  place?: number | null;
  by?: Actor;
  at?: number | null;
}
/**
 * Take down all wagers, cash out, and leave the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  type: "leave";
  by?: Actor;
  at?: number | null;
}
/**
 * Buy chips, for so many cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BuyIn".
 */
export interface BuyIn {
  type: "buy_in";
  amount_cents: number;
  by?: Actor;
  at?: number | null;
}
/**
 * Change chips from the rail for money: an amount in cents, or all of them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CashOut".
 */
export interface CashOut {
  type: "cash_out";
  amount_cents?: number | null;
  by?: Actor;
  at?: number | null;
}
/**
 * Change a player's rail into the fewest chips. The player asks, and the crew does it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ColourUp".
 */
export interface ColourUp {
  type: "colour_up";
  player: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Take a wager down, or reduce it by an amount in cents: of chips, or one token of that face value.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TakeDown".
 */
export interface TakeDown {
  type: "take_down";
  wager: Wager;
  amount_cents?: number | null;
  token?: boolean;
  by?: Actor;
  at?: number | null;
}
/**
 * Call a wager on or off.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Call".
 */
export interface Call {
  type: "call";
  wager: Wager;
  call: "off" | "on";
  by?: Actor;
  at?: number | null;
}
/**
 * Confirm a wager that its player called on while the dice are out. The On button is laid on it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Confirm".
 */
export interface Confirm {
  type: "confirm";
  player: string;
  wager: Wager;
  by?: Actor;
  at?: number | null;
}
/**
 * Reject what a player put on a wager below the minimum or above the maximum, before the dice rest.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reject".
 */
export interface Reject {
  type: "reject";
  player: string;
  wager: Wager;
  by?: Actor;
  at?: number | null;
}
/**
 * Take back the player's own latest bet, take-down or call since the last throw.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  by?: Actor;
  at?: number | null;
}
/**
 * Offer the dice to a player.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Offer".
 */
export interface Offer {
  type: "offer";
  to: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Take the dice that were offered.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Accept".
 */
export interface Accept {
  type: "accept";
  by?: Actor;
  at?: number | null;
}
/**
 * Decline the dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Decline".
 */
export interface Decline {
  type: "decline";
  by?: Actor;
  at?: number | null;
}
/**
 * Wait no longer for a player who does not answer an offer of the dice, or does not choose a die.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoAnswer".
 */
export interface NoAnswer {
  type: "no_answer";
  by?: Actor;
  at?: number | null;
}
/**
 * Choose dice of the set, by their numbers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Choose".
 */
export interface Choose {
  type: "choose";
  dice: number[];
  by?: Actor;
  at?: number | null;
}
/**
 * Give up the dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PassDice".
 */
export interface PassDice {
  type: "pass_dice";
  by?: Actor;
  at?: number | null;
}
/**
 * Order the shooter to pass the dice, for a reason named in the rulebook.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OrderPass".
 */
export interface OrderPass {
  type: "order_pass";
  reason: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Call "no more bets". Betting is closed until the dice rest.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoMoreBets".
 */
export interface NoMoreBets {
  type: "no_more_bets";
  by?: Actor;
  at?: number | null;
}
/**
 * The shooter throws. Nobody may bet until the dice rest; `Rolled` gives the result.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowDice".
 */
export interface ThrowDice {
  type: "throw";
  by?: Actor;
  at?: number | null;
}
/**
 * The dice came to rest. Only the source of the dice or the crew may report it, never a player.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rolled".
 */
export interface Rolled {
  type: "roll";
  throw: Throw;
  irregular?: string;
  ruled?: string;
  by?: Actor;
  at?: number | null;
}
/**
 * The crew called "no roll": the throw does not count.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoRoll".
 */
export interface NoRoll {
  type: "no_roll";
  reason: string;
  dice?: number[];
  by?: Actor;
  at?: number | null;
}
/**
 * Ask to have the same dice back after they left the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SameDice".
 */
export interface SameDice {
  type: "same_dice";
  by?: Actor;
  at?: number | null;
}
/**
 * Inspect a die that was found. An unsound die is removed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Inspect".
 */
export interface Inspect {
  type: "inspect";
  die: number;
  sound?: boolean;
  by?: Actor;
  at?: number | null;
}
/**
 * Give up as lost a die that left the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DieLost".
 */
export interface DieLost {
  type: "die_lost";
  die: number;
  by?: Actor;
  at?: number | null;
}
/**
 * Bring a new set of dice to the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewSet".
 */
export interface NewSet {
  type: "new_set";
  by?: Actor;
  at?: number | null;
}
/**
 * Post a notice of new limits or, without limits, of closing.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PostSign".
 */
export interface PostSign {
  type: "post_sign";
  limits?: Limits | null;
  proposed?: number | null;
  by?: Actor;
  at?: number | null;
}
/**
 * Change the table's limits.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetLimits".
 */
export interface SetLimits {
  type: "set_limits";
  limits: Limits;
  by?: Actor;
  at?: number | null;
}
/**
 * Set limits for one player alone.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OwnLimits".
 */
export interface OwnLimits {
  type: "own_limits";
  player: string;
  limits: Limits;
  by?: Actor;
  at?: number | null;
}
/**
 * Close the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Close".
 */
export interface Close {
  type: "close";
  by?: Actor;
  at?: number | null;
}
/**
 * Give a player a promotional token of so many cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "IssueToken".
 */
export interface IssueToken {
  type: "issue_token";
  player: string;
  amount_cents: number;
  by?: Actor;
  at?: number | null;
}
/**
 * Declare an outcome invalid. Wagers on it are returned, but those of the `guilty` may be forfeited.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Invalidate".
 */
export interface Invalidate {
  type: "invalidate";
  reason: string;
  guilty?: string[];
  scope?: "" | "round" | "throw";
  by?: Actor;
  at?: number | null;
}
/**
 * Correct the last throw, which was called or entered wrongly, or decide a dispute about its faces.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Correct".
 */
export interface Correct {
  type: "correct";
  throw: Throw;
  by?: Actor;
  at?: number | null;
}
/**
 * Declare one wager void: it has no result and the stake is returned.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "VoidWager".
 */
export interface VoidWager {
  type: "void";
  player: string;
  wager: Wager;
  reason: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Exclude a person from the game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Exclude".
 */
export interface Exclude {
  type: "exclude";
  player: string;
  reason: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Ask a player who has not wagered for some rounds to give up the place.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Vacate".
 */
export interface Vacate {
  type: "vacate";
  player: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Warn somebody who broke a rule of conduct.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Warn".
 */
export interface Warn {
  type: "warn";
  player: string;
  reason: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Raise a dispute, in the player's own words.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Dispute".
 */
export interface Dispute {
  type: "dispute";
  about: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Decide a dispute.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Decide".
 */
export interface Decide {
  type: "decide";
  number: number;
  ruling: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Investigate a complaint that the last decision left unresolved.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Investigate".
 */
export interface Investigate {
  type: "investigate";
  number: number;
  finding: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Rule that the house pays a player a sum or, if it is below zero, takes one back from their rail.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Award".
 */
export interface Award {
  type: "award";
  player: string;
  amount_cents: number;
  why: string;
  by?: Actor;
  at?: number | null;
}
/**
 * Ask for a decided dispute to be reviewed by the next person above.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AskReview".
 */
export interface AskReview {
  type: "ask_review";
  number: number;
  by?: Actor;
  at?: number | null;
}
/**
 * A part of a round began. It ends by itself at `until`, in milliseconds since 1970, if that is given.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PhaseBegan".
 */
export interface PhaseBegan {
  type: "phase_began";
  phase: "betting" | "dice_out" | "in_the_air" | "last_bets" | "paying";
  until?: number | null;
}
/**
 * The commitment to a sealed throw was shown.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CommitmentShown".
 */
export interface CommitmentShown {
  type: "commitment_shown";
  number: number;
  commitment: string;
}
/**
 * A player gave a seed for the next throw, or took another one. `next` promises the one after it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeedGiven".
 */
export interface SeedGiven {
  type: "seed_given";
  player: string;
  seed: string;
  next?: string;
}
/**
 * The betting closed, and with it the players' seeds for a throw.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeedsLocked".
 */
export interface SeedsLocked {
  type: "seeds_locked";
  number: number;
  seeds?: Seed[];
}
/**
 * The secret of a throw was shown, in hexadecimal. `withheld` says why the throw did not count.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SecretShown".
 */
export interface SecretShown {
  type: "secret_shown";
  number: number;
  secret: string;
  withheld?: string;
}
/**
 * The house gave up a throw that it had sealed, because its secret is lost. Nobody can ever check it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SecretLost".
 */
export interface SecretLost {
  type: "secret_lost";
  number: number;
}
/**
 * A person took a chair of the crew.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairTaken".
 */
export interface ChairTaken {
  type: "chair_taken";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  person: string;
}
/**
 * A person gave a chair back to the automatic crew, or the host took it back from them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairGiven".
 */
export interface ChairGiven {
  type: "chair_given";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  person: string;
  by?: string;
}
/**
 * The host of a table let somebody take a chair of the crew.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairOffered".
 */
export interface ChairOffered {
  type: "chair_offered";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  person?: string;
  key?: string;
}
/**
 * An offer of a chair ended: the host took it back, or somebody used its key.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ChairOfferEnded".
 */
export interface ChairOfferEnded {
  type: "chair_offer_ended";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  person?: string;
  key?: string;
}
/**
 * A player sat out, or plays again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SatOut".
 */
export interface SatOut {
  type: "sat_out";
  player: string;
  out: boolean;
}
/**
 * A player is ready for the throw, or is not ready after all.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SaidReady".
 */
export interface SaidReady {
  type: "said_ready";
  player: string;
  ready?: boolean;
}
/**
 * A person joined the waiting list, or left it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Waiting".
 */
export interface Waiting {
  type: "waiting";
  person: string;
  waiting: boolean;
}
/**
 * A place is free, and it is this person's turn to take it, until a time in milliseconds since 1970.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlaceOffered".
 */
export interface PlaceOffered {
  type: "place_offered";
  person: string;
  until: number;
}
/**
 * The house gave a person play money, in cents. Only the log of the house itself has this entry.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Granted".
 */
export interface Granted {
  type: "granted";
  person: string;
  amount_cents: number;
}
/**
 * The keeper ended a table that cannot be played on. Only the log of the house itself has this entry.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableEnded".
 */
export interface TableEnded {
  type: "table_ended";
  ended: string;
  why: string;
  chips?: ReturnedChips[];
}
/**
 * The chips of a player at a table that ended, in cents: in the rail and on the layout.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ReturnedChips".
 */
export interface ReturnedChips {
  player: string;
  rail_cents: number;
  layout_cents: number;
}
/**
 * A player asked for a wager after "no more bets". It waits for the roles that must confirm it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LateBetAsked".
 */
export interface LateBetAsked {
  type: "late_bet_asked";
  bet: Bet;
  confirmed?: string[];
}
/**
 * A late wager was turned down, or nobody confirmed it before the dice came to rest.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LateBetDropped".
 */
export interface LateBetDropped {
  type: "late_bet_dropped";
  player: string;
  by?: string;
}
/**
 * Somebody had a bot of the house come to this table. It sits down by itself.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BotSeated".
 */
export interface BotSeated {
  type: "bot_seated";
  bot: Bot;
  by?: string;
}
/**
 * A bot is to leave: it bets no more, and goes when its last wager is decided.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BotDismissed".
 */
export interface BotDismissed {
  type: "bot_dismissed";
  name: string;
  by?: string;
}
/**
 * A player handed their seat to a betting system.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SystemStarted".
 */
export interface SystemStarted {
  type: "system_started";
  seat: SeatSystem;
}
/**
 * A system plays a seat no more: its player took over, or it stopped by itself.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SystemStopped".
 */
export interface SystemStopped {
  type: "system_stopped";
  name: string;
  why?: string;
}
/**
 * A dealer did something with a wager after a throw, or the automatic crew did it for them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Dealt".
 */
export interface Dealt {
  type: "dealt";
  person: string;
  chair:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  player?: string;
  wager?: Wager | null;
  action: "call" | "move" | "pay" | "puck" | "return" | "take";
  dealt_cents?: number;
  how: "dealt" | "not_done" | "refused" | "right" | "wrong";
  right_action?: ("call" | "move" | "pay" | "puck" | "return" | "take") | "";
  right_cents?: number;
  late_ms?: number;
  puck?: number;
  right_puck?: number;
  moved_cents?: number;
  by?: string;
  words?: string;
  right_words?: string;
}
/**
 * Somebody threw the dice, which have not come to rest.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceThrown".
 */
export interface DiceThrown {
  type: "dice_thrown";
  by: Actor;
}
/**
 * The dice came to rest. `point` is the point before the throw, or 0 on a come-out.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Thrown".
 */
export interface Thrown {
  type: "thrown";
  throw: Throw;
  point: number;
}
/**
 * A point was set. The puck went on.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PointSet".
 */
export interface PointSet {
  type: "point_set";
  point: number;
}
/**
 * A come-out total on which the pass line wins.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Natural".
 */
export interface Natural {
  type: "natural";
  total: number;
}
/**
 * A come-out total on which the pass line loses.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Craps".
 */
export interface Craps {
  type: "craps";
  total: number;
}
/**
 * The point was thrown again. The puck went off.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PointMade".
 */
export interface PointMade {
  type: "point_made";
  point: number;
}
/**
 * A seven came before the point. The puck went off.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SevenOut".
 */
export interface SevenOut {
  type: "seven_out";
  point: number;
}
/**
 * A player was offered the dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceOffered".
 */
export interface DiceOffered {
  type: "dice_offered";
  to: string;
}
/**
 * A player became the shooter.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceTaken".
 */
export interface DiceTaken {
  type: "dice_taken";
  seat: string;
}
/**
 * A player declined the dice.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceDeclined".
 */
export interface DiceDeclined {
  type: "dice_declined";
  seat: string;
}
/**
 * The shooter has two dice. The rest are in the bowl.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceChosen".
 */
export interface DiceChosen {
  type: "dice_chosen";
  dice: number[];
  bowl: number[];
}
/**
 * A shooter's hand ended. `why` says why.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DicePassed".
 */
export interface DicePassed {
  type: "dice_passed";
  seat: string;
  why: string;
}
/**
 * Betting closed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceOut".
 */
export interface DiceOut {
  type: "dice_out";
}
/**
 * The crew called "no roll": the throw does not count.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoRollCalled".
 */
export interface NoRollCalled {
  type: "no_roll_called";
  reason: string;
  clause: string;
}
/**
 * Dice left the table. The shooter is offered the rest of the set.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DiceAway".
 */
export interface DiceAway {
  type: "dice_away";
  dice: number[];
  rest: number[];
}
/**
 * The shooter asked for the same dice back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SameDiceAsked".
 */
export interface SameDiceAsked {
  type: "same_dice_asked";
  dice: number[];
}
/**
 * A die was found and inspected. It goes to the "shooter" or the "bowl", or is "removed".
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DieBack".
 */
export interface DieBack {
  type: "die_back";
  die: number;
  to: string;
}
/**
 * A die was given up as lost.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DieGone".
 */
export interface DieGone {
  type: "die_gone";
  die: number;
}
/**
 * A new set of dice came to the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetBrought".
 */
export interface SetBrought {
  type: "set_brought";
  number: number;
}
/**
 * A player took a place.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Seated".
 */
export interface Seated {
  type: "seated";
  seat: string;
  place: number;
}
/**
 * A player left the table, and took along the promotional tokens that were not on a wager.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Left".
 */
export interface Left {
  type: "left";
  seat: string;
  tokens_cents?: number[];
}
/**
 * A player bought chips.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Bought".
 */
export interface Bought {
  type: "bought";
  seat: string;
  amount_cents: number;
}
/**
 * A player cashed chips for money.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CashedOut".
 */
export interface CashedOut {
  type: "cashed_out";
  seat: string;
  amount_cents: number;
}
/**
 * A ruling had the house pay a player or, if the amount is negative, take chips back from the rail.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Awarded".
 */
export interface Awarded {
  type: "awarded";
  seat: string;
  amount_cents: number;
  why: string;
  clause: string;
}
/**
 * A rail was changed into the fewest chips, the largest first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Coloured".
 */
export interface Coloured {
  type: "coloured";
  seat: string;
  chips: Chips[];
}
/**
 * A number of chips of one value, in cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Chips".
 */
export interface Chips {
  value_cents: number;
  count: number;
}
/**
 * A player was given a promotional token.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TokenIssued".
 */
export interface TokenIssued {
  type: "token_issued";
  seat: string;
  amount_cents: number;
}
/**
 * A player put chips or tokens on a wager. `stands` is the total that stands there now.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Staked".
 */
export interface Staked {
  type: "staked";
  seat: string;
  wager: Wager;
  amount_cents: number;
  stands_cents: number;
  tokens_cents?: number[];
}
/**
 * A player paid a commission or, if the amount is negative, got one back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Vigorish".
 */
export interface Vigorish {
  type: "vigorish";
  seat: string;
  wager: Wager;
  amount_cents: number;
  again?: boolean;
}
/**
 * The house announced that one decision of a wager is paid at most `amount`, whatever its stake.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Capped".
 */
export interface Capped {
  type: "capped";
  seat: string;
  wager: Wager;
  amount_cents: number;
}
/**
 * A wager was marked "on" or "off". An empty `call` means that its button was removed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Button".
 */
export interface Button {
  type: "button";
  seat: string;
  wager: Wager;
  call: string;
}
/**
 * A player called a wager on while the dice are out. The call waits until the crew confirms it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CallAsked".
 */
export interface CallAsked {
  type: "call_asked";
  seat: string;
  wager: Wager;
}
/**
 * The house took a wager, or one leg of it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Lost".
 */
export interface Lost {
  type: "lost";
  seat: string;
  wager: Wager;
  amount_cents: number;
  leg?: Wager | null;
  tokens_cents?: number[];
}
/**
 * A wager, or one leg of it, won `won` on `amount`. `up` says whether its chips stay on the layout.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Paid".
 */
export interface Paid {
  type: "paid";
  seat: string;
  wager: Wager;
  amount_cents: number;
  won_cents: number;
  up?: boolean;
  leg?: Wager | null;
  tokens_cents?: number[];
}
/**
 * Chips or tokens came back from the layout without a decision. `why` says why.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Returned".
 */
export interface Returned {
  type: "returned";
  seat: string;
  wager: Wager;
  amount_cents: number;
  why: "invalid" | "off" | "rejected" | "taken down" | "tied" | "undone" | "void";
  tokens_cents?: number[];
}
/**
 * A wager tied and stays on the layout.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Tied".
 */
export interface Tied {
  type: "tied";
  seat: string;
  wager: Wager;
  amount_cents: number;
}
/**
 * The house took a stake that did not lose: tokens that were decided, or a guilty player's wager.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Forfeited".
 */
export interface Forfeited {
  type: "forfeited";
  seat: string;
  wager: Wager;
  amount_cents: number;
  tokens_cents?: number[];
}
/**
 * A wager on a shooter's hand counted a number. `progress` lists all it has counted, sorted.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Counted".
 */
export interface Counted {
  type: "counted";
  seat: string;
  wager: Wager;
  progress: number[];
}
/**
 * A come or don't come wager went to its number.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Moved".
 */
export interface Moved {
  type: "moved";
  seat: string;
  wager: Wager;
  to: Wager;
  amount_cents: number;
}
/**
 * A notice was posted. What it announces may be done from `due` on, in seconds.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SignPosted".
 */
export interface SignPosted {
  type: "sign_posted";
  about: string;
  due: number;
  limits?: Limits | null;
}
/**
 * The limits changed, for the table or for one player.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LimitsSet".
 */
export interface LimitsSet {
  type: "limits_set";
  limits: Limits;
  player?: string | null;
}
/**
 * The table closed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableClosed".
 */
export interface TableClosed {
  type: "table_closed";
}
/**
 * The round was declared invalid. The puck is off.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GameInvalid".
 */
export interface GameInvalid {
  type: "game_invalid";
  reason: string;
}
/**
 * The outcome of the last throw was declared invalid. The puck is back on `point`, or off at 0.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowInvalid".
 */
export interface ThrowInvalid {
  type: "throw_invalid";
  reason: string;
  throw: Throw;
  point: number;
}
/**
 * The last throw was called `wrong` and was `throw`. What followed is undone, and it is settled again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowCorrected".
 */
export interface ThrowCorrected {
  type: "throw_corrected";
  wrong: Throw;
  throw: Throw;
}
/**
 * A role that decides which faces count says that the last throw was called rightly.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowConfirmed".
 */
export interface ThrowConfirmed {
  type: "throw_confirmed";
  throw: Throw;
  role: string;
}
/**
 * An effect of the last throw, or since, was undone: chips, puck or dice went back the way they came.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reversed".
 */
export interface Reversed {
  type: "reversed";
  effect:
    | Paid
    | Lost
    | Forfeited
    | Vigorish
    | Moved
    | Counted
    | PointSet
    | Natural
    | Craps
    | PointMade
    | SevenOut
    | DicePassed
    | SetBrought
    | Returned
    | Thrown
    | DiceOut
    | DiceOffered
    | DiceDeclined
    | DiceTaken
    | DiceChosen;
}
/**
 * Chips that an invalid outcome or a correction should move are out of reach, and no chips move.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Owed".
 */
export interface Owed {
  type: "owed";
  seat: string;
  amount_cents: number;
  away?: boolean;
}
/**
 * A person was excluded from the game.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Excluded".
 */
export interface Excluded {
  type: "excluded";
  player: string;
  reason: string;
}
/**
 * Somebody was warned for breaking a rule of conduct.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Warned".
 */
export interface Warned {
  type: "warned";
  player: string;
  reason: string;
  clause: string;
}
/**
 * A player raised a dispute. The role in `before` must decide it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeRaised".
 */
export interface DisputeRaised {
  type: "dispute_raised";
  number: number;
  by: string;
  about: string;
  before: string;
}
/**
 * A dispute was decided. The role in `next` may review it, unless that is empty.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeDecided".
 */
export interface DisputeDecided {
  type: "dispute_decided";
  number: number;
  ruling: string;
  next: string;
}
/**
 * A complaint was investigated. The decision stands.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeInvestigated".
 */
export interface DisputeInvestigated {
  type: "dispute_investigated";
  number: number;
  finding: string;
}
/**
 * A player asked for a review. The role in `before` must decide it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeReferred".
 */
export interface DisputeReferred {
  type: "dispute_referred";
  number: number;
  before: string;
}
/**
 * The events that a player has seen at a table since they sat down, as far as they concern the player.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatHistory".
 */
export interface SeatHistory {
  seq: number;
  items: Item[];
}
/**
 * An act at the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ActForm".
 */
export interface ActForm {
  type: string;
  name: string;
  says: string;
  group: string;
  roles: string[];
  clause: string;
  fields: FormField[];
  never?: string;
  remedy?: boolean;
}
/**
 * A field of a form.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FormField".
 */
export interface FormField {
  name: string;
  label: string;
  kind:
    | "cents"
    | "choice"
    | "dice"
    | "die"
    | "dispute"
    | "limits"
    | "person"
    | "place"
    | "player"
    | "players"
    | "signed_cents"
    | "text"
    | "throw"
    | "time"
    | "tokens"
    | "wager"
    | "yes_no";
  required: boolean;
  default?: boolean;
  choices?: Choice[];
}
/**
 * A value that a field may take.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  value: string;
  name: string;
  clause?: string;
  says?: string;
}
/**
 * Sealed throws of a table, and what became of all of them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SealedThrows".
 */
export interface SealedThrows {
  throws: CheckedThrow[];
  counted: number;
  unseeded: number;
  fixed: {
    [k: string]: number;
  };
  broken: {
    [k: string]: number;
  };
  lost: number;
  withheld: {
    [k: string]: number;
  };
  no_rolls: {
    [k: string]: number;
  };
  invalid: {
    [k: string]: number;
  };
  void: {
    [k: string]: number;
  };
  entered: number;
  corrected: number;
  overruled: number;
}
/**
 * A sealed throw whose secret was shown and fits.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CheckedThrow".
 */
export interface CheckedThrow {
  number: number;
  throw: Throw | null;
  withheld: string;
  commitment: string;
  seeds: Seed[];
  secret: string;
  committed: number;
  locked: number;
  shown: number;
  at: number;
}
/**
 * A dispute.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeLine".
 */
export interface DisputeLine {
  dispute: DisputeCase;
  step: string;
  before: string;
  clause: string;
  seq: number;
  at: number;
  first: number;
  last: number;
  said: DisputeWords[];
}
/**
 * A ruling or a finding of somebody of the crew about a dispute.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeWords".
 */
export interface DisputeWords {
  found: boolean;
  role: string;
  words: string;
  at: number;
}
/**
 * Statistics of the throws of a table, for the person who asks.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableStatistics".
 */
export interface TableStatistics {
  player: string;
  advice: boolean;
  hand: number;
  counted: Statistics;
}
/**
 * Results of throws.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Statistics".
 */
export interface Statistics {
  throws: number;
  sevens: number;
  points: number;
  seven_outs: number;
  totals: number[];
  net_cents: number;
  wagers: WagerResult[];
  bankroll: BankrollPoint[];
  awarded_cents?: number;
}
/**
 * The results of a wager for a player.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WagerResult".
 */
export interface WagerResult {
  wager: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
  expected_cents?: number | null;
}
/**
 * A player's total gain or loss after a throw of the table, in cents.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BankrollPoint".
 */
export interface BankrollPoint {
  throw: number;
  net_cents: number;
}
/**
 * A part of a table's log again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  before: TableView;
  steps: ReplayStep[];
  last: number;
}
/**
 * An entry of the log with what followed, and what changed in the view.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ReplayStep".
 */
export interface ReplayStep {
  item: Item;
  changes: TableChanges;
}
/**
 * The changes in a table's view. A field that did not change is left out.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableChanges".
 */
export interface TableChanges {
  seats?: Seat[];
  gone?: string[];
  puck?: number;
  turn?: Turn;
  dice?: DiceSet;
  floor?: Floor;
  out?: boolean;
  shooter?: string;
  thrower?: string;
  awaits?: string;
  awaits_to_you?: {
    [k: string]: string;
  };
  phase?: Phase;
  fairness?: FairnessView;
  chairs?: Chair[];
  guests?: Guest[];
  waiting?: string[];
  offers?: PlaceOffer[];
  late?: LateBet[];
  entered?: ThrowEntered | null;
  last?: Throw | null;
  bots?: Bot[];
  hand?: number;
  results?: PlayerResult[];
  chair_offers?: ChairOffer[];
  bets_wait?: string;
  hand_throws?: number;
  systems?: SeatSystem[];
  ready?: string[];
  unready?: string[];
  alone?: string;
  undealt?: Undealt[];
  correctors?: string[];
}
/**
 * Whether somebody may have bots play at a table, and send them away.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatsBots".
 */
export interface SeatsBots {
  may: boolean;
}
/**
 * A request to let a betting system play the asker's seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HandOver".
 */
export interface HandOver {
  system: string;
}
/**
 * The tables of a house whose database answers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  tables: number;
  stopped: {
    [k: string]: string;
  };
}
/**
 * The first message of a client.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: "hello";
  version: number;
  seq?: number;
}
/**
 * Do something at the table. The room fills in who does it, in which role, and when.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Act".
 */
export interface Act {
  type: "act";
  event:
    | Sit
    | Leave
    | BuyIn
    | CashOut
    | ColourUp
    | Bet
    | TakeDown
    | Call
    | Confirm
    | Reject
    | Undo
    | Offer
    | Accept
    | Decline
    | NoAnswer
    | Choose
    | PassDice
    | OrderPass
    | NoMoreBets
    | ThrowDice
    | Rolled
    | NoRoll
    | SameDice
    | Inspect
    | DieLost
    | NewSet
    | PostSign
    | SetLimits
    | OwnLimits
    | Close
    | IssueToken
    | Invalidate
    | Correct
    | VoidWager
    | Exclude
    | Vacate
    | Warn
    | Dispute
    | Decide
    | Investigate
    | Award
    | AskReview;
  why?: string;
  id: string;
}
/**
 * Say a line of the betting language. All of it happens, or nothing.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: "say";
  line: string;
  why?: string;
  id: string;
}
/**
 * Take over a chair of the crew from the automatic crew.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TakeChair".
 */
export interface TakeChair {
  type: "take_chair";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  key?: string;
  id: string;
}
/**
 * Give a chair back to the automatic crew.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GiveChair".
 */
export interface GiveChair {
  type: "give_chair";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  id: string;
}
/**
 * Let somebody take a chair of the crew, as the host of the table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OfferChair".
 */
export interface OfferChair {
  type: "offer_chair";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  person?: string;
  key?: string;
  id: string;
}
/**
 * Take a chair back, as the host of the table: from whoever holds it, and from all who may take it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TakeBackChair".
 */
export interface TakeBackChair {
  type: "take_back_chair";
  role:
    | (
        | "boxperson"
        | "dealer"
        | "dice"
        | "floorperson"
        | "games_supervisor"
        | "inspector"
        | "player"
        | "stickperson"
        | "supervisor"
      )
    | "second_dealer";
  id: string;
}
/**
 * Sit out, or play again. A player who sits out is offered no dice and keeps the wagers that stand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SitOut".
 */
export interface SitOut {
  type: "sit_out";
  out: boolean;
  id: string;
}
/**
 * Be ready for the throw, or not ready after all. When all players are, the betting closes.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Ready".
 */
export interface Ready {
  type: "ready";
  ready?: boolean;
  id: string;
}
/**
 * Join the waiting list of a full table, or leave it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Wait".
 */
export interface Wait {
  type: "wait";
  waiting: boolean;
  id: string;
}
/**
 * Give a seed for the next throw whose betting has not closed.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GiveSeed".
 */
export interface GiveSeed {
  type: "give_seed";
  seed: string;
  next?: string;
  id: string;
}
/**
 * Enter a throw of real dice. It counts when the same faces are entered a second time.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EnterThrow".
 */
export interface EnterThrow {
  type: "enter_throw";
  throw: Throw;
  look: "first" | "second";
  irregular?: string;
  ruled?: string;
  id: string;
}
/**
 * Confirm, or turn down, a wager that came after "no more bets".
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ConfirmLate".
 */
export interface ConfirmLate {
  type: "confirm_late";
  player: string;
  confirmed: boolean;
  id: string;
}
/**
 * Do something with a wager after a throw, as its dealer.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Deal".
 */
export interface Deal {
  type: "deal";
  action: "call" | "move" | "pay" | "puck" | "return" | "take";
  player?: string;
  wager?: Wager | null;
  dealt_cents?: number;
  puck?: number;
  words?: string;
  id: string;
}
/**
 * Let the dealers' open work go: the automatic crew does the rest of it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LetGo".
 */
export interface LetGo {
  type: "let_go";
  id: string;
}
/**
 * Say something to those around the table: a set phrase, or a few words of the speaker's own.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Talk".
 */
export interface Talk {
  type: "talk";
  phrase?:
    | ""
    | "clover"
    | "frown"
    | "good_luck"
    | "good_night"
    | "heart"
    | "hello"
    | "nice_roll"
    | "one_more"
    | "ouch"
    | "press_it"
    | "smile"
    | "star"
    | "thank_you"
    | "well_played";
  words?: string;
  id: string;
}
/**
 * Mute a person around the table, or let them speak again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  type: "mute";
  player: string;
  muted: boolean;
  id: string;
}
/**
 * The data that only this person may see.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "You".
 */
export interface You {
  type: "you";
  name: string;
  roles?: string[];
  wallet_cents?: number;
  undo?: number;
  seed?: string;
  own?: Allowance;
  closes?: boolean;
  enters?: boolean;
  throws?: boolean;
  mutes?: boolean;
  may?: string[];
  hosts?: boolean;
  takes?: string[];
  dice_chair?: string;
  ends?: boolean;
  deals?: boolean;
  lets_go?: boolean;
  checks?: Check[];
  scores?: DealerScore[];
  disputes?: DisputeDue[];
  calls?: string[];
}
/**
 * A wager that the dealers deal, or the puck, as the box sees it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Check".
 */
export interface Check {
  right: Dealt;
  dealt?: Dealt[];
  open?: boolean;
  lies?: Wager | null;
  owed_cents?: number;
  early?: string;
}
/**
 * A dispute that waits for a person.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DisputeDue".
 */
export interface DisputeDue {
  number: number;
  role: string;
  take?: boolean;
}
/**
 * An inspector's view of a table, beyond what everybody sees.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Inspection".
 */
export interface Inspection {
  type: "inspection";
  won_cents: number;
  people?: Inspected[];
  over?: boolean;
}
/**
 * An inspector's view of a person, beyond what everybody sees.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Inspected".
 */
export interface Inspected {
  name: string;
  wallet_cents: number;
  undo?: number;
}
/**
 * The whole table, for a client that comes or has missed too much.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  type: "welcome";
  version: number;
  seq: number;
  now: number;
  table: TableView;
  you: You;
  thrown?: Throw[];
  settled?: ThrowResult | null;
  reasons?: GivenReason[];
}
/**
 * The decisions of the last throw, or what the crew made of it since.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ThrowResult".
 */
export interface ThrowResult {
  seq: number;
  effects?: (
    | DiceThrown
    | Thrown
    | PointSet
    | Natural
    | Craps
    | PointMade
    | SevenOut
    | DiceOffered
    | DiceTaken
    | DiceDeclined
    | DiceChosen
    | DicePassed
    | DiceOut
    | NoRollCalled
    | DiceAway
    | SameDiceAsked
    | DieBack
    | DieGone
    | SetBrought
    | Seated
    | Left
    | Bought
    | CashedOut
    | Awarded
    | Coloured
    | TokenIssued
    | Staked
    | Vigorish
    | Capped
    | Button
    | CallAsked
    | Lost
    | Paid
    | Returned
    | Tied
    | Forfeited
    | Counted
    | Moved
    | SignPosted
    | LimitsSet
    | TableClosed
    | GameInvalid
    | ThrowInvalid
    | ThrowCorrected
    | ThrowConfirmed
    | Reversed
    | Owed
    | Excluded
    | Warned
    | DisputeRaised
    | DisputeDecided
    | DisputeInvestigated
    | DisputeReferred
  )[];
  words?: string[];
  won_cents?: number[];
  left_cents?: number[];
  cleared?: string[];
}
/**
 * The reason of a player for an act.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "GivenReason".
 */
export interface GivenReason {
  seq: number;
  player: string;
  words: string;
  why: string;
}
/**
 * Entries of the log that belong together, and what they changed in the view.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Happened".
 */
export interface Happened {
  type: "happened";
  seq: number;
  now: number;
  items: Item[];
  changes: TableChanges;
  thrown?: Throw[];
  cleared?: string[];
}
/**
 * The answer to a command. It is sent when what the command did is on disk.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  type: "answer";
  id: string;
  seq?: number;
  refused?: Refused | null;
  left_out?: LeftOut[];
}
/**
 * A wager that "same bet" left out, or the rest of one that it made smaller.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LeftOut".
 */
export interface LeftOut {
  wager: Wager;
  amount_cents: number;
  code: string;
  message: string;
  to_you?: string;
}
/**
 * The server ends the connection.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Bye".
 */
export interface Bye {
  type: "bye";
  reason: string;
  again?: boolean;
  address?: string;
}
/**
 * The other addresses of this house. A client whose connection drops may go on there.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Servers".
 */
export interface Servers {
  type: "servers";
  addresses?: string[];
}
/**
 * The company around a table, beside the game: who watches, and what people say.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Company".
 */
export interface Company {
  type: "company";
  watching?: number;
  lines?: TalkLine[];
  muted?: string[];
}
/**
 * Something that somebody said.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TalkLine".
 */
export interface TalkLine {
  at: number;
  person: string;
  phrase?:
    | ""
    | "clover"
    | "frown"
    | "good_luck"
    | "good_night"
    | "heart"
    | "hello"
    | "nice_roll"
    | "one_more"
    | "ouch"
    | "press_it"
    | "smile"
    | "star"
    | "thank_you"
    | "well_played";
  words?: string;
}

export const VERSION = 1 as const;

export const LONGEST_BYTES = 4096 as const;

export const UNDOABLE = ["bet","take_down","call"] as const;

export const PHRASES = {"nice_roll":"Nice roll!","good_luck":"Good luck!","one_more":"One more!","press_it":"Press it!","thank_you":"Thank you.","well_played":"Well played.","ouch":"Ouch.","hello":"Hello.","good_night":"Good night.","clover":"☘","smile":"☺","frown":"☹","heart":"♥","star":"★"} as const;

export const HAND_WAGERS = ["fire","make_em_all","tall","small","repeater"] as const;

export const LINE_WAGERS = ["dont_pass","pass"] as const;

export const LETTERS = {"p":"pass","d":"dont_pass","c":"come","f":"field","y":"eleven","o":"odds","u":"undo"} as const;
