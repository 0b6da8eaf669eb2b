/** A rule's number that opens the rule's summary. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import * as api from "../net/api";
import type { RuleCard } from "../protocol";
import { lang } from "../settings";

interface Opened {
  title: string;
  rule: string;
  x: number;
  y: number;
  text: RuleCard | null;
  missing: boolean;
}

const opened = signal<Opened | null>(null);
const known = new Map<string, RuleCard>();

/** The title whose rules are cited on this page. */
export const citedTitle = signal("");

async function open(rule: string, target: Element): Promise<void> {
  const box = target.getBoundingClientRect();
  const title = citedTitle.value;
  const key = `${lang.value}/${title}/${rule}`;
  const at = { title, rule, x: box.left, y: box.bottom, missing: false };
  opened.value = { ...at, text: known.get(key) ?? null };
  if (known.has(key)) return;
  try {
    const text = await api.rule(title, rule);
    known.set(key, text);
    if (opened.value?.rule === rule) opened.value = { ...at, text };
  } catch {
    if (opened.value?.rule === rule) opened.value = { ...at, text: null, missing: true };
  }
}

/** The number of a rule as the rulebook prints it: what an id says beyond it tells parts of a long rule apart. */
export function printed(id: string): string {
  return id.split("/", 1)[0] ?? id;
}

export function Rule({ id }: { id: string }) {
  if (id === "") return null;
  return (
    <button
      type="button"
      class="rule-chip"
      aria-label={t("rule.title", { rule: printed(id) })}
      onClick={(event) => {
        event.stopPropagation();
        void open(id, event.currentTarget);
      }}
    >
      {printed(id)}
    </button>
  );
}

/** The open summary, to be placed once on a page. */
export function RulePopover({ look }: { look: (rule: string) => void }) {
  const shown = opened.value;
  useEffect(() => {
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !inPopover(event)) opened.value = null;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close, true);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close, true);
    };
  }, []);
  if (shown === null) return null;
  const left = Math.max(8, Math.min(shown.x - 20, innerWidth - 348));
  const below = shown.y + 210 < innerHeight;
  const place = below ? { left, top: shown.y + 6 } : { left, bottom: innerHeight - shown.y + 30 };
  return (
    <aside class="rule-popover" role="status" style={place}>
      <h3>
        <b>{printed(shown.rule)}</b> {shown.text?.title ?? ""}
      </h3>
      <p>{shown.missing ? t("rule.missing") : (shown.text?.summary ?? "…")}</p>
      {shown.text !== null && shown.text.note !== "" && <p class="muted">{shown.text.note}</p>}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          opened.value = null;
          look(shown.rule);
        }}
      >
        {t("rule.open")}
      </button>
    </aside>
  );
}

function inPopover(event: Event): boolean {
  return event.target instanceof Element && event.target.closest(".rule-popover") !== null;
}
