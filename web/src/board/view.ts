/** How one browser looks at the map: camera, what is hovered, which stack is spread out, which overlays are on. */
import { computed, signal } from "@preact/signals";
import {
  type Box,
  type Camera,
  fitted,
  framing,
  holdsAll,
  inSight,
  panned,
  pinched,
  type Size,
  settled,
  showing,
  surroundings,
  toSheet,
  toWindow,
  zoomed,
} from "./camera";
import type { Point, Sheet } from "./geometry";
import { CARD, fanned } from "./stacks";

const READABLE = 0.42;
const START_CLOSE = 0.75;
const STEP = 1.25;
/** Nothing can be read on a counter below this scale. */
const LEGIBLE = 0.2;
/** What was drawn around the window is drawn anew for a smaller window when it is so many times as wide. */
const TOO_WIDE = 4;

/** A stack that is spread out: where its tray lies on the map, half its size, and where each counter lies in it. */
export interface Spread extends Point, Size {
  scale: number;
  spots: readonly Point[];
}

/** How a stack of so many counters in a hex is spread out: large enough to be read at any zoom, and within the window. */
export function spreadOut(view: BoardView, hex: Point, count: number): Spread {
  const spots = fanned(count);
  const width = Math.max(0, ...spots.map((spot) => Math.abs(spot.x))) + CARD / 2 + 8;
  const height = Math.max(0, ...spots.map((spot) => Math.abs(spot.y))) + CARD / 2 + 8;
  const scale = Math.max(1, 0.9 / view.camera.value.k);
  return { ...view.within(hex, { width: width * scale, height: height * scale }), width, height, scale, spots };
}

export class BoardView {
  readonly camera = signal<Camera>({ x: 0, y: 0, k: 1 });
  readonly moving = signal(false);
  /** The window with what lies around it: where counters are drawn when there are very many. */
  readonly part = signal<Box>({ x: 0, y: 0, width: 0, height: 0 });
  readonly legible = computed(() => this.camera.value.k >= LEGIBLE);
  readonly hovered = signal<string | null>(null);
  readonly fan = signal<string | null>(null);
  readonly control = signal(true);
  readonly numbers = signal(true);
  window: Size = { width: 1, height: 1 };
  private sheet: Size = { width: 1, height: 1 };
  private wholeShown = true;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** Show a newly unfolded map: whole where it can be read so, else near what matters. One with other words stays. */
  unfold(sheet: Sheet, centre: Point | null): void {
    const { width: wide, height: high } = this.sheet;
    this.sheet = sheet;
    if (wide === sheet.width && high === sheet.height) return;
    if (centre === null || fitted(sheet, this.window).k >= READABLE) this.fit();
    else this.closeUp(centre);
  }

  /** Show the map near a point, as if the whole of it had never been in sight. */
  private closeUp(centre: Point): void {
    this.wholeShown = false;
    const k = START_CLOSE;
    const { width, height } = this.window;
    const near = { k, x: width / 2 - centre.x * k, y: height / 2 - centre.y * k };
    this.set(settled(near, this.sheet, this.window));
    this.look();
  }

  resize(window: Size): void {
    const before = this.window;
    this.window = window;
    this.look();
    if (this.wholeShown) this.fit();
    else this.pan((window.width - before.width) / 2, (window.height - before.height) / 2);
  }

  fit(): void {
    this.wholeShown = true;
    this.set(fitted(this.sheet, this.window));
  }

  zoom(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    this.wholeShown = false;
    this.set(zoomed(this.camera.value, factor, at, this.sheet, this.window));
  }

  zoomIn = (): void => this.zoom(STEP);
  zoomOut = (): void => this.zoom(1 / STEP);

  pan(dx: number, dy: number): void {
    this.wholeShown = false;
    this.set(panned(this.camera.value, dx, dy, this.sheet, this.window));
  }

  pinch(before: [Point, Point], after: [Point, Point]): void {
    this.wholeShown = false;
    this.set(pinched(this.camera.value, before, after, this.sheet, this.window));
  }

  /** Whether a point of the sheet is in sight, so far from the rim of the window at least. */
  sees(point: Point, rim = 0): boolean {
    const { x, y } = this.toWindow(point);
    return x > rim && y > rim && x < this.window.width - rim && y < this.window.height - rim;
  }

  /** Draw back and move until all of some points are in sight. */
  frame(points: Point[]): void {
    this.wholeShown = false;
    this.set(framing(this.camera.value, points, this.sheet, this.window));
  }

  reveal(point: Point): void {
    this.set(showing(this.camera.value, point, this.sheet, this.window));
  }

  /** Where the middle of something so large can lie at most so that all of it is in the window. */
  within(point: Point, half: Size): Point {
    const low = this.toSheet({ x: 0, y: 0 });
    const high = this.toSheet({ x: this.window.width, y: this.window.height });
    const held = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
    return {
      x: held(point.x, low.x + half.width, high.x - half.width),
      y: held(point.y, low.y + half.height, high.y - half.height),
    };
  }

  toSheet(at: Point): Point {
    return toSheet(this.camera.value, at);
  }

  toWindow(point: Point): Point {
    return toWindow(this.camera.value, point);
  }

  /** While the camera moves, the map is one picture that is only shifted; at rest it is drawn sharp again. */
  private set(camera: Camera): void {
    if (camera === this.camera.value) return;
    this.camera.value = camera;
    this.moving.value = true;
    if (!holdsAll(this.part.value, inSight(camera, this.window))) this.look();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.moving.value = false;
      if (this.part.value.width > TOO_WIDE * inSight(this.camera.value, this.window).width) this.look();
    }, 240);
  }

  private look(): void {
    this.part.value = surroundings(inSight(this.camera.value, this.window));
  }
}
