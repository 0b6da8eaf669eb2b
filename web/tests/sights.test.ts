import { describe, expect, it } from "vitest";
import type { SightAnswer } from "../src/protocol";
import { freest } from "../src/table/room";
import { Sights, spotsOf } from "../src/table/sights";

const answer = (ends: string): SightAnswer => ({ clear: true, ends, verdict: "", rule: "", steps: [], drawing: "" });

function desk() {
  const asked: string[] = [];
  const sights = new Sights(async (viewer, target) => {
    asked.push(`${viewer} ${target}`);
    return answer(`${viewer} ${target}`);
  });
  return { asked, sights };
}

describe("a line of sight", () => {
  it("has its ends in sight before its middle", () => {
    const spots = spotsOf({ x: 343, y: 105 }, { x: 475, y: 436 });
    const corners = ["low left", "low right", "left", "right"] as const;
    expect(freest(spots, { width: 950, height: 640 }, { width: 580, height: 310 }, corners)).toBe("right");
  });

  it("runs from the first hex that is picked to the second, and then to every other one", async () => {
    const { asked, sights } = desk();
    sights.toggle();
    await sights.pick("A1");
    expect(asked).toEqual([]);
    await sights.pick("C3");
    expect(sights.found.value?.ends).toBe("A1 C3");
    await sights.pick("D4");
    expect(asked).toEqual(["A1 C3", "A1 D4"]);
  });

  it("can be looked back along, begun anew and put away", async () => {
    const { sights } = desk();
    sights.toggle();
    await sights.pick("A1");
    await sights.pick("C3");
    await sights.turn();
    expect(sights.found.value?.ends).toBe("C3 A1");
    sights.restart();
    expect([sights.viewer.value, sights.found.value, sights.picking.value]).toEqual(["", null, true]);
    sights.close();
    expect(sights.picking.value).toBe(false);
  });

  it("shows no answer to a question that is no longer asked", async () => {
    let settle: (found: SightAnswer) => void = () => {};
    const sights = new Sights(() => new Promise((done) => (settle = done)));
    await sights.pick("A1");
    const waiting = sights.pick("C3");
    sights.restart();
    settle(answer("A1 C3"));
    await waiting;
    expect(sights.found.value).toBeNull();
  });
});
