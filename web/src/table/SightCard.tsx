/** Whether one hex is seen from another: in words with the rules, and drawn as a cross-section. */
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { Rule } from "../common/Rule";
import { t } from "../i18n";
import type { SightAnswer } from "../protocol";
import type { TableStore } from "./store";

export function SightCard({ store, view }: { store: TableStore; view: BoardView }) {
  const { sights } = store;
  if (!sights.picking.value || store.looking.value !== null) return null;
  const found = sights.found.value;
  return (
    <aside
      class={isLow(store, view) ? "sight-card top" : "sight-card"}
      aria-live="polite"
      aria-label={t("sight.title")}
    >
      <header>
        <h3>{found?.ends ?? t("sight.title")}</h3>
        {found !== null && (
          <>
            <button type="button" class="quiet" onClick={() => void sights.turn()}>
              {t("sight.turn")}
            </button>
            <button type="button" class="quiet" onClick={() => sights.restart()}>
              {t("sight.again")}
            </button>
          </>
        )}
        <button type="button" class="quiet icon" aria-label={t("app.close")} onClick={() => sights.close()}>
          <Icon name="close" />
        </button>
      </header>
      {found === null && <p class="muted">{t(sights.viewer.value === "" ? "sight.from" : "sight.to")}</p>}
      {found !== null && <Found found={found} />}
    </aside>
  );
}

function Found({ found }: { found: SightAnswer }) {
  return (
    <>
      <p class={found.clear ? "verdict good" : "verdict bad"}>
        {found.verdict} <Rule id={found.rule} />
      </p>
      <div class="section" dangerouslySetInnerHTML={{ __html: found.drawing }} />
      {found.steps.length > 0 && (
        <details>
          <summary>{t("sight.steps")}</summary>
          <ol>
            {found.steps.map((step, place) => (
              <li key={place} class={step.blocks ? "blocks" : ""}>
                <b>{step.at}</b> {step.what}, {step.level}: {step.why} <Rule id={step.rule} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** Whether the line runs in the lower half of the window, so that the card lies over the upper one. */
function isLow(store: TableStore, view: BoardView): boolean {
  const ends = [store.sights.viewer.value, store.sights.target.value].flatMap(
    (label) => store.sheet.value?.hexes.get(label) ?? [],
  );
  const heights = ends.map((hex) => view.toWindow(hex).y);
  const middle = heights.reduce((sum, y) => sum + y, 0) / Math.max(1, heights.length);
  return heights.length > 0 && middle > view.window.height / 2;
}
