/** What an option in a list is about, for those who do not know the map by its numbers: who is there, or what is near. */
import type { Point } from "../board/geometry";
import { kindOf, nameOf } from "../board/offers";
import { list, t } from "../i18n";
import type { Card } from "../protocol";
import type { Names } from "./position";

const MOST_NAMED = 3;

export interface Ground {
  hexes: ReadonlyMap<string, Point>;
  /** How far apart the middles of neighbouring hexes lie. */
  pitch: number;
}

/** Of a counter where it stands; of a hex who stands there, or else the nearest place that has a name. */
export function whereabouts(option: string, cards: readonly Card[], ground: Ground | null, names: Names): string {
  const name = nameOf(option);
  if (kindOf(option) === "unit") {
    const at = cards.find((card) => card.id === name)?.at;
    return at === undefined || !ground?.hexes.has(at) ? "" : (names[`hex:${at}`] ?? at);
  }
  if (kindOf(option) !== "hex") return "";
  const there = cards.filter((card) => card.at === name && card.title !== "").map((card) => card.title);
  if (there.length > MOST_NAMED) return t("ask.there", { names: list(there.slice(0, MOST_NAMED)), n: there.length });
  if (there.length > 0) return list(there);
  return names[option] === undefined && ground !== null ? nearest(name, ground, names) : "";
}

/** The nearest named place, not farther away than two hexes. */
function nearest(label: string, { hexes, pitch }: Ground, names: Names): string {
  const from = hexes.get(label);
  if (from === undefined) return "";
  let [found, least] = ["", pitch * 2.1];
  for (const [option, name] of Object.entries(names)) {
    const place = kindOf(option) === "hex" ? hexes.get(nameOf(option)) : undefined;
    const far = place === undefined ? Number.POSITIVE_INFINITY : Math.hypot(place.x - from.x, place.y - from.y);
    if (far < least) [found, least] = [name, far];
  }
  return found === "" ? "" : t("ask.near", { place: found });
}
