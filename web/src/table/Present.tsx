/** Who is at the table, and a way to be called when it is one's move. */
import { type Signal, useSignal } from "@preact/signals";
import { t } from "../i18n";
import type { TableStore } from "./store";

export function Present({ store }: { store: TableStore }) {
  const welcome = store.welcome.value;
  const present = store.people.present.value;
  if (welcome === null || present === null) return null;
  const people = welcome.sides.filter((side) => welcome.seats[side.id] !== "bot");
  if (people.every((side) => welcome.mine.includes(side.id))) return null;
  return (
    <ul class="present" aria-label={t("present.title")}>
      {people.map((side) => (
        <li key={side.id} class={side.id in present.here ? "here" : "away"} data-present={side.id}>
          {named(side.name, side.id, present.here[side.id])}{" "}
          <small>{t(side.id in present.here ? "present.here" : "present.away")}</small>
        </li>
      ))}
      {present.watching > 0 && <li class="here">{t("present.watching", { n: present.watching })}</li>}
      {store.position.value?.result === "" && store.position.value.side !== "" && <Concede store={store} />}
      {store.people.canNotify.value && (
        <li>
          <button type="button" class="quiet" onClick={() => void store.people.allowNotifications()}>
            {t("present.notify")}
          </button>
        </li>
      )}
    </ul>
  );
}

/** A side, and the name of the account that plays it, if it has one. */
function named(side: string, id: string, who: string | undefined): string {
  return who === undefined || who.split(",").includes(id) ? side : `${side}: ${who}`;
}

/** Offer a draw, or resign, which asks once more before it does. */
function Concede({ store }: { store: TableStore }) {
  const sure = useSignal(false);
  const resign = () => {
    if (sure.value) void store.tell("resign");
    sure.value = !sure.value;
  };
  return (
    <li class="concede">
      <button
        type="button"
        class="quiet"
        data-act="offer"
        disabled={store.position.value?.plea != null}
        onClick={() => void store.tell("offer")}
      >
        {t("draw.offer")}
      </button>
      <button type="button" class="quiet" data-act="resign" onClick={resign} onBlur={() => soften(sure)}>
        {t(sure.value ? "resign.sure" : "resign")}
      </button>
    </li>
  );
}

function soften(sure: Signal<boolean>): void {
  sure.value = false;
}
