/** Pan and zoom: which part of the sheet the window shows, as plain arithmetic. */
import type { Point } from "./geometry";

/** A point p of the sheet is shown at (x + k p.x, y + k p.y). */
export interface Camera {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

export const CLOSEST = 3;
const EDGE = 80;
const MARGIN = 24;
/** How far around a point its hex and its neighbours reach. */
const FRAME = 110;

/** The whole sheet in the middle of the window. */
export function fitted(sheet: Size, window: Size, margin = 12): Camera {
  const k = Math.min(
    (window.width - 2 * margin) / Math.max(sheet.width, 1),
    (window.height - 2 * margin) / Math.max(sheet.height, 1),
    CLOSEST,
  );
  const scale = Math.max(k, 0.02);
  return { k: scale, x: (window.width - sheet.width * scale) / 2, y: (window.height - sheet.height * scale) / 2 };
}

/** Zoomed by a factor so that what lies under `at` stays there. */
export function zoomed(camera: Camera, factor: number, at: Point, sheet: Size, window: Size): Camera {
  const smallest = fitted(sheet, window).k * 0.6;
  const k = Math.min(CLOSEST, Math.max(smallest, camera.k * factor));
  const ratio = k / camera.k;
  return kept({ k, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }, sheet, window);
}

export function panned(camera: Camera, dx: number, dy: number, sheet: Size, window: Size): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, sheet, window);
}

/** The camera moved just so far that a point of the sheet is well inside the window. */
export function showing(camera: Camera, point: Point, sheet: Size, window: Size): Camera {
  const at = toWindow(camera, point);
  const margin = Math.min(110, window.width / 4, window.height / 4);
  const dx = Math.min(0, window.width - margin - at.x) || Math.max(0, margin - at.x);
  const dy = Math.min(0, window.height - margin - at.y) || Math.max(0, margin - at.y);
  return dx === 0 && dy === 0 ? camera : panned(camera, dx, dy, sheet, window);
}

/** The camera drawn back and moved so that all of some points are in sight; it never comes nearer. */
export function framing(camera: Camera, points: Point[], sheet: Size, window: Size): Camera {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs) - FRAME;
  const top = Math.min(...ys) - FRAME;
  const width = Math.max(...xs) + FRAME - left;
  const height = Math.max(...ys) + FRAME - top;
  const k = Math.max(fitted(sheet, window).k, Math.min(camera.k, window.width / width, window.height / height));
  return settled(
    { k, x: window.width / 2 - (left + width / 2) * k, y: window.height / 2 - (top + height / 2) * k },
    sheet,
    window,
  );
}

/** The camera as it should come to rest by itself: a sheet that is too large for the window leaves no desk unused. */
export function settled(camera: Camera, sheet: Size, window: Size): Camera {
  const { k } = camera;
  return {
    k,
    x: along(camera.x, sheet.width * k, window.width),
    y: along(camera.y, sheet.height * k, window.height),
  };
}

/** Where a length begins in a room: in the middle if it fits, else so that no more than a margin stays empty. */
function along(at: number, length: number, room: number): number {
  if (length + 2 * MARGIN <= room) return (room - length) / 2;
  return Math.min(MARGIN, Math.max(room - length - MARGIN, at));
}

/** Two fingers moved from one pair of points to another. */
export function pinched(
  camera: Camera,
  before: [Point, Point],
  after: [Point, Point],
  sheet: Size,
  window: Size,
): Camera {
  const from = middle(before);
  const to = middle(after);
  const factor = spread(after) / Math.max(spread(before), 1);
  return zoomed(panned(camera, to.x - from.x, to.y - from.y, sheet, window), factor, to, sheet, window);
}

/** A part of the sheet. */
export interface Box extends Point, Size {}

/** The part of the sheet that the window shows. */
export function inSight(camera: Camera, window: Size): Box {
  const { x, y } = toSheet(camera, { x: 0, y: 0 });
  return { x, y, width: window.width / camera.k, height: window.height / camera.k };
}

/** A box with half as much room on each side of it as it is wide and high. */
export function surroundings({ x, y, width, height }: Box): Box {
  return { x: x - width / 2, y: y - height / 2, width: 2 * width, height: 2 * height };
}

export function holds(box: Box, { x, y }: Point): boolean {
  return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
}

export function holdsAll(box: Box, { x, y, width, height }: Box): boolean {
  return holds(box, { x, y }) && holds(box, { x: x + width, y: y + height });
}

export function toSheet(camera: Camera, at: Point): Point {
  return { x: (at.x - camera.x) / camera.k, y: (at.y - camera.y) / camera.k };
}

export function toWindow(camera: Camera, point: Point): Point {
  return { x: camera.x + camera.k * point.x, y: camera.y + camera.k * point.y };
}

/** Some of the sheet always stays in sight. */
function kept(camera: Camera, sheet: Size, window: Size): Camera {
  const x = Math.min(window.width - EDGE, Math.max(EDGE - sheet.width * camera.k, camera.x));
  const y = Math.min(window.height - EDGE, Math.max(EDGE - sheet.height * camera.k, camera.y));
  return { k: camera.k, x, y };
}

function middle([a, b]: [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function spread([a, b]: [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
