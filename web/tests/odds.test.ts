import { describe, expect, it } from "vitest";
import { docked, isMuch, likeliest, percent, written } from "../src/table/OddsCard";

const bars = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ label: `${place}`, probability: 0.05, favours: "blue" }));

describe("the card", () => {
  const window = { width: 390, height: 550 };

  it("lies away from what is pointed at", () => {
    expect(docked([{ x: 300, y: 300 }], window)).toEqual({ side: "left", height: "high" });
    expect(docked([{ x: 100, y: 200 }], window)).toEqual({ side: "right", height: "low" });
  });

  it("lies beside a stack that is laid out", () => {
    expect(docked([{ x: 300, y: 300 }], window, "left").side).toBe("right");
    expect(docked([{ x: 100, y: 200 }], window, "right").side).toBe("left");
  });

  it("lies where it covers the fewest of the counters that take part or still can", () => {
    const places = [20, 300, 310].map((y) => ({ x: 100, y }));
    expect(docked(places, window).height).toBe("high");
  });
});

describe("a card with much to tell", () => {
  const line = { label: "River", value: "+1", rule: "15.51b" };

  it("is one with a long sum, or with outcomes of more than a few words", () => {
    expect(isMuch([line], bars(3))).toBe(false);
    expect(
      isMuch(
        Array.from({ length: 11 }, () => line),
        [],
      ),
    ).toBe(true);
    expect(isMuch([], [{ label: "-/1R (attacker: no effect; defender: 1 step)", probability: 1, favours: "" }])).toBe(
      true,
    );
  });
});

describe("a probability", () => {
  it("is told with a decimal only where that says something", () => {
    expect([0.07 * 1.0000001, 0.125, 0.0123, 0.0001, 0].map(percent)).toEqual(["7%", "13%", "1.2%", "<0.1%", "0%"]);
  });
});

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

describe("a value of a sum", () => {
  it("is written as it is printed", () => {
    expect(["x2", "x1/2", "+2", "31/2", "PTC"].map(written)).toEqual(["×2", "×½", "+2", "31/2", "PTC"]);
  });
});
