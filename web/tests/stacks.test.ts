import { describe, expect, it } from "vitest";
import { designation, sideSize } from "../src/board/Counter";
import { Sheet } from "../src/board/geometry";
import { CARD, fanned, offsets, placed, shared } from "../src/board/stacks";
import { card, map } from "./samples";

const sheet = new Sheet(map(3, 3));

describe("stacks", () => {
  it("lays each counter further up and right than the one below", () => {
    const [low, middle, top] = offsets(3);
    expect(middle).toEqual({ x: 0, y: 0 });
    expect(low?.y).toBeGreaterThan(top?.y ?? 0);
    expect(low?.x).toBeLessThan(top?.x ?? 0);
  });

  it("keeps a high stack within its hex", () => {
    const spread = offsets(12).map((spot) => spot.y);
    expect(Math.max(...spread) - Math.min(...spread)).toBeLessThanOrEqual(34.001);
  });

  it("spreads a stack out so that no counter covers another", () => {
    const spots = fanned(7);
    for (const [place, one] of spots.entries()) {
      for (const other of spots.slice(place + 1)) {
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(CARD);
      }
    }
  });

  it("places what is on the map, from north to south, and leaves out what is beside it", () => {
    const found = placed([card("low", "0103"), card("off", "arrivals"), card("high", "0101")], sheet);
    expect(found.map(({ card: one }) => one.id)).toEqual(["high", "low"]);
  });

  it("lays a counter that stands along a hexside beside it, out of the stack", () => {
    const [middle, north] = placed([card("in", "0103"), card("along", "0103", { edge: 0 })], sheet);
    if (middle === undefined || north === undefined) throw new Error("both are on the map");
    expect(north.x).toBeCloseTo(middle.x);
    expect(north.y).toBeLessThan(middle.y);
  });

  it("keeps a counter that has not changed as the same object", () => {
    const before = [card("a", "0101"), card("b", "0102")];
    const after = shared(before, [card("a", "0101"), card("b", "0103")]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it("writes smaller along the left edge where a figure in the corner takes some of it", () => {
    expect(sideSize("51 Army", 25.6)).toBeLessThan(sideSize("51 Army"));
    expect(sideSize("B4", 25.6)).toBe(sideSize("B4"));
  });

  it("splits a long designation over both edges", () => {
    expect(designation("B4")).toEqual(["B4"]);
    expect(designation("12th Guards Tank")).toEqual(["12th", "Guards Ta…"]);
    expect(designation("")).toEqual([]);
  });
});
