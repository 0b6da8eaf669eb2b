/** The colours of text on paper and over the map, in both rooms, against the contrast that WCAG AA asks for. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { badge } from "../src/board/badges";
import { isLight } from "../src/board/colour";

const css = sheet("base");
const board = sheet("board");
const ENOUGH = 4.5;

function sheet(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../src/styles/${name}.css`, import.meta.url)), "utf8");
}

/** The fill that the style sheet of the map gives to something. */
function fillOf(selector: string): string {
  const block = board.slice(board.indexOf(`${selector} {`));
  return /fill: (#[0-9a-f]{6})/.exec(block)?.[1] ?? "";
}

function colours(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1] ?? "", found[2] ?? ""]));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const PAIRS = [
  ["ink", "paper"],
  ["ink", "paper-2"],
  ["ink", "paper-3"],
  ["ink-2", "paper"],
  ["ink-2", "paper-2"],
  ["red", "paper"],
  ["red", "paper-2"],
  ["red", "paper-3"],
  ["blue", "paper"],
  ["green", "paper"],
  ["primary-ink", "primary"],
];

describe.each([":root", ':root[data-theme="dark"]'])("contrast in %s", (room) => {
  const known = colours(room);
  it.each(PAIRS)("of %s on %s", (text, ground) => {
    expect(contrast(known.get(text) ?? "", known.get(ground) ?? "")).toBeGreaterThanOrEqual(ENOUGH);
  });
});

describe("contrast over the map", () => {
  it("of a badge that nobody has drawn", () => {
    const { ink, fill } = badge("burning");
    expect(contrast(ink, fill)).toBeGreaterThanOrEqual(ENOUGH);
  });

  it("of the cost of a hex on its plate", () => {
    expect(contrast(fillOf(".cost text"), fillOf(".cost rect"))).toBeGreaterThanOrEqual(ENOUGH);
  });

  it.each(["#9db9d8", "#5f7f9e", "#c0392b", "#3a4048", "#ffffff", "#000000"])(
    "is better in black on %s if light",
    (fill) => {
      expect(isLight(fill)).toBe(contrast(fill, "#000000") > contrast(fill, "#ffffff"));
    },
  );
});
