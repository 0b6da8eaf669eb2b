/** A slider over the whole game. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { TableStore } from "./store";

const PACE = 650;

export function Replay({ store }: { store: TableStore }) {
  const playing = useSignal(false);
  const all = store.position.value?.number ?? 0;
  const at = store.looking.value?.number ?? all;
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => void next(store, () => (playing.value = false)), PACE);
    return () => clearInterval(timer);
  }, [playing.value, store, playing]);
  const toggle = () => {
    if (!playing.value && store.looking.value === null) void store.replay(0);
    playing.value = !playing.value;
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

async function next(store: TableStore, stop: () => void): Promise<void> {
  const at = store.looking.value?.number;
  if (at === undefined) stop();
  else await store.replay(at + 1);
}
