/** All counters of a hex, laid out large, with their states and what can be done with each of them. */
import { stateName } from "../board/states";
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { Card } from "../protocol";
import type { Offer } from "./position";
import type { TableStore } from "./store";
import { Portrait } from "./UnitCard";

interface Props {
  store: TableStore;
  view: BoardView;
}

/** Where the stack that is laid out lies: away from its hex; nowhere where none is. */
export function stackSide(store: TableStore, view: BoardView): "left" | "right" | "" {
  if (store.stack.value === null) return "";
  const hex = store.sheet.value?.hexes.get(store.stack.value);
  return hex !== undefined && view.toWindow(hex).x < view.window.width / 2 ? "right" : "left";
}

export function StackCard({ store, view }: Props) {
  const label = store.stack.value;
  const picture = store.shown.value?.picture;
  if (label === null || picture === undefined) return null;
  // The counter on top comes first.
  const cards = picture.cards.filter((card) => card.at === label).reverse();
  if (cards.length === 0) return null;
  const name = store.welcome.value?.names[`hex:${label}`] ?? label;
  return (
    <aside class={`stack-card ${stackSide(store, view)}`} aria-label={t("stack.title", { hex: name })}>
      <header>
        <h3>{t("stack.title", { hex: name })}</h3>
        <button type="button" class="quiet icon" aria-label={t("stack.close")} onClick={() => shut(store)}>
          <Icon name="close" />
        </button>
      </header>
      <Together store={store} label={label} cards={cards} />
      <ul>
        {cards.map((card) => (
          <Entry key={card.id} card={card} store={store} view={view} />
        ))}
      </ul>
    </aside>
  );
}

function shut(store: TableStore): void {
  store.stack.value = null;
}

/** What takes up several counters of the stack at once. */
function Together({ store, label, cards }: { store: TableStore; label: string; cards: readonly Card[] }) {
  const question = store.position.value?.question;
  if (question == null || store.looking.value !== null) return null;
  const units = new Set(cards.map((card) => card.id));
  const isOfThem = ({ id }: Offer) => store.groups[id]?.some((unit) => units.has(unit)) ?? false;
  const { stacks, buttons } = store.offers.value;
  const stack = stacks.get(label);
  const options = [...(stack === undefined ? [] : [stack]), ...buttons.filter(isOfThem)];
  const ready = store.sendable(cards);
  const joining = cards.filter((card) => joins(store, card)).map((card) => card.id);
  const canBeSent = options.length === 0 && (question.sends || joining.length > 1) && ready.length > 1;
  if (options.length === 0 && !canBeSent) return null;
  return (
    <p class="together">
      {options.map((option) => (
        <button type="button" key={option.id} disabled={store.busy.value} onClick={() => void store.choose(option.id)}>
          {option.label}
        </button>
      ))}
      {canBeSent && (
        <button type="button" disabled={store.busy.value} onClick={() => void store.takeUp(ready)}>
          {joining.length > 1 ? t("stack.along.all", { n: joining.length }) : t("stack.all")}
        </button>
      )}
    </p>
  );
}

function Entry({ card, store, view }: Props & { card: Card }) {
  const picture = store.shown.value?.picture;
  const { units, others } = store.offers.value;
  const isPicked = store.picked.value.includes(card.id);
  const offered = store.looking.value === null ? units.get(card.id) : undefined;
  const other = store.looking.value === null ? others.get(card.id) : undefined;
  const taking = offered?.id ?? (canBeTurnedTo(store, card) ? store.optionOf(card.id) : null);
  const look = ["counter-entry", isPicked ? "picked" : "", offered !== undefined ? "offered" : ""].join(" ");
  return (
    <li
      class={look}
      onPointerEnter={() => {
        view.hovered.value = card.id;
      }}
      onPointerLeave={() => {
        view.hovered.value = null;
      }}
    >
      {picture !== undefined && <Portrait card={card} picture={picture} size={84} />}
      <div>
        <h4>{card.title || card.name || "?"}</h4>
        <p class="muted">
          {[
            ...(card.full_steps > 1 ? [t("card.steps", { n: card.steps, full: card.full_steps })] : []),
            ...card.states.map(stateName),
          ].join(" · ")}
        </p>
        {taking !== null && (
          <button type="button" disabled={store.busy.value} onClick={() => void store.choose(taking)}>
            {t(joins(store, card) ? "stack.along" : "stack.take")}
          </button>
        )}
        {other !== undefined && (
          <button type="button" disabled={store.busy.value} onClick={() => void store.choose(other.id)}>
            {withoutName(other.label, card.title)}
          </button>
        )}
        {canFollow(store, card) && (
          <label>
            <input
              type="checkbox"
              checked={store.group.value.includes(card.id)}
              onInput={() => store.follows(card.id)}
            />
            {t("stack.follow")}
          </label>
        )}
      </div>
    </li>
  );
}

/** Whether one could be done with the counter in hand and take up this one. */
function canBeTurnedTo({ free, looking, picked, position }: TableStore, card: Card): boolean {
  const canTurn = looking.value === null && (position.value?.question?.turns ?? false);
  return canTurn && free.value.has(card.id) && !picked.value.includes(card.id);
}

/** Whether a counter that is taken up now goes with those in hand, which lie with it, in the same order. */
export function joins({ offers, picked, position, looking }: TableStore, card: Card): boolean {
  const question = position.value?.question;
  if (!question?.continues || question.gathers !== "" || looking.value !== null) return false;
  const { units, hexes } = offers.value;
  const hand = position.value?.picture.cards.find(({ id }) => id === picked.value.at(-1));
  return units.has(card.id) && hexes.size > 0 && hand?.at === card.at && hand.side === card.side;
}

/** What an option is called beside the counter that it names: "Leave behind", and not whom. */
export function withoutName(label: string, title: string): string {
  return label.replace(title, "").replace(/[:：]?\s*$/u, "");
}

/** Whether a counter could be sent to the same hex as the one in hand, which lies with it, by choices of its own. */
function canFollow(store: TableStore, card: Card): boolean {
  const { offers, picked, free, position } = store;
  const question = position.value?.question;
  if (!question?.continues || question.gathers !== "" || offers.value.hexes.size === 0) return false;
  if (joins(store, card)) return false;
  return free.value.has(card.id) && !picked.value.includes(card.id) && offers.value.others.size === 0;
}
