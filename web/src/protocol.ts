/** What server and browser say to each other: the same shapes as the server's protocol, held together by a test. */

export type Lang = "en" | "ja";
export type Mode = "human" | "bot" | "open";
export type Study = "past" | "seats" | "seed";

// The lobby

export interface Named {
  id: string;
  name: string;
}

export interface ScenarioCard {
  id: string;
  name: string;
  description: string;
  turns: number;
  sides: Named[];
  switches: Named[];
}

export interface LessonCard {
  id: string;
  name: string;
  about: string;
}

export interface DialCard {
  id: string;
  name: string;
  values: Named[];
  default: string;
}

export interface TitleCard {
  id: string;
  name: string;
  tutorial: boolean;
  scenarios: ScenarioCard[];
  bots: string[];
  lessons: LessonCard[];
  dials: DialCard[];
}

export interface NewLesson {
  title: string;
  lesson: string;
}

export interface StepSheet {
  text: string;
  points: string[];
  task: boolean;
  otherwise: string;
}

export interface LessonSheet {
  id: string;
  name: string;
  about: string;
  number: number;
  of: number;
  steps: StepSheet[];
  done: string;
  next: string;
}

export interface LessonMark {
  step: number;
  next: string;
  strayed: boolean;
}

export interface SeatPlan {
  mode: Mode;
  bot?: string;
}

export interface ClockPlan {
  kind: "days" | "minutes";
  amount: number;
}

export interface NewTable {
  title: string;
  scenario: string;
  seats: Record<string, SeatPlan>;
  options?: string[];
  seed?: number | null;
  name?: string;
  hints?: boolean;
  clock?: ClockPlan | null;
}

export interface InvitationCard {
  title_name: string;
  scenario_name: string;
  side: string;
  hints: boolean;
  clock: ClockPlan | null;
  study: Study[];
}

export interface Keys {
  table: string;
  tokens: Record<string, string>;
  invitations: Record<string, string>;
  spectator: string;
}

export interface TableCard {
  id: string;
  name: string;
  title: string;
  title_name: string;
  scenario: string;
  scenario_name: string;
  turn: number;
  choices: number;
  waiting_for: string[];
  result: string;
  updated: string;
  sides: string[];
  clocks: Clocks | null;
}

export interface Reach {
  listens: boolean;
  addresses: string[];
}

export interface Problem {
  code: string;
  message: string;
  rule: string;
}

export interface LitBy {
  label: string;
  value: string;
}

export interface HeadCard {
  name: string;
  lit_by: LitBy[];
  swatch: string;
}

export interface RowCard {
  head: HeadCard;
  cells: string[];
}

export interface ChartCard {
  id: string;
  name: string;
  rule: string;
  columns: HeadCard[];
  rows: RowCard[];
  notes: string[];
}

export interface PhaseCard {
  id: string;
  name: string;
  rule: string;
  side: string;
}

export interface Book {
  description: string;
  charts: ChartCard[];
  track: PhaseCard[];
}

export interface RuleCard {
  id: string;
  title: string;
  summary: string;
  note: string;
}

export interface Credentials {
  name: string;
  password: string;
}

export interface LetterWish {
  address: string;
  lang: string;
  wanted: boolean;
}

export interface StopLetters {
  token: string;
}

export interface Forgotten {
  name: string;
}

export interface NewPassword {
  token: string;
  password: string;
}

export interface Person {
  name: string;
  shared: boolean;
}

export interface Place {
  id: string;
  since: string;
  agent: string;
  here: boolean;
}

// What a client is shown

export interface Card {
  id: string;
  at: string;
  side: string;
  palette: string;
  branch: string;
  size: string;
  name: string;
  title: string;
  values: string;
  tints: string[];
  corner: string;
  states: string[];
  steps: number;
  full_steps: number;
  facing: number | null;
  mount: string;
  edge: number | null;
}

export interface BadgeCard {
  letter: string;
  fill: string;
  ink: string;
}

export interface Sign {
  at: string;
  label: string;
  kind: string;
  palette: string;
  edge: number | null;
}

export interface Colours {
  fill: string;
  ink: string;
  symbol: string;
}

