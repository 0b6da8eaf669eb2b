/** The rulebook at hand: what it holds, what is open, and which rows and columns of its charts are lit. */
import { signal } from "@preact/signals";
import type { Book, ChartCard, HeadCard, LitBy, LogLine, RuleCard } from "../protocol";

export type Page = "briefing" | "rules" | "charts";

/** Which rows and columns of a chart are lit, by their places. */
export interface Lit {
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
}

export class Rulebook {
  readonly page = signal<Page | null>(null);
  readonly book = signal<Book | null>(null);
  readonly rules = signal<readonly RuleCard[]>([]);
  readonly sought = signal("");
  /** The rule that a number has led to. */
  readonly at = signal("");

  constructor(
    private readonly readBook: () => Promise<Book>,
    private readonly readRules: () => Promise<RuleCard[]>,
  ) {}

  /** Read what is on the table from the first moment on: the briefing, the charts and the track. */
  async take(): Promise<void> {
    this.rules.value = [];
    this.book.value = await this.readBook();
    if (this.page.value === "rules") await this.open("rules");
  }

  async open(page: Page): Promise<void> {
    this.page.value = page;
    if (page === "rules" && this.rules.value.length === 0) this.rules.value = await this.readRules();
  }

  /** Open the rules at a number. */
  async look(rule: string): Promise<void> {
    this.sought.value = "";
    this.at.value = rule;
    await this.open("rules");
  }

  toggle(): void {
    if (this.page.value !== null) this.close();
    else void this.open("briefing");
  }

  close(): void {
    this.page.value = null;
  }
}

/** The rules that hold all the words sought, those whose number it is first. */
export function search(rules: readonly RuleCard[], sought: string): RuleCard[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rules.filter((rule) => {
    const text = `${rule.id} ${rule.title} ${rule.summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isNumbered = (rule: RuleCard) => words.some((word) => rule.id.startsWith(word));
  return [...found.filter(isNumbered), ...found.filter((rule) => !isNumbered(rule))];
}

/** A text in pieces, of which every other is the number of a known rule. */
export function cited(text: string, known: ReadonlySet<string>): string[] {
  const pieces = [""];
  for (const part of text.split(/(\d+(?:\.\d+)+(?:\/[\w-]+)?)/)) {
    if (known.has(part)) pieces.push(part, "");
    else pieces.push(`${pieces.pop() ?? ""}${part}`);
  }
  return pieces;
}

/** The lines of a log that rest on a rule. */
export function applied(log: readonly LogLine[], rule: string): LogLine[] {
  return log.filter((line) => line.rule === rule || line.lines.some((one) => one.rule === rule));
}

/** Which rows and columns a chart has lit while all this is told; a resolution lights a chart of its own rule as well. */
export function lit(chart: ChartCard, told: readonly LitBy[], rule = ""): Lit {
  const places = (heads: readonly HeadCard[]) =>
    new Set(heads.flatMap((head, place) => (isLit(head, told) ? [place] : [])));
  const columns = places(chart.columns);
  const rows = places(chart.rows.map((row) => row.head));
  const crossed = chart.columns.some((head) => head.lit_by.length > 0);
  const nothing: ReadonlySet<number> = new Set();
  if (!crossed) return { rows: rule === chart.rule ? rows : nothing, columns: nothing };
  // A die alone may belong to another chart: what is rolled counts where the other way into the chart is lit too.
  const needsRow = chart.rows.some((row) => row.head.lit_by.some(({ value }) => value === ""));
  if (needsRow) return { rows, columns: rows.size > 0 ? columns : nothing };
  return { rows: columns.size > 0 ? rows : nothing, columns };
}

function isLit(head: HeadCard, told: readonly LitBy[]): boolean {
  if (head.lit_by.length === 0) return false;
  return head.lit_by.every(({ label, value }) =>
    told.some((one) => one.label === label && (value === "" || one.value === value)),
  );
}
