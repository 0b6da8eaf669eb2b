import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type * as wire from "../src/protocol";
import { type Names, type Position, updated, whole } from "../src/table/position";
import { card, picture, position } from "./samples";

interface Course {
  start: wire.Position;
  steps: { update: wire.Update; position: wire.Position }[];
}

/** Games by lot with the updates that the server makes of them; a test of the server sees to it that they are. */
const file = fileURLToPath(new URL("updates.json", import.meta.url));
const { names, games } = JSON.parse(readFileSync(file, "utf8")) as { names: Names; games: Course[] };

/** What lies on the map place by place, since only the order at each means anything. */
function piled<T extends { at: string }>(things: readonly T[]): T[] {
  return [...things].sort((one, other) => one.at.localeCompare(other.at));
}

function sorted(shown: Position): Position {
  const { cards, signs } = shown.picture;
  return { ...shown, picture: { ...shown.picture, cards: piled(cards), signs: piled(signs) } };
}

function followed(before: Position, update: wire.Update): Position {
  const after = updated(before, update, names);
  if (after === null) throw new Error("the update was not based on this position");
  return after;
}

describe("a position", () => {
  it.each(games)("is brought up to date by what has changed", ({ start, steps }) => {
    let shown = whole(null, start, names);
    for (const step of steps) {
      shown = followed(shown, step.update);
      expect(sorted(shown)).toEqual(sorted(whole(null, step.position, names)));
    }
  });

  it.each(games)(
    "changes nothing of the one before, and keeps counters of which nothing is said",
    ({ start, steps }) => {
      let shown = whole(null, start, names);
      for (const { update } of steps) {
        const copy = structuredClone(shown);
        const after = followed(shown, update);
        expect(shown).toEqual(copy);
        const told = new Set((update.cards ?? []).map((change) => change.id));
        const known = new Map(shown.picture.cards.map((one) => [one.id, one]));
        for (const one of after.picture.cards.filter(({ id }) => !told.has(id))) expect(one).toBe(known.get(one.id));
        shown = after;
      }
    },
  );

  it("keeps whole layers of which nothing is said", () => {
    const before = position({ picture: { ...picture([card("a", "0101")]), control: { "0101": "blue" } } });
    const after = followed(before, { type: "update", base: "r1", revision: "r2", heading: "Turn 2" });
    expect(after.heading).toBe("Turn 2");
    expect(after.revision).toBe("r2");
    for (const layer of ["cards", "signs", "control", "boxes", "palettes"] as const) {
      expect(after.picture[layer]).toBe(before.picture[layer]);
    }
  });

  it("is not brought up to date by what is based on another", () => {
    const update: wire.Update = { type: "update", base: "r0", revision: "r2", heading: "Turn 2" };
    expect(updated(position(), update, names)).toBeNull();
  });

  it("keeps counters that have not changed when it comes as a whole", () => {
    const before = position({ picture: picture([card("a", "0101")]) });
    const sent: wire.Position = { ...position({ number: 2, picture: picture([card("a", "0101")]) }), question: null };
    const after = whole(before, sent, names);
    expect(after.number).toBe(2);
    expect(after.picture.cards[0]).toBe(before.picture.cards[0]);
  });
});

describe("options", () => {
  const groups: wire.OfferGroup[] = [
    { kind: "unit", names: ["a", "away"], labels: { away: "The one in reserve" } },
    { kind: "hex", names: ["0101", "0102"], costs: [1.5, null], rule: "4.2" },
    { kind: "do", names: ["done"] },
  ];
  const asked: wire.Question = { side: "blue", prompt: "Choose", rule: "4.1", options: groups };
  const sent: wire.Position = {
    ...position({ picture: picture([card("a", "0101", { title: "First Battalion" })]) }),
    question: asked,
  };

  it("are spelled out by what the client knows already", () => {
    expect(whole(null, sent, names).question?.options).toEqual([
      { id: "unit:a", label: "First Battalion", cost: null, rule: "4.1", grave: false },
      { id: "unit:away", label: "The one in reserve", cost: null, rule: "4.1", grave: false },
      { id: "hex:0101", label: "0101", cost: 1.5, rule: "4.2", grave: false },
      { id: "hex:0102", label: "Holm 0102", cost: null, rule: "4.2", grave: false },
      { id: "do:done", label: "Done", cost: null, rule: "4.1", grave: false },
    ]);
  });
});
