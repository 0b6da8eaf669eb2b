/** What a click on a counter means, by one rule everywhere: what is offered, first the counter, then the hex beneath. */
import type { Card } from "../protocol";
import type { Question } from "../table/position";
import { meantByUnit, type Offers } from "./offers";

export type Meaning =
  | { act: "choose"; option: string }
  /** Choose the hex beneath the counter, as a click beside it would. */
  | { act: "enter"; hex: string; option: string }
  /** Be done with the counter in hand, and take up this one. */
  | { act: "turn"; option: string }
  | { act: "put-down" }
  /** Put down one of several that are picked for the same thing, and keep those that were picked after it. */
  | { act: "leave-out" }
  | { act: "explain"; options: string[] };

export interface Situation {
  offers: Offers;
  question: Question | null;
  cards: readonly Card[];
  picked: readonly string[];
  /** Whether the counter lies on the map; in a list nothing lies beneath it. */
  onMap: boolean;
}

/** The counter that a click on a stack means: while counters are picked for something, the next that can be picked. */
export function meantInStack(
  unit: string,
  open: readonly string[],
  question: Question | null,
  picked: readonly string[],
): string {
  const [next] = open;
  const isInHand = picked.at(-1) === unit && !question?.gathers;
  return next === undefined || open.includes(unit) || isInHand ? unit : next;
}

export function meaningOf(id: string, { offers, question, cards, picked, onMap }: Situation): Meaning {
  const offered = offers.units.get(id);
  if (offered !== undefined) return { act: "choose", option: offered.id };
  if (question?.continues && picked.at(-1) === id) return { act: "put-down" };
  if (question?.gathers && picked.includes(id)) return { act: "leave-out" };
  const card = cards.find((one) => one.id === id);
  const beneath = onMap ? offers.hexes.get(card?.at ?? "") : undefined;
  if (card !== undefined && beneath !== undefined) return { act: "enter", hex: card.at, option: beneath.id };
  if (card !== undefined && card.side === question?.side && question.turns)
    return { act: "turn", option: `unit:${id}` };
  return { act: "explain", options: meantByUnit(id, cards) };
}
