import { describe, expect, it } from "vitest";
import { printed } from "../src/common/Rule";
import type { ChartCard, LitBy } from "../src/protocol";
import { applied, cited, lit, Rulebook, search } from "../src/table/book";
import { line } from "./samples";

const rules = [
  { id: "3.1", title: "Moving", summary: "Each counter may move once; costs stand in 3.2.", note: "" },
  { id: "3.2", title: "Terrain costs", summary: "Entering a hex costs what the terrain table says.", note: "" },
  { id: "5.3", title: "Odds", summary: "Attack against defence finds the column.", note: "" },
];

const head = (name: string, ...lit_by: LitBy[]) => ({ name, lit_by, swatch: "" });

const combat: ChartCard = {
  id: "combat",
  name: "Combat",
  rule: "5.5",
  columns: ["1:1", "2:1"].map((name) => head(name, { label: "Column", value: name })),
  rows: ["1", "2"].map((name) => ({ head: head(name, { label: "Die", value: name }), cells: ["AL", "DR"] })),
  notes: [],
};

const chemical: ChartCard = { ...combat, id: "chemical", rule: "4.7", columns: [head("Result")] };

describe("a rule", () => {
  it("is cited by the number that is printed, whatever tells its parts apart", () => {
    expect([printed("4.4.3.2.2/target-moving"), printed("5.8")]).toEqual(["4.4.3.2.2", "5.8"]);
  });
});

describe("the rulebook", () => {
  it("finds rules by their words and their numbers", () => {
    expect(search(rules, "terrain TABLE").map((rule) => rule.id)).toEqual(["3.2"]);
    expect(search(rules, "3.2").map((rule) => rule.id)).toEqual(["3.2", "3.1"]);
    expect(search(rules, "")).toHaveLength(3);
  });

  it("finds the numbers of rules in a text, and no others", () => {
    const known = new Set(["3.2"]);
    expect(cited("Costs (3.2) of 0.5 and 9.9", known)).toEqual(["Costs (", "3.2", ") of 0.5 and 9.9"]);
  });

  it("leads from a rule to where it was applied", () => {
    const log = [{ ...line(0), rule: "3.2" }, line(1), { ...line(2), lines: [{ label: "", value: "", rule: "3.2" }] }];
    expect(applied(log, "3.2").map((one) => one.index)).toEqual([0, 2]);
  });

  it("lights the column of an attack in hand, and the row once the die has fallen", () => {
    const inHand = [{ label: "Column", value: "2:1" }];
    expect(lit(combat, inHand)).toEqual({ rows: new Set(), columns: new Set([1]) });
    expect(lit(combat, [...inHand, { label: "Die", value: "1" }])).toEqual({
      rows: new Set([0]),
      columns: new Set([1]),
    });
  });

  it("does not take the die of another chart for its own", () => {
    const die = [{ label: "Die", value: "2" }];
    expect(lit(combat, die).rows).toEqual(new Set());
    expect(lit(chemical, die, "5.5").rows).toEqual(new Set());
    expect(lit(chemical, die, "4.7").rows).toEqual(new Set([1]));
  });

  it("reads the rules when they are opened, once", async () => {
    let read = 0;
    const book = new Rulebook(
      async () => ({ description: "", charts: [], track: [] }),
      async () => {
        read += 1;
        return rules;
      },
    );
    await book.take();
    expect(read).toBe(0);
    await book.look("3.2");
    await book.open("rules");
    expect([read, book.at.value, book.page.value]).toEqual([1, "3.2", "rules"]);
  });
});
