/** What a state looks like on a counter: a letter on a disc, as the server draws it. */
import { signal } from "@preact/signals";
import type { BadgeCard } from "../protocol";

export const titleBadges = signal<Record<string, BadgeCard>>({});

/** That of a state, or one made of the first letter of its name. */
export function badge(state: string): BadgeCard {
  return titleBadges.value[state] ?? { letter: state.slice(0, 1).toUpperCase(), fill: "#3d4a63", ink: "#ffffff" };
}
