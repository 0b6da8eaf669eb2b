/** Signing in and out on a shared server, with what can go wrong in the words of the language that is spoken. */
import { type Key, t } from "../i18n";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { Credentials } from "../protocol";
import { forget, person } from "../settings";

export type Door = "in" | "up";

const PROBLEMS: Record<string, Key> = {
  "bad-name": "account.bad-name",
  "bad-password": "account.bad-password",
  "common-password": "account.common-password",
  "name-taken": "account.name-taken",
  "wrong-password": "account.wrong-password",
  "slow-down": "account.slow-down",
  "bad-address": "letters.bad",
  "no-letter": "password.no-letter",
};

/** Ask the server who is signed in; a server that does not answer is told of elsewhere. */
export async function look(): Promise<void> {
  try {
    person.value = await api.session();
  } catch {
    person.value = null;
  }
}

export async function enter(door: Door, given: Credentials): Promise<void> {
  person.value = await (door === "in" ? api.signIn(given) : api.signUp(given));
}

export async function leave(): Promise<void> {
  const name = person.value?.name ?? "";
  await api.signOut();
  if (name !== "") forget(name);
  person.value = await api.session();
}

/** Why somebody could not be let in. */
export function reason(error: unknown): string {
  const key = error instanceof api.CallFailed ? PROBLEMS[error.code] : undefined;
  return key === undefined ? told(error) : t(key);
}
