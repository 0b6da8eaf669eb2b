/** The rulebook beside the map: the briefing of the scenario, the rules, and the charts with what is in hand lit. */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../common/Icon";
import { Rule } from "../common/Rule";
import { t } from "../i18n";
import type { LitBy, RuleCard } from "../protocol";
import { applied, cited, lit, type Page, search } from "./book";
import { Chart } from "./Chart";
import { Entry } from "./Log";
import type { TableStore } from "./store";
import { Lines } from "./Tally";

const PAGES: readonly Page[] = ["briefing", "rules", "charts"];

export function BookPanel({ store }: { store: TableStore }) {
  const { rulebook } = store;
  const page = rulebook.page.value;
  if (page === null || rulebook.book.value === null) return null;
  return (
    <aside class="book" aria-label={t("book.title")}>
      <header class="tabs" role="tablist" aria-label={t("book.title")}>
        {PAGES.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            data-page={one}
            aria-selected={one === page}
            onClick={() => void rulebook.open(one)}
          >
            {t(`book.${one}`)}
          </button>
        ))}
        <button type="button" class="quiet icon" aria-label={t("app.close")} onClick={() => rulebook.close()}>
          <Icon name="close" />
        </button>
      </header>
      <div class="leaf" role="tabpanel" aria-label={t(`book.${page}`)}>
        {page === "briefing" && <BriefingPage store={store} />}
        {page === "rules" && <RulesPage store={store} />}
        {page === "charts" && <ChartsPage store={store} />}
      </div>
    </aside>
  );
}

function BriefingPage({ store }: { store: TableStore }) {
  const { welcome, rulebook } = store;
  const book = rulebook.book.value;
  return (
    <>
      <h2>{welcome.value?.scenario_name}</h2>
      <p>{book?.description}</p>
      {(welcome.value?.goals.length ?? 0) > 0 && <h3>{t("panel.goals")}</h3>}
      <Lines store={store} lines={welcome.value?.goals ?? []} />
      <h3>{t("book.turn")}</h3>
      <ol class="course">
        {book?.track.map((phase) => (
          <li key={phase.id} aria-current={phase.id === store.shown.value?.phase && "step"}>
            {phase.side !== "" && <span class="muted">{store.sideName(phase.side)} </span>}
            {phase.name} <Rule id={phase.rule} />
          </li>
        ))}
      </ol>
    </>
  );
}

function RulesPage({ store }: { store: TableStore }) {
  const { rules, sought, at } = store.rulebook;
  const known = new Set(rules.value.map((rule) => rule.id));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (at.value !== "") list.current?.querySelector("[data-open=true]")?.scrollIntoView({ block: "center" });
  }, [at.value, rules.value]);
  return (
    <>
      <input
        type="search"
        placeholder={t("book.search")}
        aria-label={t("book.search")}
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      <ol class="rules" ref={list}>
        {search(rules.value, sought.value).map((rule) => (
          <RuleEntry key={rule.id} rule={rule} known={known} store={store} />
        ))}
      </ol>
    </>
  );
}

function RuleEntry({ rule, known, store }: { rule: RuleCard; known: ReadonlySet<string>; store: TableStore }) {
  const { at, book } = store.rulebook;
  const isOpen = at.value === rule.id;
  const lines = isOpen ? applied(store.log.value, rule.id).slice(-5) : [];
  const charts = isOpen ? (book.value?.charts ?? []).filter((chart) => chart.rule === rule.id) : [];
  return (
    <li data-rule={rule.id} data-open={isOpen}>
      <button
        type="button"
        class="number"
        aria-expanded={isOpen}
        onClick={() => {
          at.value = isOpen ? "" : rule.id;
        }}
      >
        <b>{rule.id}</b> {rule.title}
      </button>
      <p>
        {cited(rule.summary, known).map((piece, place) =>
          place % 2 === 0 ? piece : <Link key={piece} rule={piece} store={store} />,
        )}
      </p>
      {rule.note !== "" && <p class="muted">{rule.note}</p>}
      {charts.map((chart) => (
        <button key={chart.id} type="button" class="quiet" onClick={() => void store.rulebook.open("charts")}>
          {chart.name}
        </button>
      ))}
      {lines.length > 0 && (
        <details open>
          <summary class="muted">{t("book.applied")}</summary>
          <ol class="news">
            {lines.map((line) => (
              <Entry key={line.index} line={line} store={store} />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function Link({ rule, store }: { rule: string; store: TableStore }) {
  return (
    <button type="button" class="rule-chip" onClick={() => void store.rulebook.look(rule)}>
      {rule}
    </button>
  );
}

function ChartsPage({ store }: { store: TableStore }) {
  const preview = store.peek.value?.preview?.lines ?? [];
  const last = store.log.value.filter((line) => line.lines.length > 0).at(-1);
  const isInHand = preview.length > 0;
  const told: LitBy[] = [...store.dossier.facts.value, ...(isInHand ? preview : (last?.lines ?? []))];
  return (
    <>
      <p class="muted">{t(isInHand ? "book.lit.hand" : "book.lit.last")}</p>
      {store.rulebook.book.value?.charts.map((chart) => (
        <Chart key={chart.id} chart={chart} lit={lit(chart, told, isInHand ? "" : last?.rule)} />
      ))}
    </>
  );
}

/** The course of a turn as a row of boxes; the phase that is under way is marked. */
export function PhaseTrack({ store }: { store: TableStore }) {
  const track = store.rulebook.book.value?.track ?? [];
  const now = store.shown.value?.phase ?? "";
  const at = track.findIndex((phase) => phase.id === now);
  const phase = track[at];
  if (phase === undefined) return null;
  const whose = phase.side === "" ? "" : `${store.sideName(phase.side)}: `;
  return (
    <div class="phase-track">
      <ol aria-hidden="true">
        {track.map((one, place) => (
          <li
            key={one.id}
            class={place === at ? "now" : place < at ? "past" : ""}
            title={`${one.side === "" ? "" : `${store.sideName(one.side)}: `}${one.name}`}
          />
        ))}
      </ol>
      <span>{`${whose}${phase.name}`}</span> <Rule id={phase.rule} />
    </div>
  );
}
