/** What a click on a counter means, by one rule everywhere: a click takes up the counter, not the hex beneath it. */
import type { Card } from "../protocol";
import type { Question } from "../table/position";
import { meantByUnit, type Offers } from "./offers";

export type Meaning =
  | { act: "choose"; option: string }
  /** Take up another counter than the one in hand; where that cannot be, its hex can be entered by a second click. */
  | { act: "turn"; option: string; hex: string | null }
  | { act: "put-down" }
  /** Put down one of several that are picked for the same thing, and keep those that were picked after it. */
  | { act: "leave-out" }
  /** A friend that cannot be taken up lies in a hex that can be chosen: the next click chooses that. */
  | { act: "arm"; hex: string }
  | { act: "explain"; options: string[] };

export interface Situation {
  offers: Offers;
  question: Question | null;
  cards: readonly Card[];
  picked: readonly string[];
  /** The hex that a second click chooses. */
  armed: string | null;
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

export function meaningOf(id: string, { offers, question, cards, picked, armed }: Situation): Meaning {
  const offered = offers.units.get(id);
  if (offered !== undefined) return { act: "choose", option: offered.id };
  if (question?.continues && picked.at(-1) === id) return { act: "put-down" };
  if (question?.gathers && picked.includes(id)) return { act: "leave-out" };
  const card = cards.find((one) => one.id === id);
  const hex = offers.hexes.get(card?.at ?? "")?.id ?? null;
  const isFriend = card !== undefined && card.side === question?.side;
  if (hex !== null && (!isFriend || armed === hex)) return { act: "choose", option: hex };
  if (isFriend && question.turns) return { act: "turn", option: `unit:${id}`, hex };
  return hex === null ? { act: "explain", options: meantByUnit(id, cards) } : { act: "arm", hex };
}
