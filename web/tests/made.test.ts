import { describe, expect, it } from "vitest";
import { isMade, madeId, seedOf, usual } from "../src/lobby/made";

const named = (id: string) => ({ id, name: id });
const dials = [
  { id: "year", name: "Year", values: ["1941", "1943"].map(named), default: "1943" },
  { id: "size", name: "Size", values: ["company", "regiment"].map(named), default: "company" },
];

describe("a scenario made to order", () => {
  it("is named after its settings, in the order of the dials, and its seed", () => {
    expect(madeId(dials, usual(dials), 7)).toBe("made-1943-company-7");
    expect(madeId(dials, { size: "regiment", year: "1941" }, 0)).toBe("made-1941-regiment-0");
    expect([isMade("made-1943-company-7"), isMade("gully")]).toEqual([true, false]);
  });

  it("takes whole numbers of up to six digits as seeds", () => {
    expect([seedOf("7"), seedOf(" 123456 ")]).toEqual([7, 123456]);
    expect([seedOf(""), seedOf("-1"), seedOf("1234567"), seedOf("x")]).toEqual([null, null, null, null]);
  });
});
