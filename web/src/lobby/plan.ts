/** A game being set up, as plain data: who sits where and what is switched on. */
import type { ClockPlan, NewTable, ScenarioCard, SeatPlan, TitleCard } from "../protocol";

export interface Plan {
  title: TitleCard;
  scenario: ScenarioCard;
  seats: Record<string, SeatPlan>;
  switches: string[];
  seed: string;
  name: string;
  /** Whether hints of the computer are wanted against people too. */
  hints: boolean;
  clock: ClockPlan | null;
}

const PREFERRED = "greedy";

/** The level that a computer player starts with. */
export function usualBot(title: TitleCard): string {
  return title.bots.includes(PREFERRED) ? PREFERRED : (title.bots[0] ?? PREFERRED);
}

/** A plan that needs no further thought: the first side is mine, the computer has the others. */
export function firstPlan(title: TitleCard, scenario: ScenarioCard): Plan {
  const seats: Record<string, SeatPlan> = {};
  scenario.sides.forEach((side, place) => {
    seats[side.id] = { mode: place === 0 ? "human" : "bot", bot: usualBot(title) };
  });
  return { title, scenario, seats, switches: [], seed: "", name: "", hints: false, clock: null };
}

/** Whether a seed is empty or a whole number that survives the way to the server. */
export function isSeed(text: string): boolean {
  return text.trim() === "" || (/^\d+$/.test(text.trim()) && Number.isSafeInteger(Number(text)));
}

export function asked(plan: Plan): NewTable {
  return {
    title: plan.title.id,
    scenario: plan.scenario.id,
    seats: plan.seats,
    options: plan.switches,
    seed: plan.seed.trim() === "" ? null : Number(plan.seed),
    name: plan.name.trim(),
    hints: plan.hints && invites(plan.seats),
    clock: plan.clock,
  };
}

/** The clocks that can be chosen; who wants another says so to the server itself. */
export const CLOCKS: readonly ClockPlan[] = [
  { kind: "days", amount: 1 },
  { kind: "days", amount: 3 },
  { kind: "days", amount: 7 },
  { kind: "minutes", amount: 30 },
  { kind: "minutes", amount: 60 },
  { kind: "minutes", amount: 120 },
];

/** Whether somebody is to be invited. */
export function invites(seats: Record<string, SeatPlan>): boolean {
  return Object.values(seats).some((seat) => seat.mode === "open");
}

/** The computer player of each side that has one. */
export function botsOf(seats: Record<string, SeatPlan>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [side, seat] of Object.entries(seats)) {
    if (seat.mode === "bot" && seat.bot !== undefined) found[side] = seat.bot;
  }
  return found;
}
