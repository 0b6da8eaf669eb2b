import { describe, expect, it } from "vitest";
import { whereabouts } from "../src/table/whereabouts";
import { card } from "./samples";

const ground = {
  hexes: new Map([0, 1, 2, 5].map((column) => [`010${column}`, { x: column * 100, y: 0 }])),
  pitch: 100,
};
const names = { "hex:0100": "Holm 0100" };
const cards = [card("b1", "0100", { title: "Blue 1" }), card("r1", "0105", { title: "" })];

describe("whereabouts", () => {
  it("tells where a counter stands, and who stands in a hex", () => {
    expect(whereabouts("unit:b1", cards, ground, names)).toBe("Holm 0100");
    expect(whereabouts("hex:0100", cards, ground, names)).toBe("Blue 1");
  });

  it("tells the nearest place that has a name, if it is near", () => {
    expect(whereabouts("hex:0102", cards, ground, names)).toContain("Holm");
    expect(whereabouts("hex:0105", cards, ground, names)).toBe("");
  });

  it("has nothing to say of what is nowhere", () => {
    expect(whereabouts("do:done", cards, ground, names)).toBe("");
    expect(whereabouts("unit:ghost", cards, ground, names)).toBe("");
  });
});
