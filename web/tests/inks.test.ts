import { describe, expect, it } from "vitest";
import type { Colours } from "../src/protocol";
import { inks } from "../src/table/StrengthChart";
import { card, picture } from "./samples";

const shade = (fill: string) => ({ fill }) as Colours;

describe("the colour of a side", () => {
  it("is its own, whichever of its counters comes first", () => {
    const palettes = { red: shade("#a00"), guards: shade("#b73") };
    const cards = [
      card("g", "0101", { side: "red", palette: "guards" }),
      card("r", "0102", { side: "red", palette: "red" }),
    ];
    expect(inks({ ...picture(cards), palettes }).red).toBe("#a00");
    expect(inks({ ...picture([...cards].reverse()), palettes }).red).toBe("#a00");
  });

  it("is that of its first counter where it has none of its own", () => {
    const cards = [card("g", "0101", { side: "red", palette: "guards" })];
    expect(inks({ ...picture(cards), palettes: { guards: shade("#b73") } }).red).toBe("#b73");
  });
});
