import { describe, expect, it } from "vitest";
import { positionOf } from "../src/route";
import { firstWhere } from "../src/table/reduce";

describe("looking back", () => {
  it("finds the first position after a line with few questions", async () => {
    const asked: number[] = [];
    const found = await firstWhere(1000, async (number) => {
      asked.push(number);
      return number >= 137;
    });
    expect(found).toBe(137);
    expect(asked.length).toBeLessThanOrEqual(10);
    expect(await firstWhere(5, async () => false)).toBe(5);
  });

  it("reads the position that an address names", () => {
    expect(positionOf("#/table/abc/12")).toBe(12);
    expect(positionOf("#/table/abc")).toBeNull();
    expect(positionOf("#/join/abc/12")).toBeNull();
  });
});
