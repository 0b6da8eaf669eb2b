/** How counters that share a place lie over one another, and what of it can be picked. */
import type { Card } from "../protocol";
import type { Point, Sheet } from "./geometry";

export const CARD = 52;
const RIGHT = 6;
const UP = 15;
const WIDTH = 18;
const HEIGHT = 34;
const FAN_PITCH = CARD + 6;
const FAN_COLUMNS = 4;

export interface Placed {
  card: Card;
  x: number;
  y: number;
}

/** Offsets around the middle of a stack, the lowest counter first, each further up and right. */
export function offsets(count: number): Point[] {
  if (count < 2) return count === 1 ? [{ x: 0, y: 0 }] : [];
  const right = Math.min(RIGHT, WIDTH / (count - 1));
  const up = Math.min(UP, HEIGHT / (count - 1));
  const middle = (count - 1) / 2;
  return Array.from({ length: count }, (_, place) => ({ x: (place - middle) * right, y: (middle - place) * up }));
}

/** Offsets of a stack that is spread out in rows, so that every counter is seen whole. */
export function fanned(count: number): Point[] {
  const columns = Math.min(count, FAN_COLUMNS);
  const rows = Math.ceil(count / FAN_COLUMNS);
  return Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / FAN_COLUMNS);
    const inRow = row === rows - 1 ? count - row * FAN_COLUMNS : columns;
    return {
      x: ((place % FAN_COLUMNS) - (inRow - 1) / 2) * FAN_PITCH,
      y: (row - (rows - 1) / 2) * FAN_PITCH,
    };
  });
}

/** How far out of the middle a counter lies that stands along a hexside. */
export const EDGE = 0.62;

/** The counters of a hex by where in it they lie: those in the middle, and those along each hexside. */
function byEdge(stack: readonly Card[]): Map<number | null, Card[]> {
  const places = new Map<number | null, Card[]>();
  for (const card of stack) {
    const there = places.get(card.edge);
    if (there === undefined) places.set(card.edge, [card]);
    else there.push(card);
  }
  return places;
}

export function byPlace(cards: readonly Card[]): Map<string, Card[]> {
  const places = new Map<string, Card[]>();
  for (const card of cards) {
    const there = places.get(card.at);
    if (there === undefined) places.set(card.at, [card]);
    else there.push(card);
  }
  return places;
}

/** Every counter on the map with its point, row by row from the north, so that stacks further south lie over it. */
export function placed(cards: readonly Card[], sheet: Sheet): Placed[] {
  const found: (Placed & { row: number; column: number })[] = [];
  for (const [at, stack] of byPlace(cards)) {
    const hex = sheet.hexes.get(at);
    if (hex === undefined) continue;
    for (const [edge, together] of byEdge(stack)) {
      const spread = offsets(together.length);
      const out = edge === null ? { x: 0, y: 0 } : sheet.outwards(edge, EDGE);
      together.forEach((card, place) => {
        const offset = spread[place] ?? { x: 0, y: 0 };
        found.push({ card, x: hex.x + out.x + offset.x, y: hex.y + out.y + offset.y, row: hex.y, column: hex.x });
      });
    }
  }
  return found.sort((a, b) => a.row - b.row || a.column - b.column);
}

/** The new cards, but each that has not changed as the very object it was before, so that it need not be drawn again. */
export function shared(before: readonly Card[], after: readonly Card[]): Card[] {
  const known = new Map(before.map((card) => [card.id, card]));
  return after.map((card) => {
    const old = known.get(card.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(card) ? old : card;
  });
}
