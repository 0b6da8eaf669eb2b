/** Sorts the options of a question by where they are picked: a counter, a hex, a hexside, a facing, or a button. */
import type { Card, Picture } from "../protocol";
import type { Offer, Question } from "../table/position";

export interface Offers {
  units: ReadonlyMap<string, Offer>;
  hexes: ReadonlyMap<string, Offer>;
  sides: ReadonlyMap<string, Offer>;
  /** The ways to face, by their names, around the hex `turnsIn`. */
  faces: ReadonlyMap<string, Offer>;
  turnsIn: string;
  buttons: readonly Offer[];
  done: Offer | null;
}

export const NOTHING: Offers = {
  units: new Map(),
  hexes: new Map(),
  sides: new Map(),
  faces: new Map(),
  turnsIn: "",
  buttons: [],
  done: null,
};

/** The option by which a side is usually done; in the middle of an order, with all that it could still do. */
export const DONE = "do:done";

export function kindOf(option: string): string {
  return option.slice(0, Math.max(0, option.indexOf(":")));
}

export function nameOf(option: string): string {
  return option.slice(option.indexOf(":") + 1);
}

/** `hasHex` says which hexes are drawn; what is nowhere on the table becomes a button. */
export function offers(question: Question | null, picture: Picture, hasHex: (label: string) => boolean): Offers {
  if (question === null) return NOTHING;
  const drawn = new Set(picture.cards.map((card) => card.id));
  const units = new Map<string, Offer>();
  const hexes = new Map<string, Offer>();
  const sides = new Map<string, Offer>();
  const faces = new Map<string, Offer>();
  // A counter that is set up or gets out will be in the hex that is named, wherever it is now.
  const turnsIn = question.about.filter(hasHex).at(-1) ?? "";
  const buttons: Offer[] = [];
  let done: Offer | null = null;
  for (const option of question.options) {
    const kind = kindOf(option.id);
    const name = nameOf(option.id);
    if (kind === "unit" && drawn.has(name)) units.set(name, option);
    else if (kind === "hex" && hasHex(name)) hexes.set(name, option);
    else if (kind === "side" && name.split("-").every(hasHex)) sides.set(name, option);
    else if (kind === "face" && turnsIn !== "") faces.set(name, option);
    else if (option.id === question.done) done = option;
    else buttons.push(option);
  }
  return { units, hexes, sides, faces, turnsIn, buttons, done };
}

/** What a click on a counter may have meant: the counter, or the hex in which it lies. */
export function meantByUnit(id: string, cards: readonly Card[]): string[] {
  const card = cards.find((one) => one.id === id);
  return [`unit:${id}`, ...(card === undefined ? [] : [`hex:${card.at}`])];
}

/** What a click on a hex may have meant: the hex, or a counter in it. */
export function meantByHex(label: string, cards: readonly Card[]): string[] {
  return [`hex:${label}`, ...cards.filter((card) => card.at === label).map((card) => `unit:${card.id}`)];
}

/** The option that carries out what counters are being picked for, such as an attack; null elsewhere. */
export function reckoned(question: Question | null, found: Offers, picked: readonly string[]): Offer | null {
  if (!question?.continues || picked.length === 0) return null;
  return found.buttons.find((option) => option.id === question.gathers) ?? null;
}

export type Told = `ask.${"unit" | "hex" | "both" | "side" | "face" | "hex-or-face" | "button"}`;

/** What a person should be told to do, by the kinds of options there are. */
export function hint(found: Offers): Told {
  if (found.faces.size > 0) return found.hexes.size > 0 ? "ask.hex-or-face" : "ask.face";
  if (found.units.size > 0 && found.hexes.size > 0) return "ask.both";
  if (found.units.size > 0) return "ask.unit";
  if (found.hexes.size > 0) return "ask.hex";
  return found.sides.size > 0 ? "ask.side" : "ask.button";
}
