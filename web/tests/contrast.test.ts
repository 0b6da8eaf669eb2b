/** The colours of text on paper, in both rooms, against the contrast that WCAG AA asks for. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const css = readFileSync(fileURLToPath(new URL("../src/styles/base.css", import.meta.url)), "utf8");
const ENOUGH = 4.5;

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
