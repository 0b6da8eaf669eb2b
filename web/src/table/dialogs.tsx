/** The sheets that can lie over a table: end of phase, all options, keys, a hex, the dice, invitations. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { described } from "../board/Counter";
import { isShopping, kindOf } from "../board/offers";
import { Modal } from "../common/Modal";
import { Rule } from "../common/Rule";
import { type Key, t } from "../i18n";
import { Invitations } from "../lobby/Invitations";
import type { SumLine } from "../protocol";
import { sha256 } from "./dice";
import { Sum } from "./OddsCard";
import type { Offer } from "./position";
import type { TableStore } from "./store";
import { whereabouts } from "./whereabouts";

const LISTED = 6;

export function Dialogs({ store }: { store: TableStore }) {
  const close = () => {
    store.dialog.value = null;
  };
  switch (store.dialog.value) {
    case "end":
      return <EndPhase store={store} close={close} />;
    case "list":
      return <AllOptions store={store} close={close} />;
    case "keys":
      return <Shortcuts close={close} />;
    case "hex":
      return <HexInfo store={store} close={close} />;
    case "dice":
      return <Dice store={store} close={close} />;
    case "invite":
      return (
        <Modal title={t("invite.show")} close={close}>
          <Invitations table={store.table} sideName={(side) => store.sideName(side)} />
        </Modal>
      );
    case null:
      return null;
  }
}

interface Props {
  store: TableStore;
  close: () => void;
}

function EndPhase({ store, close }: Props) {
  const { units, hexes, sides, buttons } = store.offers.value;
  const others = buttons.filter((option) => option.id !== store.ending.value);
  const open = [...units.values(), ...others, ...hexes.values(), ...sides.values()];
  const lines = useSignal<readonly SumLine[]>([]);
  useEffect(() => {
    void store.foretold(store.ending.value).then((found) => {
      lines.value = found;
    });
  }, [store, lines]);
  const end = () => {
    close();
    void store.choose(store.ending.value);
  };
  return (
    <Modal title={t("end.title")} close={close} name="narrow">
      {lines.value.length > 0 && <Sum lines={lines.value} />}
      {open.length > 0 && <p>{t("end.note")}</p>}
      <ul class="remaining">
        {open.slice(0, LISTED).map((option) => (
          <li key={option.id}>{option.label}</li>
        ))}
        {open.length > LISTED && <li class="muted">{t("end.more", { n: open.length - LISTED })}</li>}
      </ul>
      <div class="choices">
        <button type="button" class="primary" data-confirm="end" data-first onClick={end}>
          {t("end.yes")}
        </button>
        <button type="button" onClick={close}>
          {t("end.no")}
        </button>
      </div>
    </Modal>
  );
}

function AllOptions({ store, close }: Props) {
  const search = useSignal("");
  const options = store.position.value?.question?.options ?? [];
  const wanted = search.value.trim().toLowerCase();
  const cards = store.position.value?.picture.cards ?? [];
  const about = (option: Offer) => whereabouts(option.id, cards, store.sheet.value, store.welcome.value?.names ?? {});
  const told = options.map((option) => ({ option, place: about(option) }));
  const found = told.filter(({ option, place }) =>
    `${option.label} ${place} ${option.id}`.toLowerCase().includes(wanted),
  );
  const choose = async (option: Offer) => {
    const rule = store.position.value?.question?.rule;
    // Of what is bought and the like more may be wanted: the list stays open as long as the same is asked.
    const goesOn = () =>
      store.position.value?.question?.rule === rule && isShopping(store.offers.value, kindOf(option.id));
    const stays = goesOn();
    if (!stays) close();
    await store.choose(option.id);
    if (stays && !goesOn()) close();
  };
  return (
    <Modal title={t("ask.all", { n: options.length })} close={close}>
      <input
        type="search"
        data-first
        value={search.value}
        aria-label={t("ask.search")}
        placeholder={t("ask.search")}
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
      <ul class="all-options">
        {found.map(({ option, place }) => (
          <li key={option.id}>
            <button
              type="button"
              data-option={option.id}
              disabled={store.busy.value}
              onClick={() => void choose(option)}
            >
              <span>
                {option.label} {place !== "" && <small class="muted">{place}</small>}
              </span>
              {option.cost !== null && <span class="cost-tag">{t("ask.cost", { cost: option.cost })}</span>}
            </button>
            <Rule id={option.rule} />
          </li>
        ))}
        {found.length === 0 && <li class="muted">{t("ask.none")}</li>}
      </ul>
    </Modal>
  );
}

const SHORTCUTS: [string, Key][] = [
  ["Tab", "keys.tab"],
  ["N", "keys.next"],
  ["← ↑ → ↓", "keys.arrows"],
  ["Enter", "keys.enter"],
  ["Esc", "keys.escape"],
  ["U  R", "keys.undo"],
  ["E", "keys.end"],
  ["H", "keys.hint"],
  ["A", "keys.always"],
  ["X", "keys.gather"],
  ["V", "keys.stack"],
  ["Q", "keys.cycle"],
  ["J", "keys.jump"],
  ["I", "keys.inspect"],
  ["L", "keys.list"],
  ["+  −  0", "keys.zoom"],
  ["Shift ← ↑ → ↓", "keys.pan"],
  ["Shift ◎", "keys.together"],
  ["C  G", "keys.overlays"],
  ["O", "keys.lights"],
  ["S", "keys.sight"],
  ["B", "keys.book"],
  ["?", "keys.help"],
];

function Shortcuts({ close }: { close: () => void }) {
  return (
    <Modal title={t("keys.title")} close={close}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.split("  ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

function HexInfo({ store, close }: Props) {
  const hex = store.inspected.value;
  if (hex === null) return null;
  const cards = (store.shown.value?.picture.cards ?? []).filter((card) => card.at === hex.hex);
  return (
    <Modal title={hex.name || t("hexinfo.title", { hex: hex.hex })} close={close} name="narrow">
      <dl class="facts">
        {hex.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>
              {fact.value} <Rule id={fact.rule} />
            </dd>
          </div>
        ))}
      </dl>
      {cards.length > 0 && <h3>{t("hexinfo.units")}</h3>}
      <ul>
        {cards.map((card) => (
          <li key={card.id}>{described(card, store.sideName(card.side))}</li>
        ))}
      </ul>
    </Modal>
  );
}

function Dice({ store, close }: Props) {
  const commitment = store.welcome.value?.commitment ?? "";
  const seed = store.position.value?.seed ?? "";
  const computed = seed === "" ? "" : sha256(seed);
  const good = computed === commitment;
  return (
    <Modal title={t("dice.title")} close={close}>
      <p>{t("dice.note")}</p>
      <dl class="dice">
        <dt>{t("dice.commitment")}</dt>
        <dd>{commitment}</dd>
        {seed !== "" && (
          <>
            <dt>{t("dice.seed")}</dt>
            <dd>{seed}</dd>
            <dt>{t("dice.computed")}</dt>
            <dd>{computed}</dd>
          </>
        )}
      </dl>
      {seed === "" && <p class="muted">{t("dice.later")}</p>}
      {computed !== "" && <p class={good ? "verdict good" : "verdict bad"}>{t(good ? "dice.good" : "dice.bad")}</p>}
    </Modal>
  );
}
