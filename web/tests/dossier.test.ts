import { describe, expect, it, vi } from "vitest";
import { byLabel, Dossier } from "../src/table/dossier";

const chart = { id: "armor", name: "Armor", rule: "", columns: [], rows: [], notes: [] };
const fact = (label: string, value: string) => ({ label, value, rule: "" });

function desk() {
  const asked: string[] = [];
  const dossier = new Dossier(async (unit) => {
    asked.push(unit);
    const charts = unit === "tank" ? [chart] : [];
    return { facts: [fact("Kind", `${unit} ${asked.length}`)], charts };
  });
  return { asked, dossier };
}

describe("what is told of a counter", () => {
  it("is asked for once in a position, and anew in the next", async () => {
    vi.useFakeTimers();
    const { asked, dossier } = desk();
    dossier.look("b1");
    await vi.advanceTimersByTimeAsync(200);
    dossier.look("");
    expect(dossier.facts.value).toEqual([]);
    dossier.look("b1");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(["b1"]);
    expect(dossier.facts.value).toEqual([fact("Kind", "b1 1")]);
    dossier.forget();
    await vi.advanceTimersByTimeAsync(200);
    expect(dossier.facts.value).toEqual([fact("Kind", "b1 2")]);
    vi.useRealTimers();
  });

  it("is asked for again where no answer came, as long as it is looked at", async () => {
    vi.useFakeTimers();
    const answers = [null, { facts: [fact("Kind", "tank")], charts: [] }];
    const dossier = new Dossier(async () => answers.shift() ?? null);
    dossier.look("b1");
    await vi.advanceTimersByTimeAsync(200);
    expect(dossier.facts.value).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(dossier.facts.value).toEqual([fact("Kind", "tank")]);
    vi.useRealTimers();
  });

  it("is not asked for by a pointer that only passes over a counter", async () => {
    vi.useFakeTimers();
    const { asked, dossier } = desk();
    dossier.look("b1");
    dossier.look("b2");
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual(["b2"]);
    vi.useRealTimers();
  });

  it("has a printed card where the title prints one, and remembers that it does", async () => {
    vi.useFakeTimers();
    const { dossier } = desk();
    dossier.look("b1");
    await vi.advanceTimersByTimeAsync(200);
    expect([dossier.charts.value, dossier.prints.value]).toEqual([[], false]);
    dossier.look("tank");
    await vi.advanceTimersByTimeAsync(200);
    expect(dossier.charts.value).toEqual([chart]);
    dossier.look("");
    expect([dossier.charts.value, dossier.prints.value]).toEqual([[], true]);
    vi.useRealTimers();
  });

  it("puts several facts of one kind on one line", () => {
    expect(byLabel([fact("State", "moved"), fact("Steps", "1"), fact("State", "column")])).toEqual([
      ["State", ["moved", "column"]],
      ["Steps", ["1"]],
    ]);
  });
});
