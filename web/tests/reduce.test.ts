import { describe, expect, it } from "vitest";
import { briefing, byTurn, covered, heard, notable, passTo, picks, strength } from "../src/table/reduce";
import { card, line, picture, position, question } from "./samples";

describe("log", () => {
  it("adds news at the end", () => {
    const log = heard([line(0)], { type: "happened", from_index: 1, lines: [line(1)] });
    expect(log.map((one) => one.index)).toEqual([0, 1]);
  });

  it("forgets what an undo made void", () => {
    const log = heard([line(0), line(1, "old"), line(2)], { type: "happened", from_index: 1, lines: [line(1, "new")] });
    expect(log.map((one) => one.text)).toEqual(["line 0", "new"]);
  });

  it("makes notes of the last lines, and of the last heading before them", () => {
    const heading = { ...line(0, "heading"), kind: "Began" };
    const dice = { ...line(3, "dice"), kind: "Rolled" };
    const noted = notable([heading, line(1), line(2), dice, line(4)], true, 2);
    expect(noted.map((one) => one.text)).toEqual(["heading", "line 4"]);
    expect(notable([line(1)], false, 2)).toEqual([]);
    expect(notable([{ ...dice, lines: [{ label: "Morale Level", value: "7", rule: "" }] }], true, 2)).toEqual([]);
  });
});

describe("briefing", () => {
  const heading = { ...line(2, "Chit: 1 AB"), kind: "Began" };
  const dice = { ...line(3, "die roll 4"), kind: "Rolled" };

  it("tells what happened from a line on, without bare dice", () => {
    const told = briefing([line(0), line(1), heading, dice, line(4)], 1, 4);
    expect(told.map((one) => one.index)).toEqual([1, 2, 4]);
  });

  it("tells more than notes could of one phase as well", () => {
    expect(briefing([line(0), line(1), dice, line(4)], 0, 2).map((one) => one.index)).toEqual([0, 1, 4]);
    expect(briefing([line(0), line(1), dice, line(4)], 0, 3)).toEqual([]);
  });

  it("tells once what a standing order has answered again and again", () => {
    const obeyed = (index: number) => ({ ...line(index, "By standing order: Pass"), kind: "Obeyed" });
    const told = briefing([heading, obeyed(3), line(4), obeyed(5), line(6), obeyed(7)], 2, 4);
    expect(told.map((one) => one.index)).toEqual([2, 3, 4, 6]);
  });

  it("has nothing to tell while the same phase goes on", () => {
    expect(briefing([heading, dice, line(4)], 3, 4)).toEqual([]);
  });
});

describe("covered", () => {
  it("counts the points in a part of the window", () => {
    const part = { x: 100, y: 0, width: 50, height: 50 };
    const places = [
      { x: 99, y: 10 },
      { x: 100, y: 10 },
      { x: 149, y: 49 },
      { x: 120, y: 50 },
    ];
    expect(covered(places, part)).toBe(2);
  });
});

describe("picks", () => {
  const going = position({ question: question(["hex:0101"], { continues: true }) });

  it("grow while an order goes on", () => {
    expect(picks(["a"], "unit:b", going)).toEqual(["a", "b"]);
    expect(picks(["a"], "hex:0101", going)).toEqual(["a"]);
  });

  it("are those of the counter in hand, once another was turned to or the page was loaded anew", () => {
    const other = position({ question: question(["hex:0101"], { continues: true, hand: ["b"] }) });
    expect(picks(["a"], "unit:b", other)).toEqual(["b"]);
    expect(picks([], null, other)).toEqual(["b"]);
  });

  it("are all of a stack that is in hand, and no longer who was left behind", () => {
    const moving = (...hand: string[]) => position({ question: question(["hex:0101"], { continues: true, hand }) });
    expect(picks([], "division:6", moving("a", "b"))).toEqual(["a", "b"]);
    expect(picks(["a"], "unit:b", moving("a", "b"))).toEqual(["a", "b"]);
    expect(picks(["a", "b"], "leave:b", moving("a"))).toEqual(["a"]);
  });

  it("are those that the title tells where several are gathered, in the order in which they were picked", () => {
    const gathering = (...hand: string[]) =>
      position({ question: question(["do:attack"], { continues: true, gathers: "do:attack", hand }) });
    expect(picks([], "do:as-declared", gathering("a", "b"))).toEqual(["a", "b"]);
    expect(picks(["b"], "unit:a", gathering("a", "b"))).toEqual(["b", "a"]);
    expect(picks(["b", "a"], null, gathering("a"))).toEqual(["a"]);
  });

  it("outlast an interruption by others, but not the order", () => {
    expect(picks(["a"], "hex:0101", position())).toEqual(["a"]);
    expect(picks(["a"], "do:done", position({ question: question(["unit:b"]) }))).toEqual([]);
    expect(picks(["a"], "do:done", position({ result: "Blue wins" }))).toEqual([]);
  });
});

describe("hand-over", () => {
  it("passes the screen to the other of my sides that must choose", () => {
    expect(passTo(position({ waiting_for: ["red"] }), ["blue", "red"])).toBe("red");
  });

  it("does not while a standing order is about to answer for the other", () => {
    expect(passTo(position({ waiting_for: ["red"], thinking: ["red"] }), ["blue", "red"])).toBeNull();
  });

  it("does not while the one who looks has a question, or when the other is not mine", () => {
    const asked = position({ waiting_for: ["blue", "red"], question: question(["do:pass"]) });
    expect(passTo(asked, ["blue", "red"])).toBeNull();
    expect(passTo(position({ waiting_for: ["red"] }), ["blue"])).toBeNull();
  });
});

describe("strength", () => {
  it("counts the steps of each side, a hidden counter as one", () => {
    const hidden = card("h", "0102", { side: "red", states: ["hidden"], steps: 1 });
    const at = strength(position({ turn: 3, picture: picture([card("a", "0101"), hidden]) }));
    expect(at).toEqual({ turn: 3, steps: { blue: 2, red: 1 } });
  });

  it("shows the last that is known of each turn, in order", () => {
    const history = new Map([
      [9, { turn: 2, steps: { blue: 1 } }],
      [1, { turn: 1, steps: { blue: 4 } }],
      [5, { turn: 1, steps: { blue: 3 } }],
    ]);
    expect(byTurn(history).map((at) => at.steps.blue)).toEqual([3, 1]);
  });
});
