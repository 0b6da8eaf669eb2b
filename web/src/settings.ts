/** What this browser remembers: language, theme, the lessons done, and the tokens that open its seats; and who is signed in. */
import { effect, signal } from "@preact/signals";
import type { Keys, Lang, Person } from "./protocol";

export type Theme = "light" | "dark";

/** What opens the seats of one table: side to token; the invitations that have been given out; a spectator's token. */
export interface Seats {
  tokens: Record<string, string>;
  invitations: Record<string, string>;
  spectator: string;
  /** The account that was signed in when they were given; it takes them along when it signs out. */
  owner?: string;
}

const store: Storage | null = typeof localStorage === "undefined" ? null : localStorage;

function remembered(key: string): string | null {
  try {
    return store?.getItem(`sandtable.${key}`) ?? null;
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    store?.setItem(`sandtable.${key}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function firstLang(): Lang {
  const kept = remembered("lang");
  if (kept === "en" || kept === "ja") return kept;
  return typeof navigator !== "undefined" && navigator.language.startsWith("ja") ? "ja" : "en";
}

function firstTheme(): Theme {
  const kept = remembered("theme");
  if (kept === "light" || kept === "dark") return kept;
  const dark = typeof matchMedia !== "undefined" && matchMedia("(prefers-color-scheme: dark)").matches;
  return dark ? "dark" : "light";
}

function readSeats(): Record<string, Seats> {
  try {
    const kept: unknown = JSON.parse(remembered("seats") ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Seats>) : {};
  } catch {
    return {};
  }
}

/** By title: the lessons that were done here. */
function readLearned(): Record<string, string[]> {
  try {
    const kept: unknown = JSON.parse(remembered("learned") ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, string[]>) : {};
  } catch {
    return {};
  }
}

export const lang = signal<Lang>(firstLang());
export const theme = signal<Theme>(firstTheme());
export const seats = signal<Record<string, Seats>>(readSeats());
export const learned = signal<Record<string, string[]>>(readLearned());

/** Who is signed in; null while that is not known yet. */
export const person = signal<Person | null>(null);

effect(() => remember("lang", lang.value));
effect(() => remember("theme", theme.value));
effect(() => remember("seats", JSON.stringify(seats.value)));
effect(() => remember("learned", JSON.stringify(learned.value)));

/** Keep that a lesson is done. */
export function tick(title: string, lesson: string): void {
  const known = learned.value[title] ?? [];
  if (!known.includes(lesson)) learned.value = { ...learned.value, [title]: [...known, lesson] };
}

/** Keep what opens the seats of a table, beside what is known of it already. */
export function keep(keys: Keys): void {
  const known = seats.value[keys.table] ?? { tokens: {}, invitations: {}, spectator: "" };
  const merged: Seats = {
    tokens: { ...known.tokens, ...keys.tokens },
    invitations: { ...known.invitations, ...keys.invitations },
    spectator: keys.spectator || known.spectator,
    owner: person.value?.name ?? "",
  };
  seats.value = { ...seats.value, [keys.table]: merged };
}

/** Forget what opens the seats of an account, so that the next at this browser does not sit down in them. */
export function forget(owner: string): void {
  const others = Object.entries(seats.value).filter(([, kept]) => (kept.owner ?? "") !== owner);
  seats.value = Object.fromEntries(others);
}

/** Forget what opens the seats of a table. */
export function leave(table: string): void {
  const { [table]: _, ...others } = seats.value;
  seats.value = others;
}

/** The tokens to say hello with: those of sides, else that of a spectator. */
export function tokensOf(table: string): string[] {
  const known = seats.value[table];
  if (known === undefined) return [];
  const own = Object.values(known.tokens);
  if (own.length > 0) return own;
  return known.spectator ? [known.spectator] : [];
}
