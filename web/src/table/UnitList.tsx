/** The counters of a side, formation by formation: who has moved, who can still act, and a click takes one up. */
import { described } from "../board/Counter";
import type { BoardView } from "../board/view";
import { t } from "../i18n";
import type { Card } from "../protocol";
import type { Offer } from "./position";
import type { TableStore } from "./store";
import { Portrait } from "./UnitCard";

interface Listed {
  name: string;
  cards: readonly Card[];
}

/** The counters of the side that looks, by formation; whatever is in none comes last. */
export function lists(store: TableStore): Listed[] {
  const position = store.shown.value;
  const mine = new Map((position?.picture.cards ?? []).flatMap((card) => own(card, position?.side)));
  const formations = (store.welcome.value?.formations ?? []).filter(({ side }) => side === position?.side);
  const found = formations.map(({ name, units }) => ({ name, cards: units.flatMap((unit) => mine.get(unit) ?? []) }));
  const listed = new Set(formations.flatMap(({ units }) => units));
  const others = [...mine.values()].filter((card) => !listed.has(card.id));
  return [...found, { name: t("units.others"), cards: others }].filter(({ cards }) => cards.length > 0);
}

function own(card: Card, side: string | undefined): [string, Card][] {
  return card.side === side && !card.states.includes("hidden") ? [[card.id, card]] : [];
}

export function UnitList({ store, view }: { store: TableStore; view: BoardView }) {
  const found = lists(store);
  if (found.length === 0) return <p class="muted">{t("units.none")}</p>;
  return (
    <div class="unit-list">
      {found.map((list) => (
        <Formation key={list.name} {...list} store={store} view={view} />
      ))}
    </div>
  );
}

function Formation({ name, cards, store, view }: Listed & { store: TableStore; view: BoardView }) {
  const ready = cards.filter((card) => store.free.value.has(card.id));
  const option = whole(store, cards);
  const question = store.position.value?.question;
  const sendable = store.sendable(ready);
  const canBeSent = (question?.sends ?? false) && sendable.length > 1;
  const send = () => (option === null ? store.takeUp(sendable) : store.choose(option.id));
  return (
    <section class="formation">
      <h3>
        {name}
        {store.free.value.size > 0 && (
          <small class="muted"> {t("units.ready", { n: ready.length, all: cards.length })}</small>
        )}
        {(option !== null || canBeSent) && (
          <button type="button" class="together" disabled={store.busy.value} onClick={() => void send()}>
            {t("units.together")}
          </button>
        )}
      </h3>
      <ul>
        {cards.map((card) => (
          <Entry key={card.id} card={card} store={store} view={view} />
        ))}
      </ul>
    </section>
  );
}

/** The option that takes up all of a formation, where the title has one. */
function whole(store: TableStore, cards: readonly Card[]): Offer | null {
  const units = new Set(cards.map((card) => card.id));
  const isOfThem = (option: Offer) => store.groups[option.id]?.every((unit) => units.has(unit)) ?? false;
  return store.offers.value.buttons.find(isOfThem) ?? null;
}

function Entry({ card, store, view }: { card: Card; store: TableStore; view: BoardView }) {
  const picture = store.shown.value?.picture;
  const look = [
    "boxed",
    store.free.value.has(card.id) ? "offered" : "spent",
    store.picked.value.includes(card.id) ? "picked" : "",
  ];
  const hex = store.sheet.value?.hexes.get(card.at);
  const go = (event: MouseEvent) => {
    if (hex !== undefined) view.reveal(hex);
    if (store.free.value.has(card.id)) void store.clickUnit(card.id, { x: event.clientX, y: event.clientY }, false);
    else store.show([card.at]);
  };
  return (
    <li>
      <button
        type="button"
        class={look.join(" ")}
        aria-label={described(card, store.sideName(card.side), picture?.boxes)}
        onClick={go}
        onPointerEnter={() => {
          view.hovered.value = card.id;
        }}
        onPointerLeave={() => {
          view.hovered.value = null;
        }}
      >
        {picture !== undefined && <Portrait card={card} picture={picture} size={42} />}
        <span class="muted">{card.at in (picture?.boxes ?? {}) ? "" : card.at}</span>
      </button>
    </li>
  );
}
