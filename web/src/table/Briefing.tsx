/** The note that tells what others did since one's last choice, line by line, and plays it again. */
import { useMemo } from "preact/hooks";
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import { Entry } from "./Log";
import { freest, placesInQuestion } from "./room";
import type { TableStore } from "./store";

const SIZE = { width: 380, height: 320 };

export function Briefing({ store, view }: { store: TableStore; view: BoardView }) {
  const lines = store.news.lines.value;
  const corner = useMemo(
    () => freest(placesInQuestion(store, view), view.window, SIZE, ["right", "left"]),
    [lines, store, view],
  );
  if (lines.length === 0 || store.looking.value !== null) return null;
  return (
    <section class={`briefing ${corner}`} aria-label={t("news.title")}>
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
