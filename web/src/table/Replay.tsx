/** A slider over the whole game. */
import { useEffect } from "preact/hooks";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import { positionLink } from "../route";
import type { Position as Shown } from "./position";
import type { TableStore } from "./store";

const PACE = 650;
const SPEEDS = [0.5, 1, 2, 4] as const;

export function Replay({ store }: { store: TableStore }) {
  const { playing } = store;
  const all = store.position.value?.number ?? 0;
  const at = store.looking.value?.number ?? all;
  useEffect(() => {
    if (!playing.value) return undefined;
    const control = new AbortController();
    void play(store, control.signal);
    return () => control.abort();
  }, [playing.value, store, playing]);
  const toggle = () => {
    if (playing.value) playing.value = false;
    else void store.play(store.looking.value?.number ?? 0);
  };
  return (
    <section class="replay" aria-label={t("replay.title")}>
      <button
        type="button"
        class="quiet icon"
        disabled={all === 0}
        onClick={toggle}
        aria-label={playLabel(playing.value)}
      >
        <Icon name={playing.value ? "pause" : "play"} />
      </button>
      <input
        type="range"
        min="0"
        max={all}
        value={at}
        disabled={all === 0}
        aria-label={t("replay.title")}
        aria-valuetext={t("replay.at", { n: at, all })}
        onInput={(event) => void store.replay(Number(event.currentTarget.value))}
      />
      <output>
        {at}/{all}
      </output>
      <button
        type="button"
        class="quiet speed"
        title={t("replay.speed")}
        onClick={() => {
          store.speed.value = SPEEDS[(SPEEDS.indexOf(store.speed.value) + 1) % SPEEDS.length] ?? 1;
        }}
      >
        {store.speed.value}×
      </button>
      {store.looking.value !== null && <Position store={store} number={at} />}
    </section>
  );
}

/** What can be done with the position that is looked at: send a link to it, or play on from it. */
function Position({ store, number }: { store: TableStore; number: number }) {
  const copy = async () => {
    await navigator.clipboard.writeText(positionLink(store.table, number));
    store.toast("note", t("replay.copied"));
  };
  return (
    <p class="of-position">
      <button type="button" class="quiet" data-act="link" onClick={() => void copy()}>
        {t("replay.link")}
      </button>
      {store.canStudy.value && (
        <button type="button" class="quiet" data-act="study" onClick={() => void store.study()}>
          {t("replay.study")}
        </button>
      )}
    </p>
  );
}

function playLabel(playing: boolean): string {
  return t(playing ? "replay.pause" : "replay.play");
}

/** Go on at an even pace until the present is reached or somebody says stop. */
async function play(store: TableStore, stop: AbortSignal): Promise<void> {
  while (store.looking.value !== null) {
    await new Promise((wake) => setTimeout(wake, PACE / store.speed.value));
    if (stop.aborted) return;
    if (store.looking.value !== null) await next(store, store.looking.value);
  }
  store.playing.value = false;
}

/** Go on to the next choice after which the table looks different. */
async function next(store: TableStore, shown: Shown): Promise<void> {
  for (let number = shown.number + 1; ; number += 1) {
    await store.replay(number);
    const now = store.looking.value;
    if (now?.number !== number || !alike(shown, now)) return;
  }
}

function alike(before: Shown, after: Shown): boolean {
  const { cards } = before.picture;
  return (
    after.heading === before.heading &&
    after.picture.cards.length === cards.length &&
    after.picture.cards.every((card, place) => card === cards[place])
  );
}
