import { describe, expect, it } from "vitest";
import { asked, botsOf, firstPlan, isSeed, usualBot } from "../src/lobby/plan";
import { savedGame } from "../src/lobby/saves";
import type { ScenarioCard, TitleCard } from "../src/protocol";
import { parse } from "../src/route";
import { sha256 } from "../src/table/dice";
import { percent } from "../src/table/OddsCard";

const scenario: ScenarioCard = {
  id: "first",
  name: "First",
  description: "",
  turns: 5,
  sides: [
    { id: "blue", name: "Blue" },
    { id: "red", name: "Red" },
  ],
  switches: [],
};
const title: TitleCard = {
  id: "toy",
  name: "Toy",
  tutorial: true,
  scenarios: [scenario],
  bots: ["random", "greedy"],
  lessons: [],
  dials: [],
};

describe("plan", () => {
  it("needs no further thought: the first side is mine, the computer has the other", () => {
    const table = asked(firstPlan(title, scenario));
    expect(table.seats).toEqual({ blue: { mode: "human", bot: "greedy" }, red: { mode: "bot", bot: "greedy" } });
    expect([table.title, table.scenario, table.seed]).toEqual(["toy", "first", null]);
  });

  it("knows who is a computer, and takes any where the usual one is missing", () => {
    expect(botsOf(firstPlan(title, scenario).seats)).toEqual({ red: "greedy" });
    expect(usualBot({ ...title, bots: ["staff"] })).toBe("staff");
  });

  it("takes no seed that would be another number at the server", () => {
    expect(["", " 42 ", "9007199254740991"].map(isSeed)).toEqual([true, true, true]);
    expect(["x", "-1", "1.5", "9007199254740993"].map(isSeed)).toEqual([false, false, false, false]);
  });
});

describe("saves", () => {
  it("tells by the first line what a save was played with", async () => {
    const save = new Blob(['6c539122 {"sandtable":1,"title":"toy","scenario":"first"}\n{"n":1}']);
    expect(await savedGame(save, [title])).toEqual({ title, scenario });
  });

  it("leaves what it cannot read to the server", async () => {
    expect(await savedGame(new Blob(["nonsense"]), [title])).toBeNull();
    expect(await savedGame(new Blob(['{"title":"other"}']), [title])).toBeNull();
  });
});

describe("addresses", () => {
  it.each([
    ["", { page: "start" }],
    ["#/table/abc", { page: "table", table: "abc" }],
    ["#/join/a%2Fb", { page: "join", token: "a/b" }],
    ["#/watch/abc/tok", { page: "watch", table: "abc", token: "tok" }],
    ["#/nonsense", { page: "start" }],
  ])("reads %s", (hash, page) => {
    expect(parse(hash)).toEqual(page);
  });
});

describe("dice", () => {
  it("hashes as the standard says", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const long = sha256("a".repeat(1000));
    expect(long).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
  });

  it("shows a small chance as more than none", () => {
    expect([0.5, 1 / 3, 0.025, 0.0001, 1].map(percent)).toEqual(["50%", "33%", "2.5%", "<0.1%", "100%"]);
  });
});
