/** The note that tells what others did since one's last choice, line by line, and plays it again. */
import { useMemo } from "preact/hooks";
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import { Entry } from "./Log";
import { covered } from "./reduce";
import type { TableStore } from "./store";

const SIZE = { width: 380, height: 320 };

export function Briefing({ store, view }: { store: TableStore; view: BoardView }) {
  const lines = store.news.lines.value;
  const isLeft = useMemo(() => isBetterLeft(store, view), [lines, store, view]);
  if (lines.length === 0 || store.looking.value !== null) return null;
  return (
    <section class={isLeft ? "briefing left" : "briefing"} aria-label={t("news.title")}>
      <header>
        <h3>{t("news.title")}</h3>
        <button type="button" class="quiet" onClick={() => void store.play(store.news.number)}>
          <Icon name="play" /> {t("news.watch")}
        </button>
        <button type="button" class="quiet icon" aria-label={t("app.close")} onClick={() => store.news.close()}>
          <Icon name="close" />
        </button>
      </header>
      <ol class="news">
        {lines.map((line) => (
          <Entry key={line.index} line={line} store={store} />
        ))}
      </ol>
    </section>
  );
}

/** Whether the note would cover less of what is asked about in the upper left corner than in the upper right one. */
function isBetterLeft(store: TableStore, view: BoardView): boolean {
  const { units, hexes } = store.offers.value;
  const cards = store.position.value?.picture.cards ?? [];
  const labels = [
    ...cards.filter((card) => units.has(card.id)).map((card) => card.at),
    ...hexes.keys(),
    ...store.glowing.value,
  ];
  const places = labels.flatMap((label) => store.sheet.value?.hexes.get(label) ?? []).map((hex) => view.toWindow(hex));
  const left = { x: 0, y: 0, ...SIZE };
  return covered(places, left) < covered(places, { ...left, x: view.window.width - SIZE.width });
}
