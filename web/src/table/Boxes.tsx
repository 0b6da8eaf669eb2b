/** The boxes beside the map, such as reinforcements, with the counters in them. */
import { useSignal } from "@preact/signals";
import { described } from "../board/Counter";
import { byPlace } from "../board/stacks";
import type { BoardView } from "../board/view";
import { t } from "../i18n";
import type { Card, Picture } from "../protocol";
import type { TableStore } from "./store";
import { Portrait } from "./UnitCard";

export function Boxes({ store, view }: { store: TableStore; view: BoardView }) {
  const picture = store.shown.value?.picture;
  if (picture === undefined) return null;
  const places = byPlace(picture.cards);
  const filled = Object.entries(picture.boxes).flatMap(([name, heading]) => {
    const cards = places.get(name) ?? [];
    return cards.length > 0 ? [{ name, heading, cards }] : [];
  });
  if (filled.length === 0) return null;
  const { units } = store.offers.value;
  const waits = (cards: readonly Card[]) => cards.some((card) => units.has(card.id));
  return (
    <section class="boxes" aria-label={t("board.box")}>
      {filled
        .sort((one, other) => Number(waits(other.cards)) - Number(waits(one.cards)))
        .map((box) => (
          <Box key={box.name} {...box} picture={picture} store={store} view={view} />
        ))}
    </section>
  );
}

/** Whether something can be picked in a box. */
export function waitsInABox(store: TableStore): boolean {
  const picture = store.shown.value?.picture;
  const { units } = store.offers.value;
  return picture?.cards.some((card) => card.at in picture.boxes && units.has(card.id)) ?? false;
}

/** Whether what is asked is about counters in a box: one that can be picked there, or the one that has been. */
export function asksOfABox(store: TableStore): boolean {
  const picture = store.shown.value?.picture;
  const hand = store.position.value?.question?.hand ?? [];
  const lies = picture?.cards.some((card) => hand.includes(card.id) && card.at in picture.boxes) ?? false;
  return lies || waitsInABox(store);
}

interface BoxProps {
  heading: string;
  name: string;
  cards: readonly Card[];
  picture: Picture;
  store: TableStore;
  view: BoardView;
}

/** Whether counters are asked for one at a time, to be sent somewhere. */
function canBeSent(store: TableStore): boolean {
  const question = store.position.value?.question;
  return question != null && !question.continues && question.gathers === "";
}

function Box({ heading, name, cards, picture, store, view }: BoxProps) {
  const { units } = store.offers.value;
  const opened = useSignal(false);
  const sendable = store.sendable(cards);
  const needed = cards.some((card) => units.has(card.id));
  return (
    <details
      class={needed ? "box needed" : "box"}
      open={needed || opened.value}
      onToggle={(event) => {
        opened.value = event.currentTarget.open;
      }}
    >
      <summary>
        {heading || name} <span class="count">{cards.length}</span>
      </summary>
      {sendable.length > 1 && canBeSent(store) && (
        <button type="button" class="together" disabled={store.busy.value} onClick={() => void store.takeUp(sendable)}>
          {t("board.together")}
        </button>
      )}
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <button
              type="button"
              class={units.has(card.id) ? "boxed offered" : "boxed"}
              data-unit={card.id}
              data-option={units.get(card.id)?.id}
              aria-label={described(card, store.sideName(card.side), picture.boxes)}
              onClick={(event) => void store.clickUnit(card.id, { x: event.clientX, y: event.clientY })}
              onPointerEnter={() => {
                view.hovered.value = card.id;
              }}
              onPointerLeave={() => {
                view.hovered.value = null;
              }}
            >
              <Portrait card={card} picture={picture} size={50} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
