/** What a choice would bring: its outcomes as bars, and the sum behind them with its rules. */

import type { Size } from "../board/camera";
import { middle, type Point, TURNS } from "../board/geometry";
import { kindOf } from "../board/offers";
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { Rule } from "../common/Rule";
import { onlyTouch } from "../common/touch";
import { t } from "../i18n";
import type { OddsAnswer, OutcomeBar, SumLine } from "../protocol";
import { coloursOf } from "./position";
import { stackSide } from "./StackCard";
import type { TableStore } from "./store";

/** More outcomes than these would push the sum out of sight. */
const MOST_BARS = 6;
const LONG_SUM = 10;
const FEW_WORDS = 22;
/** A value with more letters than these has a line of its own. */
const REMARK = 24;
/** Docked at the top of the map's window, on the side away from what it is about, so that it never covers that. */
export function OddsCard({ store, view }: { store: TableStore; view: BoardView }) {
  const peek = store.peek.value ?? store.running.value;
  if (peek === null) return null;
  const lines = peek.odds?.lines.length ? peek.odds.lines : (peek.preview?.lines ?? []);
  const tap = onlyTouch() && kindOf(peek.option.id) === "hex";
  const dice = (peek.odds?.outcomes.length ?? 0) > 1;
  if (!dice && lines.length === 0 && !peek.waiting && !tap) return null;
  const { side, height } = docked(places(store, view), view.window, stackSide(store, view));
  const roomy = isMuch(lines, dice ? (peek.odds?.outcomes ?? []) : []) ? "roomy" : "";
  return (
    <aside
      class={["odds-card", side, height, roomy, peek.waiting ? "waiting" : ""].join(" ")}
      aria-live="polite"
      aria-label={t("odds.title")}
    >
      <h3>
        {peek.option.label}
        {peek.option.cost !== null && <span class="cost-tag">{t("ask.cost", { cost: peek.option.cost })}</span>}
        <Rule id={peek.option.rule} />
        <button type="button" class="quiet icon shut" aria-label={t("app.close")} onClick={() => store.closeOdds()}>
          <Icon name="close" />
        </button>
      </h3>
      {tap && <p class="tap-again">{t("ask.tap")}</p>}
      {peek.odds !== null && dice && <Bars store={store} odds={peek.odds} />}
      {peek.odds === null && peek.waiting && <p class="muted">{t("odds.counting")}</p>}
      {lines.length > 0 && <Sum lines={lines} />}
    </aside>
  );
}

/** Whether a narrow card would be too small: for a long sum, or outcomes that take more than a few words. */
export function isMuch(lines: readonly SumLine[], outcomes: readonly OutcomeBar[]): boolean {
  return lines.length > LONG_SUM || outcomes.some(({ label }) => label.length > FEW_WORDS);
}

/** Where in the window lies what the card is about: what is pointed at, or what takes part and what still can. */
function places(store: TableStore, view: BoardView): readonly Point[] {
  const pointed = store.pointed.value;
  const kind = kindOf(pointed?.option ?? "");
  if (pointed !== null && (["hex", "unit", "side"].includes(kind) || TURNS.has(kind))) return [pointed.at];
  const parts = new Set([...store.picked.value, ...store.offers.value.units.keys()]);
  const cards = (store.shown.value?.picture.cards ?? []).filter((card) => parts.has(card.id));
  const labels = [...(store.position.value?.question?.about ?? []), ...cards.map((card) => card.at)];
  return labels.flatMap((label) => store.sheet.value?.hexes.get(label) ?? []).map((hex) => view.toWindow(hex));
}

/** The edges of the window at which a card lies over the fewest of some places, but never where another card lies. */
export function docked(
  points: readonly Point[],
  window: Size,
  taken: "left" | "right" | "" = "",
): { side: "left" | "right"; height: "high" | "low" } {
  const about = middle(points) ?? { x: 0, y: 0 };
  const right = points.filter(({ x }) => x > window.width / 2).length * 2 - points.length;
  const low = points.filter(({ y }) => y > window.height / 2).length * 2 - points.length;
  return {
    side:
      taken !== ""
        ? taken === "left"
          ? "right"
          : "left"
        : right > 0 || (right === 0 && about.x > window.width / 2)
          ? "left"
          : "right",
    height: low > 0 || (low === 0 && about.y > window.height / 2) ? "high" : "low",
  };
}

function Bars({ store, odds }: { store: TableStore; odds: OddsAnswer }) {
  return (
    <figure class="bars">
      <figcaption>
        {t("odds.title")} <span>{t(odds.exact ? "odds.exact" : "odds.sampled")}</span>
      </figcaption>
      <ol>
        {likeliest(odds.outcomes).map((outcome) => (
          <li key={outcome.label}>
            <Favour store={store} side={outcome.favours} />
            <span class="what">{outcome.label}</span>
            <span class="bar">
              <i style={{ width: `${outcome.probability * 100}%`, background: fillOf(store, outcome.favours) }} />
            </span>
            <span class="share">{percent(outcome.probability)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Whom an outcome is good for: told by shape and by words as well as by colour. */
function Favour({ store, side }: { store: TableStore; side: string }) {
  const told = side === "" ? t("odds.even") : t("odds.favours", { side: store.sideName(side) });
  const shape = side === "" ? "=" : side === store.position.value?.side ? "▲" : "▼";
  return (
    <span class="favour" data-favours={side} role="img" aria-label={told} title={told}>
      {shape}
    </span>
  );
}

function fillOf(store: TableStore, side: string): string | undefined {
  const position = store.position.value;
  return position === null || side === "" ? undefined : coloursOf(position, side)?.fill;
}

/** The outcomes, likeliest first; where they are many, the rest put together. */
export function likeliest(outcomes: readonly OutcomeBar[]): readonly OutcomeBar[] {
  if (outcomes.length <= MOST_BARS) return outcomes;
  const rest = outcomes.slice(MOST_BARS - 1);
  const probability = rest.reduce((sum, outcome) => sum + outcome.probability, 0);
  const label = t("odds.others", { n: rest.length });
  const favours = rest.every((outcome) => outcome.favours === rest[0]?.favours) ? (rest[0]?.favours ?? "") : "";
  return [...outcomes.slice(0, MOST_BARS - 1), { label, probability, favours }];
}

/** A probability in percent, exact enough to tell a small one from none. */
export function percent(probability: number): string {
  const share = probability * 100;
  if (share > 0 && share < 0.1) return "<0.1%";
  return `${share < 10 ? Math.round(share * 10) / 10 : Math.round(share)}%`;
}

/** A value as it is printed: factors with their sign, halves as such. */
export function written(value: string): string {
  return value.replace(/^x(?=\d)/u, "×").replace(/(?<!\d)1\/2$/u, "½");
}

export function Sum({ lines }: { lines: readonly SumLine[] }) {
  return (
    <table class="sum">
      <tbody>
        {lines.map((line, place) =>
          line.rule === "" && line.value.length > REMARK ? (
            <tr key={place} class="remark">
              <td colSpan={3}>
                {line.label}: {line.value}
              </td>
            </tr>
          ) : (
            <tr key={place}>
              <th scope="row" colSpan={line.value === "" ? 2 : 1}>
                {line.label}
              </th>
              {line.value !== "" && (
                <td class="value" colSpan={line.rule === "" ? 2 : 1}>
                  {written(line.value)}
                </td>
              )}
              {line.rule !== "" && (
                <td class="rule">
                  <Rule id={line.rule} />
                </td>
              )}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
