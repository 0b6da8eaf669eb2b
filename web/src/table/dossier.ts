/** What a title tells of the counter whose card is shown: asked for once in each position. */
import { computed, signal } from "@preact/signals";
import type { ChartCard, FactLine } from "../protocol";

/** How long a counter must be looked at before the server is asked. */
const DELAY = 80;
/** How long to wait before a question is put again that was not answered. */
const AGAIN = 1000;

/** A counter in words, and its printed card as tables, where the title prints one. */
export interface Sheet {
  facts: readonly FactLine[];
  charts: readonly ChartCard[];
}

const NOTHING: Sheet = { facts: [], charts: [] };

export class Dossier {
  readonly sheet = signal<Sheet>(NOTHING);
  readonly facts = computed(() => this.sheet.value.facts);
  readonly charts = computed(() => this.sheet.value.charts);
  /** Whether the title prints cards for its counters, as far as has been seen: they have a place beside the map. */
  readonly prints = signal(false);
  private readonly known = new Map<string, Sheet>();
  private looked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: (unit: string) => Promise<Sheet | null>) {}

  /** Look at a counter, or at none. */
  look(unit: string): void {
    clearTimeout(this.timer);
    this.looked = unit;
    this.sheet.value = this.known.get(unit) ?? NOTHING;
    if (unit !== "" && !this.known.has(unit)) this.timer = setTimeout(() => void this.learn(unit), DELAY);
  }

  /** The position is another: what was told need not be true any more. */
  forget(): void {
    this.known.clear();
    if (this.looked !== "") void this.learn(this.looked);
  }

  private async learn(unit: string): Promise<void> {
    const sheet = await this.ask(unit);
    if (sheet === null) {
      if (this.looked === unit) this.timer = setTimeout(() => void this.learn(unit), AGAIN);
      return;
    }
    this.known.set(unit, sheet);
    if (sheet.charts.length > 0) this.prints.value = true;
    if (this.looked === unit) this.sheet.value = sheet;
  }
}

/** Facts of one label as one line. */
export function byLabel(facts: readonly FactLine[]): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const fact of facts) found.set(fact.label, [...(found.get(fact.label) ?? []), fact.value]);
  return [...found];
}
