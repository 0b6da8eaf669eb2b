/** What a choice would bring: its outcomes as bars, and the sum behind them with its rules. */
import { kindOf } from "../board/offers";
import { Rule } from "../common/Rule";
import { onlyTouch } from "../common/touch";
import { t } from "../i18n";
import type { OddsAnswer, OutcomeBar, SumLine } from "../protocol";
import type { TableStore } from "./store";

const WIDTH = 300;
const HEIGHT = 260;
/** What a hex with a stack spread out over it takes beside a card to its left. */
const BESIDE = 150;
/** More outcomes than these would push the sum out of sight. */
const MOST_BARS = 6;
/** What an outcome and a line of the sum take at most, for a guess at the height of the card. */
const ROW = 38;

export function OddsCard({ store, width, height }: { store: TableStore; width: number; height: number }) {
  const peek = store.peek.value;
  const pointed = store.pointed.value;
  if (peek === null || pointed === null) return null;
  const lines = peek.odds?.lines.length ? peek.odds.lines : (peek.preview?.lines ?? []);
  const tap = onlyTouch() && kindOf(peek.option.id) === "hex";
  const dice = (peek.odds?.outcomes.length ?? 0) > 1;
  if (!dice && lines.length === 0 && !peek.waiting && !tap) return null;
  const left = pointed.at.x + WIDTH > width ? Math.max(8, pointed.at.x - WIDTH - BESIDE) : pointed.at.x;
  const rows = lines.length + Math.min(MOST_BARS, peek.odds?.outcomes.length ?? 0);
  const isLow = pointed.at.y > height - Math.max(HEIGHT, rows * ROW);
  const place = isLow ? { bottom: 8 } : { top: Math.max(8, pointed.at.y) };
  return (
    <aside class={peek.waiting ? "odds-card waiting" : "odds-card"} style={{ left, ...place }} aria-live="polite">
      <h3>
        {peek.option.label}
        {peek.option.cost !== null && <span class="cost-tag">{t("ask.cost", { cost: peek.option.cost })}</span>}
        <Rule id={peek.option.rule} />
      </h3>
      {peek.odds !== null && dice && <Bars odds={peek.odds} />}
      {peek.odds === null && peek.waiting && <p class="muted">{t("odds.counting")}</p>}
      {lines.length > 0 && <Sum lines={lines} />}
      {tap && <p class="tap-again">{t("ask.tap")}</p>}
    </aside>
  );
}

function Bars({ odds }: { odds: OddsAnswer }) {
  return (
    <figure class="bars">
      <figcaption>
        {t("odds.title")} <span>{t(odds.exact ? "odds.exact" : "odds.sampled")}</span>
      </figcaption>
      <ol>
        {likeliest(odds.outcomes).map((outcome) => (
          <li key={outcome.label}>
            <span class="what">{outcome.label}</span>
            <span class="bar">
              <i style={{ width: `${outcome.probability * 100}%` }} />
            </span>
            <span class="share">{percent(outcome.probability)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** The outcomes, likeliest first; where they are many, the rest put together. */
export function likeliest(outcomes: readonly OutcomeBar[]): readonly OutcomeBar[] {
  if (outcomes.length <= MOST_BARS) return outcomes;
  const rest = outcomes.slice(MOST_BARS - 1);
  const probability = rest.reduce((sum, outcome) => sum + outcome.probability, 0);
  return [...outcomes.slice(0, MOST_BARS - 1), { label: t("odds.others", { n: rest.length }), probability }];
}

/** A probability in percent, exact enough to tell a small one from none. */
export function percent(probability: number): string {
  const share = probability * 100;
  if (share > 0 && share < 0.1) return "<0.1%";
  return `${share < 10 && share % 1 !== 0 ? share.toFixed(1) : Math.round(share)}%`;
}

export function Sum({ lines }: { lines: readonly SumLine[] }) {
  return (
    <table class="sum">
      <tbody>
        {lines.map((line, place) => (
          <tr key={place}>
            <th scope="row">{line.label}</th>
            <td class="value" colSpan={line.rule === "" ? 2 : 1}>
              {line.value}
            </td>
            {line.rule !== "" && (
              <td class="rule">
                <Rule id={line.rule} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
