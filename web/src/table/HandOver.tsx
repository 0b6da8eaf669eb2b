/** Covers the map while one player passes the screen to the other. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { TableStore } from "./store";

export function HandOver({ store, side }: { store: TableStore; side: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const name = store.sideName(side);
  return (
    <div class="hand-over" role="dialog" aria-modal="true" aria-label={t("hand.title", { side: name })}>
      <div class="paper">
        <h1>{t("hand.title", { side: name })}</h1>
        <p>{t("hand.note")}</p>
        <button ref={button} type="button" class="primary large" onClick={() => void store.lookAs(side)}>
          {t("hand.go", { side: name })}
        </button>
        <label>
          <input
            type="checkbox"
            checked={store.uncovered.value}
            onInput={(event) => {
              store.uncovered.value = event.currentTarget.checked;
            }}
          />
          {t("hand.open")}
        </label>
      </div>
    </div>
  );
}
