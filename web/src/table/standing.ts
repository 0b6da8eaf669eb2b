/** A standing order as it is filled in at a question, and the option that gives or withdraws it. */
import type { FormalityCard, OrderCard } from "../protocol";

/** The answer of an order to be asked after all, such as at one hex. */
export const ASK = "do:ask";

const GIVE = "standing:";

export type Until = "" | "turn" | "alarm";

export interface OrderForm {
  answer: string;
  until: Until;
  /** The names of what it is narrowed by. */
  only: readonly string[];
  /** The least that is hoped for, from which chance on one wants to be asked after all; null for never. */
  hope: string | null;
  /** In per cent. */
  chance: number;
}

export function blank(formality: FormalityCard): OrderForm {
  return { answer: formality.answers[0]?.id ?? "", until: "turn", only: [], hope: null, chance: 30 };
}

/** The choice that gives the order. */
export function given(formality: FormalityCard, form: OrderForm): string {
  const only = formality.narrowings.filter((one) => form.only.includes(one.name)).map((one) => [one.name, one.value]);
  const ids = formality.hopes.map((one) => one.id);
  const depends = form.hope !== null && form.answer !== ASK;
  const hopes = depends ? ids.slice(ids.indexOf(form.hope ?? "")) : [];
  const order = {
    prompt: formality.prompt,
    answer: form.answer,
    only: Object.fromEntries(only) as Record<string, string | number | boolean>,
    unless: depends ? form.chance / 100 : 0,
    hopes,
    until: form.until,
  };
  return `${GIVE}${JSON.stringify(order)}`;
}

/** Whether a choice gives an order. */
export function gives(option: string): boolean {
  return option.startsWith(GIVE);
}

/** The choice that withdraws an order. */
export function withdrawn(order: OrderCard): string {
  return `no-longer:${order.id}`;
}
