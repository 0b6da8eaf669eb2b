/** What went wrong, in the words of the language that is spoken; the server speaks English where it is no matter of a game. */
import { type Key, t } from "../i18n";
import { CallFailed } from "./api";

const PROBLEMS: Record<string, Key> = {
  "bad-save": "problem.bad-save",
  "broken-game": "problem.broken-game",
  "game-over": "problem.game-over",
  "no-invitation": "problem.no-invitation",
  "no-seat": "problem.no-seat",
  "no-such-table": "problem.no-such-table",
  "others-play": "problem.others-play",
  "server-error": "problem.server-error",
  "slow-down": "problem.slow-down",
  storage: "problem.storage",
  "too-busy": "problem.too-busy",
};

/** A problem by its code, where this program has words for it; else the server's own. */
export function worded(code: string, message: string): string {
  const key = PROBLEMS[code];
  return key === undefined ? message : t(key, { message });
}

/** Why a call failed. */
export function told(error: unknown): string {
  if (error instanceof CallFailed) return worded(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}
