/** Notes over the map keep out of the way of what can be chosen. */
import { describe, expect, it } from "vitest";
import { freest } from "../src/table/room";

const WINDOW = { width: 900, height: 600 };
const NOTE = { width: 360, height: 240 };

describe("the corner of a note", () => {
  it("is the upper right one where nothing is in its way", () => {
    expect(freest([], WINDOW, NOTE)).toBe("right");
    expect(freest([{ x: 100, y: 500 }], WINDOW, NOTE)).toBe("right");
  });

  it("is another one where hexes at the right edge can be chosen", () => {
    const edge = Array.from({ length: 10 }, (_, place) => ({ x: 880, y: 10 + 60 * place }));
    expect(freest(edge, WINDOW, NOTE)).toBe("left");
  });

  it("is the lower one where both upper ones are needed", () => {
    const top = Array.from({ length: 10 }, (_, place) => ({ x: 10 + 98 * place, y: 20 }));
    expect(freest(top, WINDOW, NOTE)).toBe("low right");
    expect(freest(top, WINDOW, NOTE, ["right", "left"])).toBe("right");
  });
});
