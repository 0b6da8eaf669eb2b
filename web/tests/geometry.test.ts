import { describe, expect, it } from "vitest";
import { type Arrow, degreesOf, facingNamed, facingOf, layered, Sheet } from "../src/board/geometry";
import { map } from "./samples";

const sheet = new Sheet(map(6, 5));

function walk(from: string, arrows: Arrow[]): string[] {
  let hex = sheet.hexes.get(from);
  if (hex === undefined) throw new Error(from);
  let anchor = { x: hex.x, y: hex.y };
  return arrows.map((arrow) => {
    if (hex === undefined) throw new Error(from);
    const next = sheet.step(hex, anchor, arrow);
    hex = next.hex;
    anchor = next.anchor;
    return next.hex.label;
  });
}

describe("facings", () => {
  it("go round by the names that the grid gives them", () => {
    expect([facingNamed("N", true), facingNamed("SE", true), facingNamed("E", false)]).toEqual([0, 4, 4]);
    expect(facingNamed("up", true)).toBeNull();
    expect([facingOf("face:SE", true), facingOf("spine:0", true), facingOf("turret:5", true)]).toEqual([4, 1, 11]);
    expect(facingOf("speed:1", true)).toBeNull();
    expect([degreesOf(0, true), degreesOf(4, true), degreesOf(4, false)]).toEqual([-90, 30, 0]);
  });
});

describe("sheet", () => {
  it("reads size and hexes from the printed map", () => {
    expect([sheet.width, sheet.height, sheet.hexes.size, sheet.flat]).toEqual([900, 700, 30, true]);
    expect(sheet.hexes.get("0101")).toMatchObject({ x: expect.closeTo(60, 1), y: expect.closeTo(60, 1) });
  });

  it("finds the hex under a point, and none beside the map", () => {
    expect(sheet.at({ x: 95, y: 62 })?.label).toBe("0101");
    expect(sheet.at({ x: 880, y: 690 })).toBeNull();
  });

  it("walks straight along a row that zigzags, and back", () => {
    const there = ["0201", "0302", "0401"];
    expect(walk("0102", ["right", "right", "right"])).toEqual(there);
    expect(walk("0401", ["left", "left", "left"])).toEqual(["0301", "0201", "0101"]);
    expect(walk("0102", ["right", "right", "left", "left"])).toEqual(["0201", "0302", "0201", "0102"]);
  });

  it("stays on the map", () => {
    expect(walk("0101", ["up", "left"])).toEqual(["0101", "0101"]);
  });

  it("finds the hexside that two neighbours share", () => {
    const edge = sheet.edge("0101", "0102");
    expect(edge?.map((end) => Math.round(end.y))).toEqual([103, 103]);
    expect(sheet.edge("0101", "0404")).toBeNull();
  });
});

describe("the layers of a printed map", () => {
  const numbers = '<g class="hex-numbers" font-size="7"><text x="1" y="2">0101</text></g>';
  const hexes = '<g class="hexes" fill="#fff"><polygon id="hex-0101" points="0,0 1,0 1,1"/></g>';
  const open = '<svg width="9" height="7" viewBox="0 0 9 7">';
  const printed = `${open}<g class="ground"><path d="M0 0"/></g>${numbers}<g class="names"><text>Holm</text></g>${hexes}</svg>`;

  it("are what is only looked at, and the hexes with their numbers", () => {
    const layers = layered(printed);
    expect(layers.ground).toBe(
      `${open}<g class="ground"><path d="M0 0"/></g><g class="names"><text>Holm</text></g></svg>`,
    );
    expect(layers.hexes.startsWith(open)).toBe(true);
    expect(layers.hexes).toContain('<g aria-hidden="true" class="hex-numbers"');
    expect(layers.hexes).toContain('<polygon id="hex-0101" role="img" aria-label="0101"');
  });
});
