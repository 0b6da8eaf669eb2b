/** The clocks of a table: how much time each side has, and the note by which a game is claimed. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { canClaim, parts, secondsLeft } from "./clocks";
import type { TableStore } from "./store";

/** With so few seconds left a clock is red. */
const SHORT = 60;

/** This moment, in seconds, every second anew while it matters. */
function useMoment(matters: boolean): number {
  const moment = useSignal(Date.now() / 1000);
  useEffect(() => {
    if (!matters) return undefined;
    const tick = () => {
      moment.value = Date.now() / 1000;
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [matters, moment]);
  return moment.value;
}

export function ClockFaces({ store }: { store: TableStore }) {
  const told = store.clocks.value;
  const moment = useMoment(told !== null);
  if (told === null) return null;
  const sides = (store.welcome.value?.sides ?? []).filter((side) => side.id in told.due || side.id in told.left);
  return (
    <ul class="clocks" role="group" aria-label={t("clock.title")}>
      {sides.map((side) => {
        const seconds = secondsLeft(told, side.id, moment) ?? 0;
        const runs = side.id in told.due;
        return (
          <li key={side.id} data-clock={side.id} class={[runs ? "runs" : "", seconds < SHORT ? "short" : ""].join(" ")}>
            <span>{side.name}</span> <time>{spoken(seconds)}</time>
          </li>
        );
      })}
    </ul>
  );
}

export function spoken(seconds: number): string {
  const { days, hours, clock } = parts(seconds);
  return days > 0 ? t("clock.left", { days, hours }) : clock;
}

/** Where the days of the other side are used up, the game can be claimed. */
export function ClaimNote({ store }: { store: TableStore }) {
  const told = store.clocks.value;
  const mine = store.welcome.value?.mine ?? [];
  const moment = useMoment(told?.plan.kind === "days");
  const isOver = store.position.value?.result !== "";
  if (told === null || isOver || mine.length === 0 || !canClaim(told, mine, moment)) return null;
  return (
    <aside class="plea" role="status" aria-label={t("clock.title")}>
      <p>{t("clock.late")}</p>
      <button type="button" class="primary" data-act="claim" onClick={() => void store.claim()}>
        {t("clock.claim")}
      </button>
    </aside>
  );
}
