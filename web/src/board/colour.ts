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

/** Whether black can be read on a colour better than white. */
export function isLight(colour: string): boolean {
  return (lightness(colour) + 0.05) ** 2 > 1.05 * 0.05;
}

/** How light a colour is, as WCAG reckons it; one that is not written as #rrggbb counts as dark. */
function lightness(colour: string): number {
  const [red, green, blue] = (channels(colour) ?? [0, 0, 0]).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
