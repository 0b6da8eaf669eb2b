/** A lesson at the table: which of its steps is shown, what its words point at, and where they can lie. */
import type { Box, Size } from "../board/camera";
import type { LessonMark, LessonSheet } from "../protocol";

/**
 * The step that is shown: the first that is neither read nor done; as many as there are once all are. Who has done what
 * comes after something to be read needs it no more.
 */
export function shownStep(sheet: LessonSheet, mark: LessonMark, read: ReadonlySet<number>): number {
  const isDone = sheet.steps.map((step, place) => step.task && place < mark.step);
  const last = isDone.lastIndexOf(true);
  const open = sheet.steps.findIndex((step, place) => place > last && (step.task || !read.has(place)));
  return open < 0 ? sheet.steps.length : open;
}

/** What the words of a step point at: what they say, else what is to be picked next. */
export function pointedAt(sheet: LessonSheet, mark: LessonMark, step: number): readonly string[] {
  const points = sheet.steps[step]?.points ?? [];
  if (points.length > 0 || step !== mark.step || mark.next === "") return points;
  return [mark.next];
}

/** A text in pieces, of which every other is the number of a rule. */
export function pieces(text: string): string[] {
  return text.split(/\[([^\]]+)\]/);
}

/** So far a card keeps away from what it points at. */
const GAP = 16;
const EDGE = 8;
/** To lie apart from what it points at is as bad as to cover so many pixels of something else. */
const APART = 1500;
/** And so many for each pixel of the way between them. */
const AFAR = 6;

export interface Spot {
  x: number;
  y: number;
  /** From which side of the card its beak points, and how far along that side; none where it lies apart. */
  beak: "left" | "right" | "top" | "bottom" | null;
  along: number;
}

/**
 * Where a card so large lies best: beside the first target on the page, else in a corner of the map's window; over no
 * target, nor what is to be spared, and over as little as can be of what else is on the page.
 */
export function spot(
  size: Size,
  targets: readonly Box[],
  around: readonly Box[],
  page: Box,
  map: Box,
  spared: readonly Box[] = [],
): Spot {
  const [first] = targets;
  const corners = docked(size, map);
  const found =
    first === undefined ? corners : [...beside(size, first, page), ...alongside(size, first, map), ...corners];
  let best: Spot | null = null;
  let least = Number.POSITIVE_INFINITY;
  found.forEach((one, place) => {
    const box = { ...size, x: one.x, y: one.y };
    const hidden = [...targets, ...spared].reduce((sum, target) => sum + overlap(box, grown(target, GAP / 2)), 0);
    const covered = around.reduce((sum, other) => sum + overlap(box, other), 0);
    const far = first === undefined ? 0 : distance(box, first) * AFAR;
    const bad = hidden * 1000 + covered + place + far + (one.beak === null ? APART : 0);
    if (bad < least) {
      least = bad;
      best = one;
    }
  });
  return best ?? { x: EDGE, y: EDGE, beak: null, along: 0 };
}

function beside({ width, height }: Size, target: Box, window: Box): Spot[] {
  const middle = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
  const x = held(middle.x - width / 2, window.x + EDGE, window.x + window.width - width - EDGE);
  const y = held(middle.y - height / 2, window.y + EDGE, window.y + window.height - height - EDGE);
  const spots: Spot[] = [
    { x: target.x + target.width + GAP, y, beak: "left", along: middle.y - y },
    { x: target.x - width - GAP, y, beak: "right", along: middle.y - y },
    { x, y: target.y - height - GAP, beak: "bottom", along: middle.x - x },
    { x, y: target.y + target.height + GAP, beak: "top", along: middle.x - x },
  ];
  return spots.filter((one) => holds(window, { x: one.x, y: one.y, width, height }));
}

/** At the edges of the map's window, level with the target. */
function alongside({ width, height }: Size, target: Box, map: Box): Spot[] {
  const x = held(target.x + target.width / 2 - width / 2, map.x + EDGE, map.x + map.width - width - EDGE);
  const y = held(target.y + target.height / 2 - height / 2, map.y + EDGE, map.y + map.height - height - EDGE);
  const apart = { beak: null, along: 0 };
  return [
    { x, y: map.y + map.height - height - EDGE, ...apart },
    { x, y: map.y + EDGE, ...apart },
    { x: map.x + EDGE, y, ...apart },
    { x: map.x + map.width - width - EDGE, y, ...apart },
  ];
}

function docked({ width, height }: Size, window: Box): Spot[] {
  const right = window.x + window.width - width - EDGE;
  const low = window.y + window.height - height - EDGE;
  const left = window.x + EDGE;
  const high = window.y + EDGE;
  return [
    { x: right, y: low, beak: null, along: 0 },
    { x: left, y: low, beak: null, along: 0 },
    { x: right, y: high, beak: null, along: 0 },
    { x: left, y: high, beak: null, along: 0 },
  ];
}

function holds(window: Box, box: Box): boolean {
  return (
    box.x >= window.x &&
    box.y >= window.y &&
    box.x + box.width <= window.x + window.width &&
    box.y + box.height <= window.y + window.height
  );
}

function held(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** The way between two boxes, from rim to rim. */
function distance(a: Box, b: Box): number {
  const wide = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width);
  const high = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.hypot(wide, high);
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The way from a card that lies apart to what it points at, from the rim of the one to that of the other. */
export function pointer(card: Box, target: Box): { x1: number; y1: number; x2: number; y2: number } {
  const middle = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
  const from = { x: held(middle.x, card.x, card.x + card.width), y: held(middle.y, card.y, card.y + card.height) };
  const to = {
    x: held(from.x, target.x, target.x + target.width),
    y: held(from.y, target.y, target.y + target.height),
  };
  return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
}
