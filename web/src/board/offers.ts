/** Sorts the options of a question by where they are picked: a counter, a hex, a hexside, a facing, or a button. */
import type { Card, Picture } from "../protocol";
import type { Offer, Question } from "../table/position";
import { TURNS } from "./geometry";

export interface Offers {
  units: ReadonlyMap<string, Offer>;
  hexes: ReadonlyMap<string, Offer>;
  sides: ReadonlyMap<string, Offer>;
  /** The ways to face, by the ids of the options, around the hex `turnsIn`. */
  faces: ReadonlyMap<string, Offer>;
  turnsIn: string;
  /** By hex, what takes up all counters in it together. */
  stacks: ReadonlyMap<string, Offer>;
  /** What can be done with counters that lie together beside taking them up, by their ids: left behind, taken along. */
  others: ReadonlyMap<string, Offer>;
  /** Where they lie, if there are too many of them for buttons; else nothing. */
  stack: string;
  buttons: readonly Offer[];
  done: Offer | null;
}

export const NOTHING: Offers = {
  units: new Map(),
  hexes: new Map(),
  sides: new Map(),
  faces: new Map(),
  turnsIn: "",
  stacks: new Map(),
  others: new Map(),
  stack: "",
  buttons: [],
  done: null,
};

/** The option by which a side is usually done; in the middle of an order, with all that it could still do. */
export const DONE = "do:done";
/** The option by which an order is given up before anything has come of it. */
export const CANCEL = "do:cancel";
/** The option by which what has come up by itself, such as the next counter of a set-up, is left for something else. */
export const OTHER = "do:other";

/** From so many things on that can be done with the counters of a stack, the stack is laid out instead of buttons. */
const STACKED = 3;

/** The kinds of things that lie on the table as counters. */
/** What is picked at a hexside: the hexside itself, or the way along it on the side of the hex that is named first. */
export const EDGES: ReadonlySet<string> = new Set(["side", "along"]);
const PIECES: ReadonlySet<string> = new Set(["unit", "vehicle", "weapon"]);

/** Whether an option picks a counter, or a weapon that is told with the men who carry it. */
export function isPiece(option: string): boolean {
  return PIECES.has(kindOf(option));
}

/** The hex of a part of a hex, such as a floor or a cellar: T10 of T10-1. */
const hexOf = (place: string) => place.replace(/[+~/-].*$/, "");

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
  const stacks = new Map<string, Offer>();
  const others = new Map<string, Offer>();
  const buttons: Offer[] = [];
  const places = new Map(picture.cards.map((card) => [card.id, card.at]));
  const hostile = new Set(picture.cards.filter((card) => card.side !== question.side).map((card) => card.at));
  let done: Offer | null = null;
  for (const option of question.options) {
    const kind = kindOf(option.id);
    const name = nameOf(option.id);
    if (isPiece(option.id) && drawn.has(name)) units.set(name, option);
    else if (kind === "hex" && hasHex(name)) hexes.set(name, option);
    else if (EDGES.has(kind) && name.split("-").every(hasHex)) sides.set(name, option);
    else if (kind === "stack" && hasHex(name)) stacks.set(name, option);
    else if (TURNS.has(kind) && turnsIn !== "") faces.set(option.id, option);
    else if (option.id === question.done) done = option;
    else {
      if (drawn.has(name)) others.set(name, option);
      buttons.push(option);
    }
  }
  // What is done to the enemy in a hex, such as an overrun, can be picked there as well as by its button.
  for (const option of buttons) {
    const name = nameOf(option.id);
    if (hostile.has(name) && hasHex(name) && !option.grave && !hexes.has(name)) hexes.set(name, option);
    // A part of a hex can be picked in its hex where nothing else can.
    const around = kindOf(option.id) === "place" ? hexOf(name) : "";
    if (around !== "" && hasHex(around) && !hexes.has(around)) hexes.set(around, option);
  }
  const [stack = "", elsewhere] = [...new Set([...others.keys()].map((unit) => places.get(unit) ?? ""))];
  if (others.size < STACKED || elsewhere !== undefined || !hasHex(stack))
    return { units, hexes, sides, faces, turnsIn, stacks, others, stack: "", buttons, done };
  const left = buttons.filter((option) => others.get(nameOf(option.id)) !== option);
  return { units, hexes, sides, faces, turnsIn, stacks, others, stack, buttons: left, done };
}

/** Whether a question is about things of a kind that have no place on the map, such as what is bought. */
export function isShopping({ units, hexes, sides, faces, buttons }: Offers, kind: string): boolean {
  const onMap = units.size + hexes.size + sides.size + faces.size;
  return kind !== "do" && onMap === 0 && buttons.some((option) => kindOf(option.id) === kind);
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
  if (found.faces.size > 0) return found.hexes.size + found.units.size > 0 ? "ask.hex-or-face" : "ask.face";
  if (found.units.size > 0 && found.hexes.size > 0) return "ask.both";
  if (found.units.size > 0) return "ask.unit";
  if (found.hexes.size > 0) return "ask.hex";
  return found.sides.size > 0 ? "ask.side" : "ask.button";
}
