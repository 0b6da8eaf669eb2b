/** What the computer would do: the options that it weighed, with a bar for how each compares. */
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { Advice } from "../protocol";
import type { TableStore } from "./store";

export function HintCard({ store }: { store: TableStore }) {
  const hint = store.hint.value;
  if (hint === null) return null;
  const [best] = hint.advice;
  return (
    <aside class="hint-card" aria-label={t("hint.title")} aria-busy={hint.waiting}>
      <h3>
        {best === undefined ? t("hint.title") : t("hint.best", { option: whole(best) })}
        <button type="button" class="quiet close" aria-label={t("hint.close")} onClick={() => store.closeHint()}>
          <Icon name="close" />
        </button>
      </h3>
      {hint.waiting ? (
        <p class="muted" role="status">
          <span class="hourglass" aria-hidden="true" /> {t("hint.thinking")}
        </p>
      ) : (
        <Weighed store={store} advice={hint.advice} />
      )}
    </aside>
  );
}

function Weighed({ store, advice }: { store: TableStore; advice: readonly Advice[] }) {
  if (advice.length === 1) return <p class="muted">{t("hint.only")}</p>;
  return (
    <figure class="bars">
      <figcaption>{t("hint.note")}</figcaption>
      <ol>
        {advice.map((one, place) => (
          <li key={one.option} class={place === 0 ? "best" : ""} title={detail(one)}>
            <button
              type="button"
              class="what"
              data-advice={one.option}
              disabled={store.busy.value}
              onClick={() => void store.choose(one.option)}
            >
              {whole(one)}
              <span class="unseen">{detail(one)}</span>
            </button>
            <span class="bar">
              <i style={{ width: `${one.prospects * 100}%` }} />
            </span>
            <span class="share">{Math.round(one.prospects * 100)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** The whole order: what is picked, and what is done with it. */
function whole(one: Advice): string {
  return [one.label, ...one.then].join(" → ");
}

function detail(one: Advice): string {
  return t("hint.detail", { n: one.visits, value: one.value.toFixed(1) });
}

/** The button that asks for a hint, and puts it away. */
export function HintButton({ store }: { store: TableStore }) {
  if (store.welcome.value?.hints === false) return null;
  return (
    <button
      type="button"
      class="quiet"
      data-act="hint"
      aria-pressed={store.hint.value !== null}
      disabled={store.position.value?.question == null}
      onClick={() => void store.askHint()}
    >
      <Icon name="hint" /> {t("act.hint")} <kbd>H</kbd>
    </button>
  );
}