export interface Picture {
  cards: Card[];
  signs: Sign[];
  control: Record<string, string>;
  boxes: Record<string, string>;
  palettes: Record<string, Colours>;
  lit: string[] | null;
}

export interface OfferGroup {
  kind: string;
  names: string[];
  costs?: (number | null)[];
  rule?: string;
  labels?: Record<string, string>;
  grave?: string[];
}

export interface Narrowing {
  name: string;
  value: string | number | boolean;
  label: string;
}

export interface FormalityCard {
  prompt: string;
  name: string;
  answers: Named[];
  hopes: Named[];
  narrowings: Narrowing[];
  alarm: string;
}

export interface OrderCard {
  id: string;
  label: string;
}

export interface PleaCard {
  side: string;
  kind: "undo" | "draw";
  asked: string[];
  granted: string[];
  declined: boolean;
}

export interface Question {
  side: string;
  prompt: string;
  rule: string;
  options: OfferGroup[];
  continues?: boolean;
  about?: string[];
  done?: string;
  default?: string;
  formality?: FormalityCard | null;
  stood_in?: boolean;
  gathers?: string;
  turns?: boolean;
  hand?: string[];
  bearers?: Record<string, string>;
  sends?: boolean;
}

export interface Status {
  label: string;
  value: string;
  side: string;
}

export interface LogLine {
  index: number;
  kind: string;
  text: string;
  rule: string;
  turn: number;
  lines: SumLine[];
  hexes: string[];
}

export interface SumLine {
  label: string;
  value: string;
  rule: string;
}

export interface FormationCard {
  name: string;
  side: string;
  units: string[];
}

export interface OverlayCard {
  id: string;
  name: string;
  needs_hex: boolean;
  about: string;
}

export interface Chat {
  who: string;
  text: string;
  at: string;
}

// From the browser

export interface Hello {
  type: "hello";
  tokens?: string[];
  lang?: Lang;
  side?: string;
  seen?: number;
}

export interface Choose {
  type: "choose";
  request: number;
  option: string;
  revision: string;
  key: string;
  side: string;
}

