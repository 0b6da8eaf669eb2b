/** What the player has lit up on the map: which overlay, for which hex, and the hexes that it lights. */
import { signal } from "@preact/signals";
import type { OverlayCard } from "../protocol";

/** Asks the server for the hexes; null where no answer came. */
export type AskForHexes = (overlay: string, hex: string) => Promise<readonly string[] | null>;

export class Overlays {
  readonly chosen = signal<OverlayCard | null>(null);
  readonly lit = signal<readonly string[]>([]);
  /** The hex that is pointed at, by the mouse or by the cursor of the keyboard. */
  readonly hex = signal("");
  readonly menu = signal(false);
  /** Whether it was lit since the last choice. */
  isNew = false;
  private wanted = 0;
  private asking = false;

  /** A pointer that sweeps over the map asks no more often than once in so many milliseconds. */
  constructor(
    private readonly ask: AskForHexes,
    private readonly pause = 60,
  ) {}

  /** Light up an overlay; null puts the light out. */
  choose(overlay: OverlayCard | null): void {
    this.chosen.value = overlay;
    this.isNew = overlay !== null;
    this.lit.value = [];
    this.refresh();
  }

  /** Follow the hex that is pointed at, if the overlay is that of a hex. */
  point(hex: string): void {
    if (hex === this.hex.value) return;
    this.hex.value = hex;
    if (this.chosen.value?.needs_hex) this.refresh();
  }

  /** Ask again, as after a move; of questions that pile up only the last is asked. */
  refresh(): void {
    this.wanted += 1;
    if (!this.asking) void this.follow();
  }

  private async follow(): Promise<void> {
    this.asking = true;
    for (let asked = -1; asked !== this.wanted; ) {
      asked = this.wanted;
      const hexes = await this.hexes();
      if (asked !== this.wanted) await new Promise((rested) => setTimeout(rested, this.pause));
      else if (hexes !== null) this.lit.value = hexes;
    }
    this.asking = false;
  }

  private async hexes(): Promise<readonly string[] | null> {
    const overlay = this.chosen.value;
    if (overlay === null) return [];
    if (!overlay.needs_hex) return this.ask(overlay.id, "");
    return this.hex.value === "" ? [] : this.ask(overlay.id, this.hex.value);
  }
}
