/** The time that is left, as it is worked out and said. */
import { describe, expect, it } from "vitest";
import { spoken } from "../src/table/ClockFace";
import { canClaim, secondsLeft, type Told } from "../src/table/clocks";

const told = (plan: Told["plan"]): Told => ({
  type: "clocks",
  plan,
  now: 5000,
  due: { blue: 5090 },
  left: { red: 3600 },
  heard: 100,
});

describe("clocks", () => {
  it("run for whoever is waited for, whatever time it is in this browser", () => {
    const clocks = told({ kind: "minutes", amount: 60 });
    expect(secondsLeft(clocks, "blue", 100)).toBe(90);
    expect(secondsLeft(clocks, "blue", 130)).toBe(60);
    expect(secondsLeft(clocks, "blue", 900)).toBe(0);
    expect(secondsLeft(clocks, "red", 900)).toBe(3600);
    expect(secondsLeft(clocks, "green", 900)).toBeNull();
  });

  it("let a game be claimed only where days are used up, and not by who has used them", () => {
    const days = told({ kind: "days", amount: 1 });
    expect(canClaim(days, ["red"], 180)).toBe(false);
    expect(canClaim(days, ["red"], 190)).toBe(true);
    expect(canClaim(days, ["blue"], 190)).toBe(false);
    expect(canClaim(told({ kind: "minutes", amount: 1 }), ["red"], 190)).toBe(false);
  });

  it("are told in days and hours, or to the second", () => {
    expect(spoken(3 * 86_400)).toBe("3 d 0 h");
    expect(spoken(2 * 86_400 + 5 * 3600)).toBe("2 d 5 h");
    expect(spoken(3723)).toBe("1:02:03");
    expect(spoken(245)).toBe("4:05");
    expect(spoken(0)).toBe("0:00");
  });
});