export interface Undo {
  type: "undo";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface Redo {
  type: "redo";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface Plead {
  type: "plead";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface Grant {
  type: "grant";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface OfferDraw {
  type: "offer";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface Resign {
  type: "resign";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface Claim {
  type: "claim";
  request: number;
  side: string;
}

export interface Decline {
  type: "decline";
  request: number;
  revision: string;
  key: string;
  side: string;
}

export interface AskOdds {
  type: "odds";
  request: number;
  option: string;
  side: string;
}

export interface AskHint {
  type: "hint";
  request: number;
  side: string;
}

export interface AskWhy {
  type: "explain";
  request: number;
  option: string;
  side: string;
  meant: string[];
}

export interface AskPreview {
  type: "preview";
  request: number;
  option: string;
  side: string;
}

export interface AskHex {
  type: "inspect";
  request: number;
  hex: string;
  side: string;
}

export interface AskUnit {
  type: "unit";
  request: number;
  unit: string;
  side: string;
}

export interface AskOverlay {
  type: "overlay";
  request: number;
  overlay: string;
  hex: string;
  side: string;
}

export interface AskSight {
  type: "sight";
  request: number;
  viewer: string;
  target: string;
  side: string;
}

export interface AskReplay {
  type: "replay";
  request: number;
  number: number;
  side: string;
}

export interface LookAs {
  type: "look-as";
  request: number;
  side: string;
}

export interface Speak {
  type: "chat";
  request: number;
  text: string;
}

// From the server

export interface Welcome {
  type: "welcome";
  table: string;
  name: string;
  title: string;
  title_name: string;
  scenario: string;
  scenario_name: string;
  options: string[];
  sides: Named[];
  mine: string[];
  seats: Record<string, string>;
  hints: boolean;
  turns: number;
  first_turn: number;
  commitment: string;
  study: Study[];
  chat: Chat[];
  overlays: OverlayCard[];
  sights: boolean;
  goals: Status[];
  states: Record<string, string>;
  badges: Record<string, BadgeCard>;
  names: Record<string, string>;
  groups: Record<string, string[]>;
  formations: FormationCard[];
  lesson: LessonSheet | null;
}

export interface Position {
  type: "position";
  revision: string;
  number: number;
  side: string;
  turn: number;
  heading: string;
  phase: string;
  waiting_for: string[];
  thinking: string[];
  interrupt: string;
  picture: Picture;
  question: Question | null;
  can_undo: boolean;
  can_redo: boolean;
  status: Status[];
  teaching: string[];
  lines: number;
  result: string;
  seed: string;
  orders: OrderCard[];
  can_plead: boolean;
  plea: PleaCard | null;
  lesson: LessonMark | null;
}

export interface CardChange {
  id: string;
  at?: string;
  side?: string;
  palette?: string;
  branch?: string;
  size?: string;
  name?: string;
  title?: string;
  values?: string;
  tints?: string[];
  corner?: string;
  states?: string[];
  steps?: number;
  full_steps?: number;
  facing?: number | null;
  mount?: string;
  edge?: number | null;
}

export interface Update {
  type: "update";
  base: string;
  revision: string;
  number?: number;
  turn?: number;
  heading?: string;
  phase?: string;
  waiting_for?: string[];
  thinking?: string[];
  interrupt?: string;
  question?: Question | null;
  can_undo?: boolean;
  can_redo?: boolean;
  teaching?: string[];
  result?: string;
  seed?: string;
  orders?: OrderCard[];
  can_plead?: boolean;
  plea?: PleaCard | null;
  lesson?: LessonMark | null;
  cards?: CardChange[];
  gone?: string[];
  stacks?: Record<string, string[]>;
  signs?: Record<string, Sign[]>;
  control?: Record<string, string | null>;
  boxes?: Record<string, string>;
  palettes?: Record<string, Colours>;
  lit?: string[] | null;
  status?: (Status | null)[];
}

export interface Happened {
  type: "happened";
  from_index: number;
  lines: LogLine[];
}

export interface Spoken {
  type: "spoken";
  chat: Chat;
}

export interface Clocks {
  type: "clocks";
  plan: ClockPlan;
  now: number;
  due: Record<string, number>;
  left: Record<string, number>;
}

export interface Presence {
  type: "presence";
  here: Record<string, string>;
  watching: number;
}

export interface OutcomeBar {
  label: string;
  probability: number;
  favours: string;
}

export interface OddsAnswer {
  exact: boolean;
  outcomes: OutcomeBar[];
  lines: SumLine[];
}

export interface Advice {
  option: string;
  label: string;
  prospects: number;
  value: number;
  visits: number;
  then: string[];
}

export interface HintAnswer {
  advice: Advice[];
}

export interface PreviewAnswer {
  path: string[];
  lines: SumLine[];
}

export interface WhyAnswer {
  offered: boolean;
  reason: string;
  rule: string;
}

export interface FactLine {
  label: string;
  value: string;
  rule: string;
}

export interface HexAnswer {
  hex: string;
  name: string;
  facts: FactLine[];
}

export interface UnitAnswer {
  unit: string;
  facts: FactLine[];
  charts: ChartCard[];
}

export interface OverlayAnswer {
  hexes: string[];
}

export interface SightStep {
  at: string;
  what: string;
  level: string;
  why: string;
  rule: string;
  blocks: boolean;
}

export interface SightAnswer {
  clear: boolean;
  ends: string;
  verdict: string;
  rule: string;
  steps: SightStep[];
  drawing: string;
}

export interface Answer {
  type: "answer";
  request: number;
  ok: boolean;
  odds?: OddsAnswer | null;
  hint?: HintAnswer | null;
  why?: WhyAnswer | null;
  preview?: PreviewAnswer | null;
  hex?: HexAnswer | null;
  unit?: UnitAnswer | null;
  overlay?: OverlayAnswer | null;
  sight?: SightAnswer | null;
  position?: Position | null;
  problem?: Problem | null;
}

export type Request =
  | Choose
  | Undo
  | Redo
  | Plead
  | OfferDraw
  | Grant
  | Decline
  | Resign
  | Claim
  | AskOdds
  | AskHint
  | AskWhy
  | AskPreview
  | AskHex
  | AskUnit
  | AskOverlay
  | AskSight
  | AskReplay
  | LookAs
  | Speak;
export type ClientMessage = Hello | Request;
export type ServerMessage = Welcome | Presence | Clocks | Position | Update | Happened | Spoken | Answer;
