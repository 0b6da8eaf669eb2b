/** Whether one hex is seen from another: in words with the rules, and drawn as a cross-section. */
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { Rule } from "../common/Rule";
import { t } from "../i18n";
import type { SightAnswer } from "../protocol";
import { freest } from "./room";
import { spotsOf } from "./sights";
import type { TableStore } from "./store";

/** What the card takes up with the room around it. */
const SIZE = { width: 580, height: 310 };

export function SightCard({ store, view }: { store: TableStore; view: BoardView }) {
  const { sights } = store;
  if (!sights.picking.value || store.looking.value !== null) return null;
  const found = sights.found.value;
  return (
    <aside class={`sight-card ${corner(store, view)}`} aria-live="polite" aria-label={t("sight.title")}>
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

/** Once both ends are known: the corner in which the card lies on the least of the line. */
function corner(store: TableStore, view: BoardView): string {
  const [from, to] = [store.sights.viewer.value, store.sights.target.value].map((label) =>
    store.sheet.value?.hexes.get(label),
  );
  if (from === undefined || to === undefined) return "";
  const places = spotsOf(from, to).map((point) => view.toWindow(point));
  return freest(places, view.window, SIZE, ["low left", "low right", "left", "right"]);
}
