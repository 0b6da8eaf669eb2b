/** Scenarios made to order: their ids hold what they are made from. */
import type { DialCard } from "../protocol";

const PREFIX = "made";
const MOST_SEED = 999_999;

export type Settings = Readonly<Record<string, string>>;

/** What the dials stand at before anybody turns them. */
export function usual(dials: readonly DialCard[]): Settings {
  return Object.fromEntries(dials.map((dial) => [dial.id, dial.default]));
}

export function madeId(dials: readonly DialCard[], settings: Settings, seed: number): string {
  return [PREFIX, ...dials.map((dial) => settings[dial.id] ?? dial.default), seed].join("-");
}

export function isMade(scenario: string): boolean {
  return scenario.startsWith(`${PREFIX}-`);
}

/** The seed that a text says, or null where it says none that can be had. */
export function seedOf(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;
}

export function anySeed(): number {
  return Math.floor(Math.random() * (MOST_SEED + 1));
}
