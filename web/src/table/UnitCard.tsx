/** The counter under the pointer, in hand or asked about, magnified, with its full name, its states and what lies with it. */
import { useEffect } from "preact/hooks";
import { colours, Face } from "../board/Counter";
import type { Point } from "../board/geometry";
import { stateName } from "../board/states";
import { type BoardView, spreadOut } from "../board/view";
import { onlyTouch } from "../common/touch";
import { t } from "../i18n";
import type { Card, FactLine, LitBy, Picture } from "../protocol";
import { lit } from "./book";
import { Chart } from "./Chart";
import { byLabel } from "./dossier";
import type { TableStore } from "./store";

/** A corner of the window with the card in it, and with room for a hex or a stack that is half under it. */
const CORNER = { width: 400, height: 300 };
/** Of so many others in the stack the full names have room. */
const FEW = 3;
/** How much more the counter itself and what is pointed at matter than a hex that can be chosen. */
const HERE = 3;
/** The pointer is on it: nothing matters more. */
const POINTED = 1000;

export function UnitCard({ store, view }: { store: TableStore; view: BoardView }) {
  const picture = store.shown.value?.picture;
  // Where there is no room beside the map, the card would lie on the hexes that one is asked for.
  const isRoomy = store.looking.value === null && !onlyTouch();
  const asked = isRoomy ? store.position.value?.question?.hand.at(-1) : undefined;
  const id = view.hovered.value ?? focusedUnit(store) ?? store.picked.value.at(-1) ?? asked ?? null;
  const card = picture?.cards.find((one) => one.id === id);
  const told = card === undefined || store.looking.value !== null || card.states.includes("hidden") ? "" : card.id;
  useEffect(() => store.dossier.look(told), [store, told]);
  if (picture === undefined || card === undefined) return null;
  const facts = store.dossier.facts.value;
  const isBeside = card.at in picture.boxes;
  const others = picture.cards.filter((one) => !isBeside && one.at === card.at && one.id !== card.id);
  return (
    <aside class={`${corner(store, view, card)} ${facts.length > 0 ? "figured" : ""}`} aria-label={t("card.title")}>
      <Portrait card={card} picture={picture} size={88} />
      <div>
        <h3>{card.title || card.name || "?"}</h3>
        <p class="muted">
          {store.sideName(card.side)}
          {facts.length === 0 &&
            card.full_steps > 1 &&
            ` · ${t("card.steps", { n: card.steps, full: card.full_steps })}`}
        </p>
        {facts.length === 0 && <States card={card} />}
        {others.length > 0 && (
          <p class="with">
            <span class="muted">{t("card.stack")}:</span>{" "}
            {others.map(others.length > FEW ? shortName : fullName).join(" · ")}
          </p>
        )}
      </div>
      <Facts facts={facts} />
      <Printed store={store} />
    </aside>
  );
}

function fullName(card: Card): string {
  return card.title || shortName(card);
}

function shortName(card: Card): string {
  return card.name || card.title || "?";
}

/** The printed card: what the option that is pointed at counts on is lit. */
function Printed({ store }: { store: TableStore }) {
  const { charts, facts } = store.dossier;
  if (charts.value.length === 0) return null;
  const told: LitBy[] = [...facts.value, ...(store.peek.value?.preview?.lines ?? [])];
  return (
    <div class="printed">
      {charts.value.map((chart) => (
        <Chart key={chart.id} chart={chart} lit={lit(chart, told)} />
      ))}
    </div>
  );
}

function States({ card }: { card: Card }) {
  if (card.states.length === 0) return null;
  return (
    <ul class="states">
      {card.states.map((state) => (
        <li key={state}>{stateName(state)}</li>
      ))}
    </ul>
  );
}

/** What the figures mean, and what has become of the counter. */
function Facts({ facts }: { facts: readonly FactLine[] }) {
  if (facts.length === 0) return null;
  return (
    <dl class="figures">
      {byLabel(facts).map(([label, values]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{values.join(" · ")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A printed card lies beside the map, others at the left or the right of it; "high" says, where there is only above and below, that the counter lies low. */
function corner(store: TableStore, view: BoardView, card: Card): string {
  const hex = store.sheet.value?.hexes.get(card.at);
  const isLow = hex !== undefined && view.toWindow(hex).y > view.window.height / 2;
  if (store.dossier.prints.value) return ["unit-card", "data-card", isLow ? "high" : ""].join(" ");
  return ["unit-card", isInTheWay(store, view, card) ? "right" : "", isLow ? "high" : ""].join(" ");
}

/** Whether the card would cover more of what matters now in the lower left corner than in the lower right one. */
function isInTheWay(store: TableStore, view: BoardView, card: Card): boolean {
  const { width, height } = view.window;
  const weights = new Map([...store.offers.value.hexes.keys()].map((label) => [label, 1]));
  weights.set(card.at, view.hovered.value === null ? HERE : POINTED);
  let balance = 0;
  const weigh = (at: Point, weight: number) => {
    if (at.y < height - CORNER.height) return;
    if (at.x < CORNER.width) balance += weight;
    if (at.x > width - CORNER.width) balance -= weight;
  };
  // A stack that is spread out is as wide as a few hexes, and all of it can be picked.
  for (const at of fanOf(store, view)) weigh(at, POINTED);
  for (const [label, weight] of weights) {
    const hex = store.sheet.value?.hexes.get(label);
    if (hex !== undefined) weigh(view.toWindow(hex), weight);
  }
  if (store.pointed.value !== null) weigh(store.pointed.value.at, HERE);
  return balance > 0;
}

/** Where the counters of the stack that is spread out lie in the window. */
function fanOf(store: TableStore, view: BoardView): Point[] {
  const label = view.fan.value;
  const hex = label === null ? undefined : store.sheet.value?.hexes.get(label);
  if (hex === undefined) return [];
  const stack = (store.shown.value?.picture.cards ?? []).filter((card) => card.at === label);
  const { x, y, scale, spots } = spreadOut(view, hex, stack.length);
  return spots.map((spot) => view.toWindow({ x: x + spot.x * scale, y: y + spot.y * scale }));
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
