/** How much time there is: what the server told, and what has passed since. */
import type { Clocks } from "../protocol";

/** What was told, and when, by the clock of this browser in seconds: the server's may go otherwise. */
export interface Told extends Clocks {
  heard: number;
}

/** How many seconds a side has at a moment of this browser's clock; null for one without a clock. */
export function secondsLeft(told: Told, side: string, moment: number): number | null {
  const due = told.due[side];
  if (due !== undefined) return Math.max(0, due - (told.now + moment - told.heard));
  return told.left[side] ?? null;
}

/** Whether the days of somebody else are used up and one's own are not, so that the game can be claimed. */
export function canClaim(told: Told, mine: readonly string[], moment: number): boolean {
  if (told.plan.kind !== "days") return false;
  const late = Object.keys(told.due).filter((side) => secondsLeft(told, side, moment) === 0);
  return late.length > 0 && !late.some((side) => mine.includes(side));
}

/** A time in the parts that are worth telling: days and hours, or hours, minutes and seconds. */
export function parts(seconds: number): { days: number; hours: number; clock: string } {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
  return { days: Math.floor(hours / 24), hours: hours % 24, clock };
}
