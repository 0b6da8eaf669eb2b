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
  const unfolded = useRef<HTMLElement | null>(null);
  const count = store.log.value.length;
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [count]);
  const told = store.looking.value?.lines ?? 0;
  useEffect(() => {
    // Only in the next frame: what can be done with an earlier position takes its room below the log first.
    const frame = requestAnimationFrame(() => {
      bring(scroller.current?.querySelector("[aria-current=step]"));
      // The sum that was opened may lie some lines above the one up to which the position goes.
      bring(unfolded.current);
      unfolded.current = null;
    });
    return () => cancelAnimationFrame(frame);
  }, [told]);
  if (lines.length === 0) return <Beginning store={store} />;
  return (
    <ol class="log" ref={scroller}>
      {lines.map((line) => (
        <Entry
          key={line.index}
          line={line}
          store={store}
          onUnfold={(sum) => {
            unfolded.current = sum;
          }}
        />
      ))}
    </ol>
  );
}

/** Before anything has happened, the briefing of the scenario stands in the place of the log. */
function Beginning({ store }: { store: TableStore }) {
  const told = store.rulebook.book.value?.description ?? "";
  return (
    <div class="beginning">
      {told !== "" && <p>{told}</p>}
      <p class="muted empty">{t("panel.log.empty")}</p>
    </div>
  );
}

function bring(line: Element | null | undefined): void {
  line?.scrollIntoView({ block: "nearest" });
}

interface EntryProps {
  line: LogLine;
  store: TableStore;
  onUnfold?: (sum: HTMLElement) => void;
}

export function Entry({ line, store, onUnfold }: EntryProps) {
  const unfold = (sum: HTMLElement) => {
    bring(sum);
    onUnfold?.(sum);
    void store.jump(line);
  };
  const kind = line.kind === "Began" ? "heading" : line.kind.toLowerCase();
  const isNow = store.looking.value?.lines === line.index + 1;
  if (line.lines.length === 0) {
    return (
      <li class={kind} aria-current={isNow && "step"}>
        <Sentence line={line} store={store} /> <Rule id={line.rule} />
      </li>
    );
  }
  return (
    <li class={kind} aria-current={isNow && "step"}>
      <details onToggle={(event) => event.currentTarget.open && unfold(event.currentTarget)}>
        <summary aria-label={`${line.text} ${t("panel.log.sum")}`}>
          {line.text} <Rule id={line.rule} />
        </summary>
        <Sum lines={line.lines} />
      </details>
    </li>
  );
}

/** A line's text; a click looks back at the position that it tells of, and shows its hexes. */
export function Sentence({ line, store }: { line: LogLine; store: TableStore }) {
  return (
    <a
      class="sentence"
      href={location.hash}
      title={t("panel.log.show")}
      onClick={(event) => {
        event.preventDefault();
        void store.jump(line);
      }}
    >
      {line.text}
    </a>
  );
}
