/** What a title tells of the counter whose card is shown: asked for once in each position. */
import { signal } from "@preact/signals";
import type { FactLine } from "../protocol";

/** How long a counter must be looked at before the server is asked. */
const DELAY = 80;

export class Dossier {
  readonly facts = signal<readonly FactLine[]>([]);
  private readonly known = new Map<string, readonly FactLine[]>();
  private looked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: (unit: string) => Promise<readonly FactLine[] | null>) {}

  /** Look at a counter, or at none. */
  look(unit: string): void {
    clearTimeout(this.timer);
    this.looked = unit;
    this.facts.value = this.known.get(unit) ?? [];
    if (unit !== "" && !this.known.has(unit)) this.timer = setTimeout(() => void this.learn(unit), DELAY);
  }

  /** The position is another: what was told need not be true any more. */
  forget(): void {
    this.known.clear();
    if (this.looked !== "") void this.learn(this.looked);
  }

  private async learn(unit: string): Promise<void> {
    const facts = await this.ask(unit);
    if (facts === null) return;
    this.known.set(unit, facts);
    if (this.looked === unit) this.facts.value = facts;
  }
}

/** Facts of one label as one line. */
export function byLabel(facts: readonly FactLine[]): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const fact of facts) found.set(fact.label, [...(found.get(fact.label) ?? []), fact.value]);
  return [...found];
}
