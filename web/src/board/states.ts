/** What the states of counters are called: in the title's words, else in the client's own. */
import { signal } from "@preact/signals";
import { tOr } from "../i18n";

export const titleStates = signal<Record<string, string>>({});

export function stateName(state: string): string {
  return titleStates.value[state] ?? tOr(`state.${state}`, state.replace(/-/g, " "));
}
