/** A hex in words, for those who go over the map by ear: what it is, who is there, and what could be done there. */
import { described } from "../board/Counter";
import { list, t } from "../i18n";
import type { FactLine, HexAnswer } from "../protocol";
import type { TableStore } from "./store";

/** So long the cursor must rest on a hex before the server is asked about it, in milliseconds. */
const REST = 80;

/** Tells of the hex on which the cursor has come to rest. */
export class Teller {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: TableStore) {}

  tell(label: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(label), REST);
  }

  private async ask(label: string): Promise<void> {
    const { store } = this;
    const known = await store.lookUp(label);
    if (store.cursor.value === label) store.announced.value = spokenHex(store, label, known);
  }
}

export function spokenHex(store: TableStore, label: string, known: HexAnswer | null): string {
  const { units, hexes } = store.offers.value;
  const cards = (store.shown.value?.picture.cards ?? []).filter((card) => card.at === label);
  const option = hexes.get(label);
  const offered = cards.filter((card) => units.has(card.id)).map((card) => card.title || card.name);
  const cost = option?.cost == null ? [] : [t("board.hex.cost", { cost: option.cost })];
  const could = [
    ...(option === undefined ? [] : [t("board.hex.enter"), ...cost]),
    ...(offered.length === 0 ? [] : [t("board.hex.take", { units: list(offered) })]),
  ];
  const isAsked = store.position.value?.question != null && store.looking.value === null;
  return [
    list([t("board.hex", { hex: label }), ...(known === null || known.name === "" ? [] : [known.name])]),
    list((known?.facts ?? []).map(fact)),
    list(cards.map((card) => described(card, store.sideName(card.side)))),
    could.length === 0 && isAsked ? t("board.hex.nothing") : list(could),
  ]
    .filter((part) => part !== "")
    .join(t("board.stop"));
}

function fact({ label, value }: FactLine): string {
  return `${label} ${value}`;
}
