/** A line of sight that the player asks about: from which hex to which, and what the title says to it. */
import { signal } from "@preact/signals";
import type { Point } from "../board/geometry";
import type { SightAnswer } from "../protocol";

/** Asks the server; null where no answer came. */
export type AskForSight = (viewer: string, target: string) => Promise<SightAnswer | null>;

/** What a card is to keep off of a line: its middle, and twice as much its ends. */
export function spotsOf(from: Point, to: Point): Point[] {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return [from, from, to, to, middle];
}

export class Sights {
  /** Whether clicks on the map pick the ends of a line. */
  readonly picking = signal(false);
  readonly viewer = signal("");
  readonly target = signal("");
  readonly found = signal<SightAnswer | null>(null);

  constructor(private readonly ask: AskForSight) {}

  /** Begin to pick hexes, or put the line away. */
  toggle(): void {
    this.picking.value = !this.picking.value;
    this.restart();
  }

  close(): void {
    if (this.picking.value) this.toggle();
  }

  /** Look from another hex. */
  restart(): void {
    this.viewer.value = "";
    this.target.value = "";
    this.found.value = null;
  }

  /** A hex was picked: the first is looked from, every other one looked at. */
  async pick(hex: string): Promise<void> {
    if (this.viewer.value === "") this.viewer.value = hex;
    else {
      this.target.value = hex;
      await this.refresh();
    }
  }

  /** Look back the other way. */
  async turn(): Promise<void> {
    [this.viewer.value, this.target.value] = [this.target.value, this.viewer.value];
    await this.refresh();
  }

  /** Ask again, as after a move. */
  async refresh(): Promise<void> {
    const [viewer, target] = [this.viewer.value, this.target.value];
    if (viewer === "" || target === "") return;
    const found = await this.ask(viewer, target);
    if (this.viewer.value === viewer && this.target.value === target) this.found.value = found;
  }
}
