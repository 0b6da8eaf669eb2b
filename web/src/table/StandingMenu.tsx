/** How a question is to be answered from now on: a small form beside its answers, and the list of orders in force. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { FormalityCard } from "../protocol";
import { ASK, blank, given, type OrderForm, type Until, withdrawn } from "./standing";
import type { TableStore } from "./store";

const CHANCES = { min: 5, max: 95, step: 5 };

/** Opens the form, or puts it away. */
export function AlwaysButton({ store }: { store: TableStore }) {
  const open = store.ordering.value;
  return (
    <button
      type="button"
      class="quiet always"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-keyshortcuts="a"
      disabled={store.busy.value}
      onClick={() => {
        store.ordering.value = !open;
      }}
    >
      {t("standing.always")} <kbd>A</kbd>
    </button>
  );
}

/** The form, over the map. */
export function StandingSheet({ store }: { store: TableStore }) {
  const formality = store.position.value?.question?.formality;
  if (formality == null || !store.ordering.value || store.looking.value !== null) return null;
  const close = () => {
    store.ordering.value = false;
    document.querySelector<HTMLElement>(".always")?.focus();
  };
  return <Sheet key={formality.prompt} store={store} formality={formality} close={close} />;
}

function Sheet(props: { store: TableStore; formality: FormalityCard; close: () => void }) {
  const { store, formality, close } = props;
  const sheet = useRef<HTMLFormElement>(null);
  const form = useSignal<OrderForm>(blank(formality));
  const change = (part: Partial<OrderForm>) => {
    form.value = { ...form.value, ...part };
  };
  useLayoutEffect(() => {
    sheet.current?.querySelector<HTMLElement>("input")?.focus();
  }, []);
  return (
    <form
      ref={sheet}
      class="standing-sheet"
      aria-label={t("standing.title")}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        close();
        void store.order(given(formality, form.value));
      }}
    >
      <h3>{formality.name}</h3>
      <p class="muted">{t("standing.title")}</p>
      {formality.answers.length > 1 ? (
        <fieldset>
          {formality.answers.map((one) => (
            <label key={one.id}>
              <input
                type="radio"
                name="answer"
                checked={form.value.answer === one.id}
                onChange={() => change({ answer: one.id })}
              />
              {one.name}
            </label>
          ))}
        </fieldset>
      ) : (
        <p class="answer">{formality.answers[0]?.name}</p>
      )}
      <Duration formality={formality} form={form.value} change={change} />
      {formality.narrowings.length > 0 && <Narrowings formality={formality} form={form.value} change={change} />}
      {formality.hopes.length > 0 && form.value.answer !== ASK && (
        <Chance formality={formality} form={form.value} change={change} />
      )}
      <div class="row">
        <button type="submit" class="primary">
          {t("standing.give")}
        </button>
        <button type="button" onClick={close}>
          {t("app.cancel")}
        </button>
      </div>
    </form>
  );
}

interface Part {
  formality: FormalityCard;
  form: OrderForm;
  change: (part: Partial<OrderForm>) => void;
}

function Duration({ formality, form, change }: Part) {
  const lasts: [Until, string][] = [
    ["turn", t("standing.turn")],
    ["alarm", formality.alarm],
    ["", t("standing.good")],
  ];
  return (
    <fieldset>
      {lasts.map(([until, label]) => (
        <label key={until}>
          <input type="radio" name="until" checked={form.until === until} onChange={() => change({ until })} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Narrowings({ formality, form, change }: Part) {
  const toggled = (name: string) =>
    form.only.includes(name) ? form.only.filter((one) => one !== name) : [...form.only, name];
  return (
    <fieldset>
      {formality.narrowings.map((one) => (
        <label key={one.name}>
          <input
            type="checkbox"
            checked={form.only.includes(one.name)}
            onChange={() => change({ only: toggled(one.name) })}
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}

function Chance({ formality, form, change }: Part) {
  const { hopes } = formality;
  const last = hopes.length - 1;
  return (
    <fieldset class="chance">
      <label>
        <input
          type="checkbox"
          checked={form.hope !== null}
          onChange={() => change({ hope: form.hope === null ? (hopes[0]?.id ?? null) : null })}
        />
        {t("standing.unless")}
      </label>
      {form.hope !== null && (
        <div class="row">
          <input
            type="range"
            {...CHANCES}
            value={form.chance}
            aria-label={t("standing.chance")}
            onInput={(event) => change({ chance: Number(event.currentTarget.value) })}
          />
          <output>{form.chance} %</output>
          <select
            aria-label={t("standing.hope")}
            value={form.hope}
            onChange={(event) => change({ hope: event.currentTarget.value })}
          >
            {hopes.map((one, place) => (
              <option key={one.id} value={one.id}>
                {place < last ? t("standing.more", { hope: one.name }) : one.name}
              </option>
            ))}
          </select>
        </div>
      )}
    </fieldset>
  );
}

/** The orders in force, each with a way to withdraw it. */
export function OrdersInForce({ store }: { store: TableStore }) {
  const orders = store.position.value?.orders ?? [];
  if (orders.length === 0 || store.looking.value !== null) return null;
  return (
    <section class="orders">
      <h3>{t("standing.list")}</h3>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <span>{order.label}</span>
            <button
              type="button"
              class="quiet icon"
              title={t("standing.withdraw")}
              aria-label={`${t("standing.withdraw")}: ${order.label}`}
              disabled={store.busy.value}
              onClick={() => void store.order(withdrawn(order))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
