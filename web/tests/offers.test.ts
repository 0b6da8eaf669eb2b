import { describe, expect, it } from "vitest";
import { hint, isShopping, kindOf, meantByHex, meantByUnit, nameOf, offers, reckoned } from "../src/board/offers";
import { card, picture, question } from "./samples";

const drawn = picture([card("b1", "0101"), card("b2", "0102")]);
const hasHex = (label: string) => ["0101", "0102", "0103"].includes(label);

describe("offers", () => {
  it("sorts options by where they are picked", () => {
    const asked = question(["unit:b1", "hex:0103", "side:0101-0102", "order:march", "do:done"]);
    const found = offers(asked, drawn, hasHex);
    expect([...found.units.keys()]).toEqual(["b1"]);
    expect([...found.hexes.keys()]).toEqual(["0103"]);
    expect([...found.sides.keys()]).toEqual(["0101-0102"]);
    expect(found.buttons.map((one) => one.id)).toEqual(["order:march"]);
    expect(found.done?.id).toBe("do:done");
  });

  it("makes a button of what is nowhere on the table", () => {
    const found = offers(question(["unit:ghost", "hex:9999", "side:0101-9999"]), drawn, hasHex);
    expect(found.buttons.map((one) => one.id)).toEqual(["unit:ghost", "hex:9999", "side:0101-9999"]);
  });

  it("has vehicles and guns picked as the counters that they are", () => {
    const found = offers(question(["vehicle:b1", "weapon:b2", "weapon:w9"]), drawn, hasHex);
    expect([...found.units.keys()]).toEqual(["b1", "b2"]);
    expect(found.buttons.map((one) => one.id)).toEqual(["weapon:w9"]);
  });

  it("has a part of a hex picked there where the hex itself is not offered", () => {
    const found = offers(question(["place:0101-1", "hex:0102", "place:0102+1"]), drawn, hasHex);
    expect([...found.hexes].map(([label, option]) => [label, option.id])).toEqual([
      ["0102", "hex:0102"],
      ["0101", "place:0101-1"],
    ]);
    expect(found.buttons.map((one) => one.id)).toEqual(["place:0101-1", "place:0102+1"]);
  });

  it("has the enemy in a hex picked by a click there as well", () => {
    const battle = picture([card("b1", "0101"), card("r1", "0102", { side: "red" })]);
    const found = offers(question(["overrun:0102", "entrench:0101", "do:stop"]), battle, hasHex);
    expect([...found.hexes].map(([label, option]) => [label, option.id])).toEqual([["0102", "overrun:0102"]]);
    expect(found.buttons.map((one) => one.id)).toEqual(["overrun:0102", "entrench:0101", "do:stop"]);
  });

  it("lays out a stack instead of showing a button for each counter in it", () => {
    const stack = picture(["b1", "b2", "b3", "b4"].map((id) => card(id, "0101")));
    const asked = question(["hex:0103", "leave:b1", "leave:b2", "join:b3", "do:strategic"]);
    const found = offers(asked, stack, hasHex);
    expect([found.stack, [...found.others.keys()]]).toEqual(["0101", ["b1", "b2", "b3"]]);
    expect(found.buttons.map((one) => one.id)).toEqual(["do:strategic"]);
    const few = offers(question(["leave:b1", "join:b3"]), stack, hasHex);
    expect([few.stack, few.buttons.length]).toEqual(["", 2]);
  });

  it("has a whole stack taken up where it lies", () => {
    const found = offers(question(["unit:b1", "stack:0101"]), drawn, hasHex);
    expect([[...found.stacks.keys()], found.buttons]).toEqual([["0101"], []]);
  });

  it("has a counter turned by arrows around the hex that it is or will be in", () => {
    const asked = question(["face:N", "face:SE", "do:stop"], { about: ["box", "0101", "0103"] });
    const found = offers(asked, drawn, hasHex);
    expect([[...found.faces.keys()], found.turnsIn]).toEqual([["face:N", "face:SE"], "0103"]);
    expect(offers(question(["face:N"]), drawn, hasHex).buttons.map((one) => one.id)).toEqual(["face:N"]);
    const tank = offers(question(["spine:2", "turret:2", "do:stop"], { about: ["0101"] }), drawn, hasHex);
    expect([[...tank.faces.keys()], tank.buttons.map((one) => one.id)]).toEqual([["spine:2", "turret:2"], ["do:stop"]]);
  });

  it("offers nothing where nothing is asked", () => {
    expect(offers(null, drawn, hasHex).buttons).toEqual([]);
  });

  it("tells a newcomer what to click", () => {
    const hintFor = (...ids: string[]) => hint(offers(question(ids), drawn, hasHex));
    expect(hintFor("unit:b1")).toBe("ask.unit");
    expect(hintFor("hex:0103", "do:stay")).toBe("ask.hex");
    expect(hintFor("unit:b1", "hex:0103")).toBe("ask.both");
    expect(hintFor("order:march")).toBe("ask.button");
    const facing = (...ids: string[]) => hint(offers(question(ids, { about: ["0101"] }), drawn, hasHex));
    expect([facing("face:N"), facing("face:N", "hex:0103")]).toEqual(["ask.face", "ask.hex-or-face"]);
    expect(facing("face:N", "unit:b1")).toBe("ask.hex-or-face");
  });

  it("asks for the reason of all that a click may have meant", () => {
    expect(meantByUnit("b2", drawn.cards)).toEqual(["unit:b2", "hex:0102"]);
    expect(meantByHex("0101", drawn.cards)).toEqual(["hex:0101", "unit:b1"]);
    expect(meantByHex("0103", drawn.cards)).toEqual(["hex:0103"]);
  });

  it("knows what counters are being picked for", () => {
    const attack = question(["unit:b2", "do:attack"], { continues: true, gathers: "do:attack" });
    expect(reckoned(attack, offers(attack, drawn, hasHex), ["b1"])?.id).toBe("do:attack");
    expect(reckoned(attack, offers(attack, drawn, hasHex), [])).toBeNull();
    const move = question(["unit:b2", "do:road"], { continues: true });
    expect(reckoned(move, offers(move, drawn, hasHex), ["b1"])).toBeNull();
  });

  it("knows what is taken from a list again and again: what has no place on the map", () => {
    const shop = (...ids: string[]) => offers(question(ids), drawn, hasHex);
    expect(isShopping(shop("buy:wire", "buy:trench", "do:done"), "buy")).toBe(true);
    expect(isShopping(shop("buy:wire", "unit:b1"), "buy")).toBe(false);
    expect(isShopping(shop("do:attack", "do:wait"), "do")).toBe(false);
  });

  it("takes an id apart at its first colon", () => {
    expect([kindOf("unit:a:b"), nameOf("unit:a:b")]).toEqual(["unit", "a:b"]);
  });

  it("knows the option that ends things by what the question says", () => {
    const ending = question(["unit:b1", "do:end"], { done: "do:end" });
    expect(offers(ending, picture([card("b1", "0101")]), () => true).done?.id).toBe("do:end");
    const open = question(["unit:b1", "do:end"]);
    expect(offers(open, picture([card("b1", "0101")]), () => true).buttons.map((one) => one.id)).toEqual(["do:end"]);
  });
});
