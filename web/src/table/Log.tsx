/** The log in plain sentences; a resolution opens into its arithmetic, a line shows its hexes on the map. */
import { useEffect, useRef } from "preact/hooks";
import { Rule } from "../common/Rule";
import { t } from "../i18n";
import type { LogLine } from "../protocol";
import { Sum } from "./OddsCard";
import type { TableStore } from "./store";

const SHOWN = 400;

export function Log({ store }: { store: TableStore }) {
  const lines = store.log.value.slice(-SHOWN);
  const scroller = useRef<HTMLOListElement>(null);
  const count = store.log.value.length;
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [count]);
  if (lines.length === 0) return <p class="muted empty">{t("panel.log.empty")}</p>;
  return (
    <ol class="log" ref={scroller}>
      {lines.map((line) => (
        <Entry key={line.index} line={line} store={store} />
      ))}
    </ol>
  );
}

function Entry({ line, store }: { line: LogLine; store: TableStore }) {
  const heading = line.kind === "Began";
  const sentence = (
    <>
      <Sentence line={line} store={store} /> <Rule id={line.rule} />
    </>
  );
  return (
    <li class={heading ? "heading" : line.kind.toLowerCase()}>
      {line.lines.length === 0 ? (
        sentence
      ) : (
        <details>
          <summary aria-label={`${line.text} ${t("panel.log.sum")}`}>{sentence}</summary>
          <Sum lines={line.lines} />
        </details>
      )}
    </li>
  );
}

function Sentence({ line, store }: { line: LogLine; store: TableStore }) {
  if (line.hexes.length === 0) return <span>{line.text}</span>;
  return (
    <button
      type="button"
      class="sentence"
      title={t("panel.log.show")}
      onClick={(event) => {
        if (line.lines.length === 0) event.preventDefault();
        store.show(line.hexes);
      }}
    >
      {line.text}
    </button>
  );
}
