/** The counter under the pointer, magnified, with its full name, its states and what lies with it. */
import { colours, Face, stateName } from "../board/Counter";
import type { Point } from "../board/geometry";
import type { BoardView } from "../board/view";
import { t } from "../i18n";
import type { Card, Picture } from "../protocol";
import type { TableStore } from "./store";

const CORNER = { width: 420, height: 170 };

export function UnitCard({ store, view }: { store: TableStore; view: BoardView }) {
  const picture = store.shown.value?.picture;
  const id = view.hovered.value ?? focusedUnit(store) ?? store.picked.value.at(-1) ?? null;
  const card = picture?.cards.find((one) => one.id === id);
  if (picture === undefined || card === undefined) return null;
  const others = picture.cards.filter((one) => one.at === card.at && one.id !== card.id);
  return (
    <aside class={isInTheWay(store, view, card) ? "unit-card right" : "unit-card"}>
      <Portrait card={card} picture={picture} size={88} />
      <div>
        <h3>{card.title || card.name || "?"}</h3>
        <p class="muted">
          {store.sideName(card.side)}
          {card.full_steps > 1 && ` · ${t("card.steps", { n: card.steps, full: card.full_steps })}`}
        </p>
        {card.states.length > 0 && (
          <ul class="states">
            {card.states.map((state) => (
              <li key={state}>{stateName(state)}</li>
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <p class="with">
            <span class="muted">{t("card.stack")}:</span> {others.map((one) => one.name || "?").join(" · ")}
          </p>
        )}
      </div>
    </aside>
  );
}

/** Whether the card, in the lower left corner, would cover its counter or what is pointed at, and the right is free. */
function isInTheWay(store: TableStore, view: BoardView, card: Card): boolean {
  const hex = store.sheet.value?.hexes.get(card.at);
  const pointed = store.pointed.value?.at;
  const { width, height } = view.window;
  const isLow = (at: Point) => at.y > height - CORNER.height;
  const places = [pointed, hex && view.toWindow(hex)].filter((at) => at !== undefined);
  if (pointed !== undefined && isLow(pointed) && pointed.x > width - CORNER.width) return false;
  return places.some((at) => isLow(at) && at.x < CORNER.width);
}

function focusedUnit(store: TableStore): string | null {
  const option = store.pointed.value?.option ?? "";
  return option.startsWith("unit:") ? option.slice("unit:".length) : null;
}

export function Portrait({ card, picture, size }: { card: Card; picture: Picture; size: number }) {
  return (
    <svg class="portrait" viewBox="-29 -29 58 58" width={size} height={size} aria-hidden="true">
      <Face card={card} palette={colours(picture.palettes, card)} />
    </svg>
  );
}
