/** A slider over the whole game. */
import { useEffect } from "preact/hooks";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { Position } from "./position";
import type { TableStore } from "./store";

const PACE = 650;

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
    </section>
  );
}

function playLabel(playing: boolean): string {
  return t(playing ? "replay.pause" : "replay.play");
}

/** Go on at an even pace until the present is reached or somebody says stop. */
async function play(store: TableStore, stop: AbortSignal): Promise<void> {
  while (store.looking.value !== null) {
    await new Promise((wake) => setTimeout(wake, PACE));
    if (stop.aborted) return;
    if (store.looking.value !== null) await next(store, store.looking.value);
  }
  store.playing.value = false;
}

/** Go on to the next choice after which the table looks different. */
async function next(store: TableStore, shown: Position): Promise<void> {
  for (let number = shown.number + 1; ; number += 1) {
    await store.replay(number);
    const now = store.looking.value;
    if (now?.number !== number || !alike(shown, now)) return;
  }
}

function alike(before: Position, after: Position): boolean {
  const { cards } = before.picture;
  return (
    after.heading === before.heading &&
    after.picture.cards.length === cards.length &&
    after.picture.cards.every((card, place) => card === cards[place])
  );
}
