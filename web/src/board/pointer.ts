/** Mouse, pen and fingers on the map: tells a click from a drag and a drag from a pinch. */
import type { Point } from "./geometry";
import type { BoardView } from "./view";

export interface Hit {
  /** Where, in the window of the board. */
  at: Point;
  target: Element;
  touch: boolean;
  /** Whether all that belong together are meant, and not one of them: with the Shift key. */
  together?: boolean;
}

const SLACK = 6;
const LONG_PRESS = 600;

export class Pointers {
  private readonly down = new Map<number, Point>();
  private dragged = false;
  /** Where a pointer that is not pressed was last seen on the map. */
  private resting: Point | null = null;
  private press: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly view: BoardView,
    private readonly on: Record<"click" | "hover" | "meet" | "inspect", (hit: Hit) => void>,
  ) {}

  start = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.down.set(event.pointerId, this.at(event));
    if (this.down.size === 1) this.dragged = false;
    clearTimeout(this.press);
    if (event.pointerType === "touch" && this.down.size === 1) {
      const hit = this.hit(event);
      this.press = setTimeout(() => {
        this.dragged = true;
        this.on.inspect(hit);
      }, LONG_PRESS);
    }
  };

  move = (event: PointerEvent): void => {
    const before = this.down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === "touch") return;
      this.resting = { x: event.clientX, y: event.clientY };
      this.on.hover(this.hit(event));
      return;
    }
    const now = this.at(event);
    if (this.down.size === 2) this.pinch(event.pointerId, before, now);
    else if (this.dragged || Math.hypot(now.x - before.x, now.y - before.y) > SLACK) this.drag(event, before, now);
  };

  /** The pointer has gone, or keys are used instead. */
  forget = (): void => {
    this.resting = null;
  };

  /** Something else lies under the pointer at rest: the map has moved, or something else can be chosen. */
  meet(): void {
    if (this.resting === null || this.down.size > 0) return;
    const target = document.elementFromPoint(this.resting.x, this.resting.y);
    if (target !== null && this.root.contains(target)) {
      this.on.meet({ at: this.within(this.resting), target, touch: false });
    }
  }

  end = (event: PointerEvent): void => {
    clearTimeout(this.press);
    this.root.classList.remove("held");
    const known = this.down.delete(event.pointerId);
    if (known && !this.dragged && this.down.size === 0 && event.type === "pointerup") this.on.click(this.hit(event));
  };

  private drag(event: PointerEvent, before: Point, now: Point): void {
    clearTimeout(this.press);
    if (!this.dragged) this.root.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.root.classList.add("held");
    this.view.pan(now.x - before.x, now.y - before.y);
    this.down.set(event.pointerId, now);
  }

  private pinch(id: number, before: Point, now: Point): void {
    clearTimeout(this.press);
    this.dragged = true;
    const other = [...this.down].find(([one]) => one !== id)?.[1];
    if (other !== undefined) this.view.pinch([before, other], [now, other]);
    this.down.set(id, now);
  }

  private hit(event: PointerEvent): Hit {
    const touch = event.pointerType === "touch";
    return { at: this.at(event), target: event.target as Element, touch, together: event.shiftKey };
  }

  private at(event: PointerEvent): Point {
    return this.within({ x: event.clientX, y: event.clientY });
  }

  private within({ x, y }: Point): Point {
    const box = this.root.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }
}
