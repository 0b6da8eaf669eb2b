/** Whole platoons: which one a counter stands for, and which are shown where there are many. */
import { describe, expect, it } from "vitest";
import { offers } from "../src/board/offers";
import { largest, smallestWith } from "../src/table/groups";
import { picture, question } from "./samples";

const GROUPS = { "formation:A": ["a1", "a2", "a3"], "platoon:A1": ["a1", "a2"], "platoon:A2": ["a3"] };
const { buttons } = offers(
  question(["formation:A", "platoon:A1", "platoon:A2", "do:done"], { done: "do:done" }),
  picture([]),
  () => true,
);

describe("groups", () => {
  it("are picked by one of their counters, the smallest that is offered", () => {
    expect(smallestWith("a2", buttons, GROUPS)?.id).toBe("platoon:A1");
    expect(smallestWith("a2", buttons.slice(0, 1), GROUPS)?.id).toBe("formation:A");
    expect(smallestWith("b1", buttons, GROUPS)).toBeNull();
  });

  it("are shown without those that are part of others, where there are many", () => {
    expect(largest(buttons, GROUPS).map((option) => option.id)).toEqual(["formation:A"]);
    expect(largest(buttons.slice(1), GROUPS).map((option) => option.id)).toEqual(["platoon:A1", "platoon:A2"]);
  });
});
