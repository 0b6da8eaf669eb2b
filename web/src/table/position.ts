/** A position as the client keeps it: its options spelled out, and brought up to date by what has changed. */
import { shared } from "../board/stacks";
import type * as wire from "../protocol";
import type { Card, OfferGroup, Picture, Sign, Status, Update } from "../protocol";

/** An option: its id, what to call it, what it costs, the rule, and whether it must not be chosen by mistake. */
export interface Offer {
  id: string;
  label: string;
  cost: number | null;
  rule: string;
  grave: boolean;
}

export interface Question extends Required<Omit<wire.Question, "options">> {
  options: Offer[];
}

export interface Position extends Omit<wire.Position, "question"> {
  question: Question | null;
}

/** The only answer to a question, where no order hangs on it and it is not grave. */
export function forced({ options, continues, done }: Question): Offer | null {
  const [only, other] = options;
  if (only === undefined || other !== undefined || only.grave || (continues && only.id !== done)) return null;
  return only;
}

/** The colours of a side, as its counters are printed. */
export function coloursOf(position: Position, side: string): wire.Colours | undefined {
  const card = position.picture.cards.find((one) => one.side === side);
  return position.picture.palettes[side] ?? position.picture.palettes[card?.palette ?? ""];
}

/** By the ids of options: what the welcome calls them. */
export type Names = Readonly<Record<string, string>>;

/** A position that was sent as a whole, with counters that have not changed as the same objects. */
export function whole(before: Position | null, sent: wire.Position, names: Names): Position {
  const cards = before === null ? sent.picture.cards : shared(before.picture.cards, sent.picture.cards);
  return { ...sent, picture: { ...sent.picture, cards }, question: spelled(sent.question, cards, names) };
}

/** The position after an update; null where the update is based on another position than this one. */
export function updated(before: Position, update: Update, names: Names): Position | null {
  if (update.base !== before.revision) return null;
  const { type, base, cards, gone, stacks, signs, control, boxes, palettes, lit, status, question, ...plain } = update;
  const picture = redrawn(before.picture, update);
  return {
    ...before,
    ...plain,
    picture,
    status: status === undefined ? before.status : lines(before.status, status),
    question: question === undefined ? before.question : spelled(question, picture.cards, names),
  };
}

/** The picture with what has changed; all that has not, down to single counters, is the same object as before. */
function redrawn(before: Picture, update: Update): Picture {
  return {
    cards: restacked(before.cards, update),
    signs: update.signs === undefined ? before.signs : replaced(before.signs, update.signs),
    control: update.control === undefined ? before.control : changed(before.control, update.control),
    boxes: update.boxes ?? before.boxes,
    palettes: update.palettes ?? before.palettes,
    lit: update.lit === undefined ? before.lit : update.lit,
  };
}

function restacked(before: Card[], { cards = [], gone = [], stacks = {} }: Update): Card[] {
  if (cards.length + gone.length === 0 && Object.keys(stacks).length === 0) return before;
  const found = new Map(before.map((card) => [card.id, card]));
  for (const id of gone) found.delete(id);
  for (const change of cards) {
    // What is taken out and put in again lies at the end, and so on top of its stack.
    const old = found.get(change.id);
    if (change.at !== undefined) found.delete(change.id);
    found.set(change.id, { ...old, ...change } as Card);
  }
  for (const id of Object.values(stacks).flat()) {
    const card = found.get(id);
    found.delete(id);
    if (card !== undefined) found.set(id, card);
  }
  return [...found.values()];
}

function replaced(before: readonly Sign[], signs: Record<string, Sign[]>): Sign[] {
  return [...before.filter((sign) => !(sign.at in signs)), ...Object.values(signs).flat()];
}

function changed(before: Record<string, string>, entries: Record<string, string | null>): Record<string, string> {
  const all = Object.entries({ ...before, ...entries });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

function lines(before: readonly Status[], after: readonly (Status | null)[]): Status[] {
  return after.flatMap((line, place) => line ?? before[place] ?? []);
}

function spelled(question: wire.Question | null, cards: readonly Card[], names: Names): Question | null {
  if (question === null) return null;
  const shown = cards.filter((card) => !card.states.includes("hidden"));
  const titles = new Map(shown.map((card) => [`unit:${card.id}`, card.title]));
  const options = question.options.flatMap((group) => offersOf(group, question.rule, titles, names));
  const open = {
    continues: false,
    about: [],
    done: "",
    default: "",
    formality: null,
    stood_in: false,
    gathers: "",
    turns: false,
    hand: [],
    bearers: {},
    sends: false,
  };
  return { ...open, ...question, options };
}

function offersOf(group: OfferGroup, rule: string, titles: ReadonlyMap<string, string>, names: Names): Offer[] {
  return group.names.map((name, place) => {
    const id = `${group.kind}:${name}`;
    const label = group.labels?.[name] ?? (titles.get(id) || (names[id] ?? name));
    const grave = group.grave?.includes(name) ?? false;
    return { id, label, cost: group.costs?.[place] ?? null, rule: group.rule ?? rule, grave };
  });
}
