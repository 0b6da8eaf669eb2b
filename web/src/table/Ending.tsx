/** The note over the map when a game is over: how it ended, what it stood at, and what to do now. */
import { useSignal } from "@preact/signals";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { TableStore } from "./store";
import { Lines } from "./Tally";

export function Ending({ store }: { store: TableStore }) {
  const putAway = useSignal(false);
  const position = store.position.value;
  const isOver = position !== null && position.result !== "" && store.looking.value === null;
  if (!isOver || putAway.value || store.welcome.value?.lesson != null) return null;
  const close = () => {
    putAway.value = true;
  };
  return (
    <section class="ending-note" role="status" aria-label={t("over.title")}>
      <button type="button" class="quiet icon shut" aria-label={t("app.close")} onClick={close}>
        <Icon name="close" />
      </button>
      <h2>{position.result}</h2>
      {position.status.length > 0 && <Lines store={store} lines={position.status} />}
      <span class="choices">
        <button type="button" onClick={() => void store.play(0)}>
          <Icon name="play" /> {t("over.watch")}
        </button>
        <button type="button" onClick={() => void store.openReport()}>
          {t("over.report")}
        </button>
        <a class="button primary" href="#/">
          {t("over.again")}
        </a>
      </span>
    </section>
  );
}
