/** Shades of the colours that a title gives its counters. */

function channels(colour: string): [number, number, number] | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (match === null) return null;
  const [, red = "0", green = "0", blue = "0"] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** The first colour with a share of the second; one that is not written as #rrggbb stays as it is. */
export function mix(colour: string, other: string, share: number): string {
  const from = channels(colour);
  const to = channels(other);
  if (from === null || to === null) return colour;
  const blend = (a: number, b: number) =>
    Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  return `#${blend(from[0], to[0])}${blend(from[1], to[1])}${blend(from[2], to[2])}`;
}
