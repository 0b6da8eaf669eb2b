/** What a client knows of a game, brought up to date message by message, as pure functions. */

import type { Size } from "../board/camera";
import type { Point } from "../board/geometry";
import type { Card, Happened, LogLine } from "../protocol";
import type { Position } from "./position";

const DICE: ReadonlySet<string> = new Set(["Rolled", "Drew"]);

/** The log after news: what lies beyond the first new line is void. */
export function heard(log: readonly LogLine[], news: Happened): LogLine[] {
  return [...log.filter((line) => line.index < news.from_index), ...news.lines];
}

/** The last lines of news that are worth a note, with the last heading whatever else there is; dice speak in sums. */
export function notable(news: readonly LogLine[], waiting: boolean, most: number): LogLine[] {
  const worth = news.filter(
    (line) => !DICE.has(line.kind) && (line.lines.length > 0 || line.kind === "Began" || waiting),
  );
  const last = worth.slice(-most);
  const heading = worth.filter((line) => line.kind === "Began").at(-1);
  return heading === undefined || last.includes(heading) ? last : [heading, ...last.slice(1)];
}

/** The lines from one on that are worth reading, if a phase or an activation has begun among them, or if there are more
 * than so many, which notes could not tell; dice speak in sums, and what a standing order answers again and again is
 * told once. */
export function briefing(log: readonly LogLine[], from: number, most: number): LogLine[] {
  const obeyed = new Set<string>();
  const news = log.filter((line) => {
    if (line.index < from || DICE.has(line.kind) || obeyed.has(line.text)) return false;
    if (line.kind === "Obeyed") obeyed.add(line.text);
    return true;
  });
  return news.length > most || news.some((line) => line.kind === "Began") ? news : [];
}

/** How many of some points lie in a part of the window. */
export function covered(places: readonly Point[], part: Point & Size): number {
  const isIn = ({ x, y }: Point) => x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;
  return places.filter(isIn).length;
}

/** The counters picked so far in the order that is being given. */
export function picks(before: readonly string[], option: string | null, position: Position): string[] {
  if (position.question === null) return position.result === "" ? [...before] : [];
  if (!position.question.continues) return [];
  const found = option?.startsWith("unit:") ? [...before, option.slice("unit:".length)] : [...before];
  const [first] = position.question.hand;
  if (first === undefined) return found;
  const { gathers, hand } = position.question;
  // Those that a title tells are picked, in the order in which they were.
  if (gathers !== "") return [...found.filter((id) => hand.includes(id)), ...hand.filter((id) => !found.includes(id))];
  // A stack is in hand as a whole; of several that are picked for something, each is picked by itself.
  if (hand.length > 1 || !option?.startsWith("unit:")) return [...hand];
  // Those picked before the counter in hand were put down when this one was taken up.
  return found.includes(first) ? found.slice(found.indexOf(first)) : [...position.question.hand];
}

/** The side to which the screen must be passed: one of mine that must choose while another of mine looks, unless a
 * standing order is about to do so for it. */
export function passTo(position: Position, mine: readonly string[]): string | null {
  if (position.question !== null || mine.length < 2) return null;
  const asked = position.waiting_for.filter((side) => side !== position.side && mine.includes(side));
  return asked.find((side) => !position.thinking.includes(side)) ?? null;
}

export interface Strength {
  turn: number;
  steps: Record<string, number>;
}

/** The steps of each side that can be seen. */
export function strength(position: Position): Strength {
  const steps: Record<string, number> = {};
  for (const card of position.picture.cards) steps[card.side] = (steps[card.side] ?? 0) + visibleSteps(card);
  return { turn: position.turn, steps };
}

function visibleSteps(card: Card): number {
  return card.states.includes("hidden") ? 1 : card.steps;
}

/** One point a turn: the last that is known of it. */
export function byTurn(history: ReadonlyMap<number, Strength>): Strength[] {
  const last = new Map<number, Strength>();
  for (const [, at] of [...history].sort(([a], [b]) => a - b)) last.set(at.turn, at);
  return [...last.values()].sort((a, b) => a.turn - b.turn);
}

/** The least number up to `last` of which something holds, where it holds of all after the first; else the last. */
export async function firstWhere(last: number, holds: (number: number) => Promise<boolean>): Promise<number> {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
