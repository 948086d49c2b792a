// Made by scripts/types.mjs from the server's description of its messages. Do not edit.

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
export type ServerMessage = You | Inspection | Welcome | Happened | Answer | Bye | Servers | Company;

export interface Wire {}
export interface Who {
  name?: string;
  roles?: string[];
  guest?: boolean;
  wallet_cents?: number;
}
export interface SignIn {
  name: string;
  passphrase?: string;
}
export interface Problem {
  error: string;
  would_do?: string;
  in_place_of?: string;
}
export interface Done {
  done?: boolean;
}
export interface LimitsNow {
  limits: PersonalLimits;
  later?: PersonalLimits | null;
  later_at?: number;
  left?: Allowance;
}
export interface PersonalLimits {
  loss_cents?: number | null;
  session_minutes?: number | null;
  time_out_until?: number;
}
export interface Allowance {
  may_buy_cents?: number | null;
  may_risk_cents?: number | null;
  session_until?: number | null;
  time_out_until?: number;
  keep_cents?: number;
}
export interface MoneyOffer {
  amount_cents?: number;
  why?: string;
  again_at?: number;
}
export interface Profile {
  player: string;
  evenings: ProfileEvening[];
  unread: number;
  unreadable: {
    [k: string]: string;
  };
}
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
export interface EveningWager {
  wager: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
}
export interface ProfileWager {
  wager: string;
  name: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
  expected_cents: number | null;
  unknown: string;
}
export interface EveningLuck {
  net_cents: number;
  expected_cents: number;
  sd_cents: number;
  deviations: number | null;
}
export interface Shared {
  key: string;
}
export interface SettleUp {
  title: string;
  house_title: string;
  since: number;
  until: number | null;
  seq: number;
  players: SettleUpLine[];
  house_cents: number;
}
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
export interface Opened {
  table: string;
}
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
export interface NewBot {
  name: string;
  system: string;
  bankroll: string;
}
export interface Closing {
  refused: string;
  notice: boolean;
  due: number;
  others: string[];
}
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
export interface OptionLine {
  name: string;
  says: string;
  source: string;
  default: string;
  choices: ChoiceLine[];
}
export interface ChoiceLine {
  name: string;
  changes: ChangeLine[];
}
export interface ChangeLine {
  key: string;
  of: string;
  value: string;
}
export interface HouseRules {
  house: HouseLine;
  digest: string;
  advice: boolean;
  advice_source: string;
  groups: KindGroup[];
  values: ValueLine[];
  clauses: Clause[];
}
export interface KindGroup {
  title: string;
  wagers: KindLine[];
}
export interface KindLine {
  kind: string;
  name: string;
  means: string;
  source: string;
  pays: PayLine[];
  rules: RuleLine[];
}
export interface PayLine {
  on: string;
  pay: string;
  clause: string;
}
export interface RuleLine {
  label: string;
  says: string;
  source: string;
}
export interface ValueLine {
  key: string;
  means: string;
  value: string;
  source: string;
}
export interface Clause {
  id: string;
  kind: "fact" | "outside" | "procedure" | "rule";
  says: string;
  why?: string;
  note?: string;
}
export interface EdgeLine {
  kind: string;
  on: string;
  edge: string;
  edge_share: number;
  edge_fraction: string;
  labels: string[];
}
export interface Comparison {
  first: HouseLine;
  second: HouseLine;
  differences: DifferenceLine[];
}
export interface DifferenceLine {
  key: string;
  of: string;
  means: string;
  first: string | null;
  second: string | null;
  first_source: string | null;
  second_source: string | null;
}
export interface Explained {
  kind: string;
  name: string;
  means: string;
  by: string;
  examples: Example[];
}
export interface Example {
  on: string;
  pictures: Picture[];
}
export interface Picture {
  when: string;
  point: number;
  outlook: Outlook;
}
export interface Outlook {
  wager: Wager;
  stake_cents: number;
  chances: Chance[];
  points: number[];
  off: boolean;
  says: string;
  refused?: Refusals;
}
export interface Chance {
  on: string;
  result: "back" | "counts" | "loses" | "moves" | "wins";
  net_cents: number;
  fee_cents?: number;
}
export interface Refusals {
  press?: Refused | null;
  call?: Refused | null;
  down?: Refused | null;
}
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
export interface SystemLine {
  name: string;
  about: string;
  text: string;
}
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
export interface DrillAsks {
  asks: string;
  title: string;
  says: string;
}
export interface DrillFamily {
  family: string;
  title: string;
  wagers: string[];
}
export interface DrillAmounts {
  amounts: string;
  says: string;
}
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
export interface Limits {
  minimum_cents: number;
  maximum_cents: number;
  unit_cents: number;
}
export interface Earlier {
  rail_cents: number;
  wagers?: Standing[];
  tokens_cents?: number[];
  idle?: number;
  number?: number;
}
export interface Throw {
  a: number;
  b: number;
}
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
export interface DrillCorrection {
  right: boolean;
  correction: Correction;
}
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
export interface Reason {
  clause: string;
  says: string;
}
export interface Roster {
  roster: string;
  teacher: string;
  name: string;
  students: string[];
}
export interface NewRoster {
  name: string;
  students?: string[];
}
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
export interface OwnSitting {
  attempt: number;
  began: number;
  over: boolean;
  answered: number;
  tally?: Tally | null;
}
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
export interface FamilyTally {
  family: string;
  asked: number;
  right: number;
  slow: number;
}
export interface ExamMade {
  exam: string;
}
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
export interface ExamUnderWay {
  exam: string;
  name: string;
  left_ms: number;
}
export interface Invitation {
  link: string;
  everywhere: boolean;
  rows: string[];
}
export interface ExamLine {
  person: string;
  attempt: number;
  began: number;
  last: number;
  tally: Tally;
}
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
export interface BeginSitting {
  attempt: number;
}
export interface GiveAnswer {
  attempt: number;
  number: number;
  action: "leave" | "pay" | "say" | "take" | "travel";
  pay_cents?: number;
  said?: string;
}
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
export interface LabKind {
  name: string;
  says: string;
  fields: LabField[];
  missing: string;
  parquet: boolean;
}
export interface LabField {
  name: string;
  says: string;
  default: string | null;
  required: boolean;
  most: number;
}
export interface OddsData {
  schema: "bankcraps.odds/3";
  house: string;
  amount_cents?: number;
  wagers: EdgeData[];
  with_odds?: WithOddsData[];
  refused?: RefusedWagerData[];
}
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
export interface RefusedWagerData {
  label: string;
  message: string;
}
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
export interface LabProblem {
  title: string;
  status: number;
  detail: string;
  simulates?: boolean;
  at?: Place | null;
}
export interface Place {
  system: number;
  line?: number;
  column?: number;
  word?: string;
}
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
export interface OddsComparedData {
  schema: "bankcraps.odds_compared/3";
  houses: string[];
  wagers: WagerByHouseData[];
}
export interface WagerByHouseData {
  label: string;
  wager: string;
  point?: number;
  houses: EdgeAtHouseData[];
}
export interface EdgeAtHouseData {
  house: string;
  edge: number;
  edge_fraction: string;
  edge_outlay: number;
  edge_outlay_fraction: string;
  pays: string;
  clauses: string[];
}
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
export interface PointsMadeData {
  mean: number;
  mean_fraction: string;
  p_point: number;
  p_point_fraction: string;
  distribution: PointsData[];
}
export interface PointsData {
  points: number;
  chance: number;
  chance_fraction: string;
}
export interface DistinctPointsData {
  mean: number;
  mean_fraction: string;
  distribution: PointsData[];
}
export interface InARowData {
  chance: number;
  chance_fraction: string;
  in_a_row: PassesData[];
}
export interface PassesData {
  passes: number;
  chance: number;
  chance_fraction: string;
}
export interface PassesInHandData {
  mean: number;
  mean_fraction: string;
  distribution: PassesData[];
}
export interface RoundData {
  mean: number;
  mean_fraction: string;
  at_least: LengthData[];
}
export interface LengthData {
  throws: number;
  chance: number;
  chance_fraction: string;
}
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
export interface UsualRefusalData {
  code: string;
  message: string;
}
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
export interface RateData {
  throws: number;
  action_cents: number;
  gain_cents: number;
  sd_cents: number;
  gain_bound_cents: number;
  sd_bound_cents: number;
}
export interface WagerCostData {
  wager: string;
  action_cents: number;
  cost_cents: number;
  edge: number;
  edge_se?: number;
}
export interface RefusalRateData {
  code: string;
  message: string;
  times: number;
}
export interface LayoutData {
  puck: number;
  wagers: StandingData[];
  share: number;
}
export interface StandingData {
  wager: string;
  amount_cents: number;
  call: string;
}
export interface RuleCostData {
  number: number;
  rule: string;
  stage: string | null;
  times: number;
  action_cents: number;
  cost_cents: number;
  edge: number;
}
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
export interface ThrowsData {
  mean: number;
  sd?: number | null;
  se?: number;
}
export interface RuinData {
  counted: string;
  mean: number;
  quantiles: {
    [k: string]: number;
  };
}
export interface MoneyData {
  mean_cents: number;
  sd_cents: number;
  quantiles_cents: {
    [k: string]: number;
  };
}
export interface FinalsData {
  final_cents: number[];
  chance: number[];
}
export interface RuinsData {
  counted: string;
  when: number[];
  chance: number[];
}
export interface CovariancesData {
  wagers: string[];
  cents_squared: number[][];
}
export interface StreaksData {
  losses: StreakData;
  wins: StreakData;
  seven_outs: StreakData;
  points_made: StreakData;
}
export interface StreakData {
  mean: number;
  at_least: number[];
}
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
export interface BankrollData {
  risk?: number;
  bankroll_cents: number;
  p_ruin_or_floor: number;
  p_ahead: number;
  mean_cents: number;
  sd_cents: number;
}
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
    [k: string]: [number, number | null];
  };
  metrics: {
    [k: string]: MetricData;
  };
  per_shooter: PerShooterData | null;
}
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
export interface PerShooterData {
  hands: number;
  throws: number;
  decisions: number;
  action_cents: number;
  cost_cents: number;
}
export interface CompareData {
  schema: "bankcraps.compare/3";
  house: string;
  bankroll_cents: number;
  sessions: number;
  seed: number;
  systems: ComparedSystemData[];
}
export interface ComparedSystemData {
  system: string;
  exact: SessionData | null;
  played: SimulateData;
  difference: DifferenceData;
  above?: number[];
}
export interface DifferenceData {
  exact_cents: number | null;
  mean_cents: number;
  se_cents: number;
  interval_95_cents: [number, number];
}
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
export interface WagerNetData {
  wager: string;
  action_cents: number;
  net_cents: number;
}
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
export interface LaidData {
  wager: string;
  amount_cents: number;
  call: string;
  net_cents: number;
}
export interface TrajectoriesData {
  schema: "bankcraps.trajectories/2";
  house: string;
  system: string;
  bankroll_cents: number;
  seed: number;
  owned_cents: number[][];
}
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
export interface BetData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
}
export interface NextBetData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
  gives_away: number;
}
export interface BetBySumData {
  owned_cents: number;
  stakes_cents: {
    [k: string]: number;
  };
}
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
export interface SpotData {
  wager: string;
  amount_cents: number;
  call: string | null;
}
export interface GivenAwayAtData {
  puck: number;
  standing: SpotData[];
  leaves: ("floor" | "goal" | "ruin" | "stopped") | null;
  visits: number;
  in_all: number;
}
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
export interface RatedPlayData {
  puck: number;
  stakes_cents: {
    [k: string]: number;
  };
  action: number;
  cost: number;
  share: number;
}
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
export interface BestFrontierData {
  schema: "bankcraps.best_frontier/1";
  house: string;
  plays: BestUtilityData[];
}
export interface SystemSlots {
  text: string;
  rules: SlotRule[];
  adds: SlotAdd[];
  choices: {
    [k: string]: SlotChoice[];
  };
  wrong?: TextError | null;
}
export interface SlotRule {
  start: number;
  end: number;
  head: Slot | null;
  steps: Slot[];
  adds: SlotAdd[];
  moves: boolean;
  removes: TextSpan;
}
export interface Slot {
  kind: string;
  start: number;
  end: number;
  choice?: string;
  slots?: Slot[];
  removes?: TextSpan | null;
}
export interface TextSpan {
  start: number;
  end: number;
}
export interface SlotAdd {
  kind: string;
  at: number;
  says: string;
  before?: string;
  after?: string;
}
export interface SlotChoice {
  text: string;
  says: string;
}
export interface TextError {
  says: string;
  at?: TextSpan | null;
}
export interface LabCommand {
  question: string;
  command: string;
}
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
export interface SpreadLine {
  name: "across" | "hardways" | "hi_lo" | "inside" | "outside";
  each: number;
  whole: number;
}
export interface Line {
  key: string;
  value: string;
  source: string;
}
export interface ClauseLine {
  clause: string;
  says: string;
}
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
export interface ExactBet {
  stake_cents: number;
  total_cents: number;
  wins_cents: number;
}
export interface HandLine {
  hand: number;
  shooter: string;
  first: number;
  last: number;
  at: number;
  throws: number;
  ended: string;
}
export interface HandReplay {
  hand: HandLine;
  before: TableView;
  items: Item[];
}
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
export interface Sign {
  about: "closing" | "limits";
  posted: number;
  limits?: Limits | null;
  due?: number;
}
export interface DisputeCase {
  number: number;
  by: string;
  about: string;
  stage?: number;
  asked?: boolean;
  ruling?: string;
  closed?: boolean;
}
export interface Phase {
  name?: "betting" | "dice_out" | "in_the_air" | "last_bets" | "paying";
  until?: number | null;
}
export interface FairnessView {
  number: number;
  commitment: string;
  seeds?: Seed[];
  seeded?: string[];
  locked?: boolean;
  counted?: number;
  withheld?: number;
}
export interface Seed {
  player: string;
  seed: string;
}
export interface Chair {
  role: string;
  person: string;
}
export interface Guest {
  name: string;
  away_since?: number | null;
  sitting_out?: boolean;
}
export interface PlaceOffer {
  person: string;
  until: number;
}
export interface LateBet {
  bet: Bet;
  confirmed?: string[];
}
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
export interface ThrowEntered {
  type: "throw_entered";
  person: string;
  throw: Throw;
}
export interface Bot {
  name: string;
  system: string;
  text: string;
  bankroll_cents: number;
  leaves?: boolean;
}
export interface PlayerResult {
  name: string;
  session_cents?: number;
  hand_cents?: number;
  hand_before_cents?: number;
}
export interface ChairOffer {
  role: string;
  person?: string;
  key?: string;
}
export interface SeatSystem {
  name: string;
  system: string;
  text: string;
}
export interface Undealt {
  chair: string;
  player?: string;
  wager?: Wager | null;
  call?: boolean;
}
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
export interface TableOpened {
  type: "table_opened";
  settings: TableSettings;
}
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
export interface Sit {
  type: "sit";
  place?: number | null;
  by?: Actor;
  at?: number | null;
}
export interface Leave {
  type: "leave";
  by?: Actor;
  at?: number | null;
}
export interface BuyIn {
  type: "buy_in";
  amount_cents: number;
  by?: Actor;
  at?: number | null;
}
export interface CashOut {
  type: "cash_out";
  amount_cents?: number | null;
  by?: Actor;
  at?: number | null;
}
export interface ColourUp {
  type: "colour_up";
  player: string;
  by?: Actor;
  at?: number | null;
}
export interface TakeDown {
  type: "take_down";
  wager: Wager;
  amount_cents?: number | null;
  token?: boolean;
  by?: Actor;
  at?: number | null;
}
export interface Call {
  type: "call";
  wager: Wager;
  call: "off" | "on";
  by?: Actor;
  at?: number | null;
}
export interface Confirm {
  type: "confirm";
  player: string;
  wager: Wager;
  by?: Actor;
  at?: number | null;
}
export interface Reject {
  type: "reject";
  player: string;
  wager: Wager;
  by?: Actor;
  at?: number | null;
}
export interface Undo {
  type: "undo";
  by?: Actor;
  at?: number | null;
}
export interface Offer {
  type: "offer";
  to: string;
  by?: Actor;
  at?: number | null;
}
export interface Accept {
  type: "accept";
  by?: Actor;
  at?: number | null;
}
export interface Decline {
  type: "decline";
  by?: Actor;
  at?: number | null;
}
export interface NoAnswer {
  type: "no_answer";
  by?: Actor;
  at?: number | null;
}
export interface Choose {
  type: "choose";
  dice: number[];
  by?: Actor;
  at?: number | null;
}
export interface PassDice {
  type: "pass_dice";
  by?: Actor;
  at?: number | null;
}
export interface OrderPass {
  type: "order_pass";
  reason: string;
  by?: Actor;
  at?: number | null;
}
export interface NoMoreBets {
  type: "no_more_bets";
  by?: Actor;
  at?: number | null;
}
export interface ThrowDice {
  type: "throw";
  by?: Actor;
  at?: number | null;
}
export interface Rolled {
  type: "roll";
  throw: Throw;
  irregular?: string;
  ruled?: string;
  by?: Actor;
  at?: number | null;
}
export interface NoRoll {
  type: "no_roll";
  reason: string;
  dice?: number[];
  by?: Actor;
  at?: number | null;
}
export interface SameDice {
  type: "same_dice";
  by?: Actor;
  at?: number | null;
}
export interface Inspect {
  type: "inspect";
  die: number;
  sound?: boolean;
  by?: Actor;
  at?: number | null;
}
export interface DieLost {
  type: "die_lost";
  die: number;
  by?: Actor;
  at?: number | null;
}
export interface NewSet {
  type: "new_set";
  by?: Actor;
  at?: number | null;
}
export interface PostSign {
  type: "post_sign";
  limits?: Limits | null;
  proposed?: number | null;
  by?: Actor;
  at?: number | null;
}
export interface SetLimits {
  type: "set_limits";
  limits: Limits;
  by?: Actor;
  at?: number | null;
}
export interface OwnLimits {
  type: "own_limits";
  player: string;
  limits: Limits;
  by?: Actor;
  at?: number | null;
}
export interface Close {
  type: "close";
  by?: Actor;
  at?: number | null;
}
export interface IssueToken {
  type: "issue_token";
  player: string;
  amount_cents: number;
  by?: Actor;
  at?: number | null;
}
export interface Invalidate {
  type: "invalidate";
  reason: string;
  guilty?: string[];
  scope?: "" | "round" | "throw";
  by?: Actor;
  at?: number | null;
}
export interface Correct {
  type: "correct";
  throw: Throw;
  by?: Actor;
  at?: number | null;
}
export interface VoidWager {
  type: "void";
  player: string;
  wager: Wager;
  reason: string;
  by?: Actor;
  at?: number | null;
}
export interface Exclude {
  type: "exclude";
  player: string;
  reason: string;
  by?: Actor;
  at?: number | null;
}
export interface Vacate {
  type: "vacate";
  player: string;
  by?: Actor;
  at?: number | null;
}
export interface Warn {
  type: "warn";
  player: string;
  reason: string;
  by?: Actor;
  at?: number | null;
}
export interface Dispute {
  type: "dispute";
  about: string;
  by?: Actor;
  at?: number | null;
}
export interface Decide {
  type: "decide";
  number: number;
  ruling: string;
  by?: Actor;
  at?: number | null;
}
export interface Investigate {
  type: "investigate";
  number: number;
  finding: string;
  by?: Actor;
  at?: number | null;
}
export interface Award {
  type: "award";
  player: string;
  amount_cents: number;
  why: string;
  by?: Actor;
  at?: number | null;
}
export interface AskReview {
  type: "ask_review";
  number: number;
  by?: Actor;
  at?: number | null;
}
export interface PhaseBegan {
  type: "phase_began";
  phase: "betting" | "dice_out" | "in_the_air" | "last_bets" | "paying";
  until?: number | null;
}
export interface CommitmentShown {
  type: "commitment_shown";
  number: number;
  commitment: string;
}
export interface SeedGiven {
  type: "seed_given";
  player: string;
  seed: string;
  next?: string;
}
export interface SeedsLocked {
  type: "seeds_locked";
  number: number;
  seeds?: Seed[];
}
export interface SecretShown {
  type: "secret_shown";
  number: number;
  secret: string;
  withheld?: string;
}
export interface SecretLost {
  type: "secret_lost";
  number: number;
}
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
export interface SatOut {
  type: "sat_out";
  player: string;
  out: boolean;
}
export interface SaidReady {
  type: "said_ready";
  player: string;
  ready?: boolean;
}
export interface Waiting {
  type: "waiting";
  person: string;
  waiting: boolean;
}
export interface PlaceOffered {
  type: "place_offered";
  person: string;
  until: number;
}
export interface Granted {
  type: "granted";
  person: string;
  amount_cents: number;
}
export interface TableEnded {
  type: "table_ended";
  ended: string;
  why: string;
  chips?: ReturnedChips[];
}
export interface ReturnedChips {
  player: string;
  rail_cents: number;
  layout_cents: number;
}
export interface LateBetAsked {
  type: "late_bet_asked";
  bet: Bet;
  confirmed?: string[];
}
export interface LateBetDropped {
  type: "late_bet_dropped";
  player: string;
  by?: string;
}
export interface BotSeated {
  type: "bot_seated";
  bot: Bot;
  by?: string;
}
export interface BotDismissed {
  type: "bot_dismissed";
  name: string;
  by?: string;
}
export interface SystemStarted {
  type: "system_started";
  seat: SeatSystem;
}
export interface SystemStopped {
  type: "system_stopped";
  name: string;
  why?: string;
}
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
export interface DiceThrown {
  type: "dice_thrown";
  by: Actor;
}
export interface Thrown {
  type: "thrown";
  throw: Throw;
  point: number;
}
export interface PointSet {
  type: "point_set";
  point: number;
}
export interface Natural {
  type: "natural";
  total: number;
}
export interface Craps {
  type: "craps";
  total: number;
}
export interface PointMade {
  type: "point_made";
  point: number;
}
export interface SevenOut {
  type: "seven_out";
  point: number;
}
export interface DiceOffered {
  type: "dice_offered";
  to: string;
}
export interface DiceTaken {
  type: "dice_taken";
  seat: string;
}
export interface DiceDeclined {
  type: "dice_declined";
  seat: string;
}
export interface DiceChosen {
  type: "dice_chosen";
  dice: number[];
  bowl: number[];
}
export interface DicePassed {
  type: "dice_passed";
  seat: string;
  why: string;
}
export interface DiceOut {
  type: "dice_out";
}
export interface NoRollCalled {
  type: "no_roll_called";
  reason: string;
  clause: string;
}
export interface DiceAway {
  type: "dice_away";
  dice: number[];
  rest: number[];
}
export interface SameDiceAsked {
  type: "same_dice_asked";
  dice: number[];
}
export interface DieBack {
  type: "die_back";
  die: number;
  to: string;
}
export interface DieGone {
  type: "die_gone";
  die: number;
}
export interface SetBrought {
  type: "set_brought";
  number: number;
}
export interface Seated {
  type: "seated";
  seat: string;
  place: number;
}
export interface Left {
  type: "left";
  seat: string;
  tokens_cents?: number[];
}
export interface Bought {
  type: "bought";
  seat: string;
  amount_cents: number;
}
export interface CashedOut {
  type: "cashed_out";
  seat: string;
  amount_cents: number;
}
export interface Awarded {
  type: "awarded";
  seat: string;
  amount_cents: number;
  why: string;
  clause: string;
}
export interface Coloured {
  type: "coloured";
  seat: string;
  chips: Chips[];
}
export interface Chips {
  value_cents: number;
  count: number;
}
export interface TokenIssued {
  type: "token_issued";
  seat: string;
  amount_cents: number;
}
export interface Staked {
  type: "staked";
  seat: string;
  wager: Wager;
  amount_cents: number;
  stands_cents: number;
  tokens_cents?: number[];
}
export interface Vigorish {
  type: "vigorish";
  seat: string;
  wager: Wager;
  amount_cents: number;
  again?: boolean;
}
export interface Capped {
  type: "capped";
  seat: string;
  wager: Wager;
  amount_cents: number;
}
export interface Button {
  type: "button";
  seat: string;
  wager: Wager;
  call: string;
}
export interface CallAsked {
  type: "call_asked";
  seat: string;
  wager: Wager;
}
export interface Lost {
  type: "lost";
  seat: string;
  wager: Wager;
  amount_cents: number;
  leg?: Wager | null;
  tokens_cents?: number[];
}
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
export interface Returned {
  type: "returned";
  seat: string;
  wager: Wager;
  amount_cents: number;
  why: "invalid" | "off" | "rejected" | "taken down" | "tied" | "undone" | "void";
  tokens_cents?: number[];
}
export interface Tied {
  type: "tied";
  seat: string;
  wager: Wager;
  amount_cents: number;
}
export interface Forfeited {
  type: "forfeited";
  seat: string;
  wager: Wager;
  amount_cents: number;
  tokens_cents?: number[];
}
export interface Counted {
  type: "counted";
  seat: string;
  wager: Wager;
  progress: number[];
}
export interface Moved {
  type: "moved";
  seat: string;
  wager: Wager;
  to: Wager;
  amount_cents: number;
}
export interface SignPosted {
  type: "sign_posted";
  about: string;
  due: number;
  limits?: Limits | null;
}
export interface LimitsSet {
  type: "limits_set";
  limits: Limits;
  player?: string | null;
}
export interface TableClosed {
  type: "table_closed";
}
export interface GameInvalid {
  type: "game_invalid";
  reason: string;
}
export interface ThrowInvalid {
  type: "throw_invalid";
  reason: string;
  throw: Throw;
  point: number;
}
export interface ThrowCorrected {
  type: "throw_corrected";
  wrong: Throw;
  throw: Throw;
}
export interface ThrowConfirmed {
  type: "throw_confirmed";
  throw: Throw;
  role: string;
}
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
export interface Owed {
  type: "owed";
  seat: string;
  amount_cents: number;
  away?: boolean;
}
export interface Excluded {
  type: "excluded";
  player: string;
  reason: string;
}
export interface Warned {
  type: "warned";
  player: string;
  reason: string;
  clause: string;
}
export interface DisputeRaised {
  type: "dispute_raised";
  number: number;
  by: string;
  about: string;
  before: string;
}
export interface DisputeDecided {
  type: "dispute_decided";
  number: number;
  ruling: string;
  next: string;
}
export interface DisputeInvestigated {
  type: "dispute_investigated";
  number: number;
  finding: string;
}
export interface DisputeReferred {
  type: "dispute_referred";
  number: number;
  before: string;
}
export interface SeatHistory {
  seq: number;
  items: Item[];
}
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
export interface Choice {
  value: string;
  name: string;
  clause?: string;
  says?: string;
}
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
export interface DisputeWords {
  found: boolean;
  role: string;
  words: string;
  at: number;
}
export interface TableStatistics {
  player: string;
  advice: boolean;
  hand: number;
  counted: Statistics;
}
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
export interface WagerResult {
  wager: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
  expected_cents?: number | null;
}
export interface BankrollPoint {
  throw: number;
  net_cents: number;
}
export interface Replay {
  before: TableView;
  steps: ReplayStep[];
  last: number;
}
export interface ReplayStep {
  item: Item;
  changes: TableChanges;
}
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
export interface SeatsBots {
  may: boolean;
}
export interface HandOver {
  system: string;
}
export interface Health {
  tables: number;
  stopped: {
    [k: string]: string;
  };
}
export interface Hello {
  type: "hello";
  version: number;
  seq?: number;
}
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
export interface Say {
  type: "say";
  line: string;
  why?: string;
  id: string;
}
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
export interface SitOut {
  type: "sit_out";
  out: boolean;
  id: string;
}
export interface Ready {
  type: "ready";
  ready?: boolean;
  id: string;
}
export interface Wait {
  type: "wait";
  waiting: boolean;
  id: string;
}
export interface GiveSeed {
  type: "give_seed";
  seed: string;
  next?: string;
  id: string;
}
export interface EnterThrow {
  type: "enter_throw";
  throw: Throw;
  look: "first" | "second";
  irregular?: string;
  ruled?: string;
  id: string;
}
export interface ConfirmLate {
  type: "confirm_late";
  player: string;
  confirmed: boolean;
  id: string;
}
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
export interface LetGo {
  type: "let_go";
  id: string;
}
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
export interface Mute {
  type: "mute";
  player: string;
  muted: boolean;
  id: string;
}
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
export interface Check {
  right: Dealt;
  dealt?: Dealt[];
  open?: boolean;
  lies?: Wager | null;
  owed_cents?: number;
  early?: string;
}
export interface DisputeDue {
  number: number;
  role: string;
  take?: boolean;
}
export interface Inspection {
  type: "inspection";
  won_cents: number;
  people?: Inspected[];
  over?: boolean;
}
export interface Inspected {
  name: string;
  wallet_cents: number;
  undo?: number;
}
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
export interface GivenReason {
  seq: number;
  player: string;
  words: string;
  why: string;
}
export interface Happened {
  type: "happened";
  seq: number;
  now: number;
  items: Item[];
  changes: TableChanges;
  thrown?: Throw[];
  cleared?: string[];
}
export interface Answer {
  type: "answer";
  id: string;
  seq?: number;
  refused?: Refused | null;
  left_out?: LeftOut[];
}
export interface LeftOut {
  wager: Wager;
  amount_cents: number;
  code: string;
  message: string;
  to_you?: string;
}
export interface Bye {
  type: "bye";
  reason: string;
  again?: boolean;
  address?: string;
}
export interface Servers {
  type: "servers";
  addresses?: string[];
}
export interface Company {
  type: "company";
  watching?: number;
  lines?: TalkLine[];
  muted?: string[];
}
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

export const TABLE_FLAGS = {"guests":true,"listed":true,"hosted":true,"steady":false,"calls":false} as const;
