import { describe, expect, it } from "vitest";
import { likeliest } from "../src/table/OddsCard";

const bars = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ label: `${place}`, probability: 0.05, favours: "blue" }));

describe("likeliest", () => {
  it("leaves a few outcomes as they are", () => {
    expect(likeliest(bars(6))).toEqual(bars(6));
  });

  it("puts the rest of many together, so that nothing is lost", () => {
    const shown = likeliest(bars(20));
    expect(shown.length).toBe(6);
    expect(shown.at(-1)?.probability).toBeCloseTo(0.75);
    expect(shown.at(-1)?.label).toContain("15");
  });
});
