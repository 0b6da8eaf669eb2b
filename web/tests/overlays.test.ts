import { describe, expect, it } from "vitest";
import { Overlays } from "../src/table/overlays";

const sight = { id: "sight", name: "Sight", needs_hex: true, about: "" };
const supply = { id: "supply", name: "Supply", needs_hex: false, about: "" };

/** A server that answers when it is told to: with the overlay and the hex that it was asked for. */
function table() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const overlays = new Overlays((overlay, hex) => {
    asked.push(`${overlay} ${hex}`);
    return new Promise((settle) => waiting.push(() => settle([overlay, hex])));
  }, 0);
  const answer = async () => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done, 5));
  };
  return { overlays, asked, answer };
}

describe("overlays", () => {
  it("lights what the server answers and puts it out", async () => {
    const { overlays, asked, answer } = table();
    overlays.choose(supply);
    await answer();
    expect(asked).toEqual(["supply "]);
    expect(overlays.lit.value).toEqual(["supply", ""]);
    overlays.choose(null);
    expect(overlays.lit.value).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("asks for no hex before one is pointed at, and follows the pointer then", async () => {
    const { overlays, asked, answer } = table();
    overlays.choose(sight);
    await answer();
    expect(asked).toEqual([]);
    overlays.point("0101");
    await answer();
    expect(overlays.lit.value).toEqual(["sight", "0101"]);
  });

  it("asks only for the last of the hexes that the pointer passed, and shows no earlier answer", async () => {
    const { overlays, asked, answer } = table();
    overlays.choose(sight);
    for (const hex of ["0101", "0102", "0103"]) overlays.point(hex);
    await answer();
    await answer();
    expect(asked.at(-1)).toBe("sight 0103");
    expect(asked.length).toBeLessThan(3);
    await answer();
    expect(overlays.lit.value).toEqual(["sight", "0103"]);
  });

  it("does not ask again for another hex where none is needed, but does after a move", async () => {
    const { overlays, asked, answer } = table();
    overlays.choose(supply);
    await answer();
    overlays.point("0101");
    expect(asked).toHaveLength(1);
    overlays.refresh();
    expect(asked).toHaveLength(2);
  });
});
