import { describe, expect, it } from "vitest";
import { described } from "../src/board/Counter";
import { card } from "./samples";

describe("a counter that is told of", () => {
  it("lies in a hex, or in a box by the name that the box has", () => {
    expect(described(card("b1", "0304"), "Blue")).toContain("0304");
    const told = described(card("b1", "blue-cadre"), "Blue", { "blue-cadre": "Blue: Cadre" });
    expect(told).toContain("Blue: Cadre");
    expect(told).not.toContain("blue-cadre");
  });
});
