/** Lessons as the lobby and the table begin them, and what has been done of them. */
import * as api from "../net/api";
import type { LessonCard, TitleCard } from "../protocol";
import { tableAddress } from "../route";
import { keep } from "../settings";
import { asked, firstPlan, usualBot } from "./plan";

/** The computer player for a first game. */
const EASY = "easy";

export async function beginLesson(title: string, lesson: string): Promise<void> {
  const keys = await api.teach({ title, lesson });
  keep(keys);
  location.hash = tableAddress(keys.table);
}

/** A game of the first scenario against a computer player that is easy to beat, or the usual one where none is. */
export async function beginEasyGame(title: TitleCard): Promise<void> {
  const [scenario] = title.scenarios;
  if (scenario === undefined) return;
  const plan = asked(firstPlan(title, scenario));
  const bot = title.bots.includes(EASY) ? EASY : usualBot(title);
  const seats = Object.entries(plan.seats).map(([side, seat]) => [side, { ...seat, bot }]);
  const keys = await api.create({ ...plan, seats: Object.fromEntries(seats) });
  keep(keys);
  location.hash = tableAddress(keys.table);
}

/** The first lesson that is not done yet. */
export function firstUndone(lessons: readonly LessonCard[], done: readonly string[]): LessonCard | null {
  return lessons.find((lesson) => !done.includes(lesson.id)) ?? null;
}

/** How many of the lessons are done, some of those once done may be gone. */
export function countDone(lessons: readonly LessonCard[], done: readonly string[]): number {
  return lessons.filter((lesson) => done.includes(lesson.id)).length;
}
