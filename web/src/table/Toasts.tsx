/** Short notes that come and go: what others did, what the dice said, why something cannot be. */
import { useMemo } from "preact/hooks";
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { Rule } from "../common/Rule";
import { t } from "../i18n";
import { Sentence } from "./Log";
import { Sum } from "./OddsCard";
import { freest, placesInQuestion } from "./room";
import type { TableStore, Toast } from "./store";

/** What some notes take up with the room around them, when the last is the longest there is. */
const NOTE = { width: 360, height: 78 };

export function Toasts({ store, view }: { store: TableStore; view: BoardView }) {
  const { width, height } = view.window;
  const placed = store.toasts.value.filter((toast) => toast.at !== undefined);
  const others = store.toasts.value.filter((toast) => toast.at === undefined);
  const size = { width: NOTE.width, height: NOTE.height * others.length };
  // Where the map is moved, notes stay: they lie where the question found them, until there are more of them.
  const corner = useMemo(
    () => freest(placesInQuestion(store, view), view.window, size),
    [store, view, store.offers.value, others.length],
  );
  return (
    <>
      <ol class={`toasts ${corner}`} aria-label={t("notes.title")}>
        {others.map((toast) => (
          <li key={toast.id} class={`toast ${toast.kind}`}>
            <Note toast={toast} store={store} />
          </li>
        ))}
      </ol>
      {placed.map((toast) => (
        <div
          key={toast.id}
          class={`toast placed ${toast.kind}`}
          style={{ left: clamp(toast.at?.x ?? 0, width - 300), top: clamp((toast.at?.y ?? 0) + 14, height - 90) }}
        >
          <Note toast={toast} store={store} />
        </div>
      ))}
    </>
  );
}

function clamp(value: number, most: number): number {
  return Math.max(8, Math.min(value, most));
}

function Note({ toast, store }: { toast: Toast; store: TableStore }) {
  const { line } = toast;
  return (
    <>
      {toast.kind === "refusal" && <strong>{t("why.title")}</strong>}
      <p>
        {line === undefined ? toast.text : <Sentence line={line} store={store} />} <Rule id={toast.rule} />
      </p>
      {toast.kind === "result" && line !== undefined && (
        <details>
          <summary>{t("panel.log.sum")}</summary>
          <Sum lines={line.lines} />
        </details>
      )}
      <button type="button" class="quiet icon shut" aria-label={t("app.close")} onClick={() => store.dismiss(toast.id)}>
        <Icon name="close" />
      </button>
    </>
  );
}
