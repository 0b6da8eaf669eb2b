import { describe, expect, it } from "vitest";
import { meaningOf, meantInStack, type Situation } from "../src/board/clicks";
import { offers } from "../src/board/offers";
import { areWide, roomFor, slots } from "../src/table/ActionBar";
import type { Question } from "../src/table/position";
import { card, picture, question } from "./samples";

const cards = [card("b1", "0101"), card("b2", "0102"), card("r1", "0103", { side: "red" })];

function asked(what: Question, more: Partial<Situation> = {}): Situation {
  const found = offers(what, picture(cards), () => true);
  return { offers: found, question: what, cards, picked: ["b1"], onMap: true, ...more };
}

describe("a click on a counter", () => {
  const moving = question(["hex:0102", "hex:0103", "do:stay"], { continues: true, turns: true });

  it("takes it up where it is offered", () => {
    expect(meaningOf("b2", asked(question(["unit:b2", "hex:0102"])))).toEqual({ act: "choose", option: "unit:b2" });
  });

  it("sends the one in hand to the hex beneath a friend where that is offered", () => {
    const sent = { act: "enter", hex: "0102", option: "hex:0102" };
    expect(meaningOf("b2", asked(moving))).toEqual(sent);
    expect(meaningOf("b2", asked(question(["hex:0102"], { continues: true })))).toEqual(sent);
  });

  it("turns to a friend whose hex is not offered, and in a list to any", () => {
    const elsewhere = question(["hex:0103", "do:stay"], { continues: true, turns: true });
    expect(meaningOf("b2", asked(elsewhere))).toEqual({ act: "turn", option: "unit:b2" });
    expect(meaningOf("b2", asked(moving, { onMap: false }))).toEqual({ act: "turn", option: "unit:b2" });
  });

  it("puts down the one in hand even where its own hex is offered", () => {
    const around = question(["hex:0101", "hex:0102"], { continues: true, turns: true });
    expect(meaningOf("b1", asked(around))).toEqual({ act: "put-down" });
  });

  it("puts down the one in hand", () => {
    expect(meaningOf("b1", asked(moving))).toEqual({ act: "put-down" });
  });

  it("leaves out one of several that are picked for the same thing", () => {
    const gathering = question(["unit:b3", "do:attack"], { continues: true, gathers: "do:attack" });
    expect(meaningOf("b1", asked(gathering, { picked: ["b1", "b2"] }))).toEqual({ act: "leave-out" });
    expect(meaningOf("b2", asked(gathering, { picked: ["b1", "b2"] }))).toEqual({ act: "put-down" });
  });

  it("means the hex of an enemy where that is offered, and else asks why not", () => {
    expect(meaningOf("r1", asked(moving))).toEqual({ act: "enter", hex: "0103", option: "hex:0103" });
    const options = ["unit:r1", "hex:0103"];
    expect(meaningOf("r1", asked(question(["hex:0102"])))).toEqual({ act: "explain", options });
  });
});

describe("a click on a stack", () => {
  const attackers = question(["unit:b2", "do:attack"], { continues: true, gathers: "do:attack" });

  it("picks the next counter for an attack, not the one on top that is picked already", () => {
    expect(meantInStack("b1", ["b2"], attackers, ["b1"])).toBe("b2");
    expect(meantInStack("b2", ["b2"], attackers, ["b1"])).toBe("b2");
    expect(meantInStack("b1", [], attackers, ["b2", "b1"])).toBe("b1");
  });

  it("means the counter in hand where no others are picked with it", () => {
    expect(meantInStack("b1", ["b2"], question(["unit:b2"], { continues: true }), ["b1"])).toBe("b1");
  });
});

describe("places of buttons", () => {
  it("are small where three long ones would not find room in a row", () => {
    expect(areWide(["Attack", "Fire smoke", "Withdraw"])).toBe(false);
    expect(
      areWide(["March: every counter has one more", "Assault: attacks shift a column", "Hold the line there"]),
    ).toBe(true);
    expect(areWide(["行軍：すべての駒の移動力が増える", "強襲：攻撃が有利になる", "防御：敵の攻撃が不利になる"])).toBe(
      true,
    );
  });

  const what = question(["do:chemical", "do:smoke", "do:conventional"], { default: "do:conventional" });
  const buttons = what.options.map((option) => ({ ...option, grave: option.id === "do:chemical" }));
  const ids = (found: readonly { id: string }[]) => found.map((option) => option.id);

  it("keep what is grave, and what lets things take their course, apart at the end", () => {
    const { free, last } = slots(buttons, what, null);
    expect(ids(free)).toEqual(["do:smoke"]);
    expect(ids(last)).toEqual(["do:chemical", "do:conventional"]);
  });

  it("keep what ends the phase apart from what ends a move", () => {
    const moving = question(["do:road-mode", "do:done", "do:stop"], { continues: true, done: "do:stop" });
    const found = offers(moving, picture(cards), () => true);
    expect(ids(slots(found.buttons, moving, found.done).last)).toEqual(["do:done"]);
  });
});

describe("the buttons that there is room for", () => {
  const named = (ids: string[], more: Partial<Question["options"][number]> = {}) =>
    question(ids).options.map((option) => ({ ...option, ...more }));
  const shown = (options: Question["options"], done = "do:pass") =>
    roomFor(options, question([], { options, done }), {}).map((option) => option.id);
  const grave = named(["destroy:g1", "destroy:g2"], { grave: true });

  it("are grave deeds with single pieces where nothing else is asked", () => {
    expect(shown([...grave, ...named(["do:pass"])])).toEqual(["destroy:g1", "destroy:g2", "do:pass"]);
  });

  it("leave such deeds to the list beside anything else, lest they be pressed by mistake", () => {
    expect(shown([...grave, ...named(["weapon:w1", "do:pass"])])).toEqual(["weapon:w1", "do:pass"]);
    expect(shown([...named(["do:quit"], { grave: true }), ...named(["weapon:w1"])])).toEqual(["do:quit", "weapon:w1"]);
  });

  it("leave pieces with long names to the list, and keep what names no piece", () => {
    const wide = named(["crawl:a", "crawl:b", "crawl:c", "crawl:d"], { label: "x".repeat(50) });
    expect(shown([...wide, ...named(["do:stay"])])).toEqual(["do:stay"]);
  });
});
