/** Counters that an option picks together, such as those of a platoon. */
import type { Offer } from "./position";

/** By the ids of options: the counters. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** The option that picks the fewest counters together of which a certain one is one. */
export function smallestWith(unit: string, offered: readonly Offer[], groups: Groups): Offer | null {
  const found = offered.filter((option) => groups[option.id]?.includes(unit));
  const sizes = found.map((option) => groups[option.id]?.length ?? 0);
  return found[sizes.indexOf(Math.min(...sizes))] ?? null;
}

/** The options that pick counters together, without those of which another one picks all and more. */
export function largest(offered: readonly Offer[], groups: Groups): Offer[] {
  const known = offered.flatMap((option) => {
    const units = groups[option.id];
    return units === undefined ? [] : [{ option, units: new Set(units) }];
  });
  const isPart = (units: ReadonlySet<string>) =>
    known.some((other) => other.units.size > units.size && [...units].every((unit) => other.units.has(unit)));
  return known.filter(({ units }) => !isPart(units)).map(({ option }) => option);
}
