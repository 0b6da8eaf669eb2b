/** What has happened since the last choice of the one who looks, where others have acted meanwhile. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { LogLine } from "../protocol";
import type { Position } from "./position";
import { briefing } from "./reduce";

/** Of so many lines each has a note of its own. */
export const MOST_NOTES = 4;

/** The log and the game as they were before a choice. */
interface Mark {
  line: number;
  number: number;
}

export class News {
  readonly lines: ReadonlySignal<readonly LogLine[]>;
  private readonly mark = signal<Mark | null>(null);
  private readonly told = signal(false);
  private readonly marks = new Map<string, Mark>();
  private waited = false;

  constructor(log: ReadonlySignal<readonly LogLine[]>) {
    this.lines = computed(() => {
      const mark = this.mark.value;
      return mark === null || !this.told.value ? [] : briefing(log.value, mark.line, MOST_NOTES);
    });
  }

  /** How many choices had been made before the own one, with which the news begin. */
  get number(): number {
    return this.mark.value?.number ?? 0;
  }

  /** A side chooses: what it was told is known, and from here on things are news to it. */
  chose(side: string, mark: Mark): void {
    this.marks.set(side, mark);
    this.mark.value = mark;
    this.told.value = false;
    this.waited = false;
  }

  /** The game goes on. News are told when it is the turn of the one who looks again, or when all is over. */
  moved(position: Position): void {
    this.mark.value = this.marks.get(position.side) ?? null;
    if (position.question === null) this.waited = true;
    if (this.waited && (position.question !== null || position.result !== "")) {
      this.told.value = true;
      this.waited = false;
    }
  }

  close(): void {
    this.told.value = false;
  }
}
