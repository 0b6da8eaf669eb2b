import { describe, expect, it } from "vitest";
import type { FormalityCard } from "../src/protocol";
import { blank, given, type OrderForm, withdrawn } from "../src/table/standing";

const FIRE: FormalityCard = {
  name: "Fire",
  prompt: "fire",
  answers: [{ id: "do:pass", name: "Pass" }],
  hopes: [
    { id: "hit", name: "a hit" },
    { id: "kill", name: "a step lost" },
  ],
  narrowings: [
    { name: "unit", value: "r1", label: "only at Red 1" },
    { name: "hex", value: "0304", label: "only into 0304" },
  ],
  alarm: "until a counter is turned over",
};

function order(more: Partial<OrderForm>): unknown {
  const option = given(FIRE, { ...blank(FIRE), ...more });
  expect(option.startsWith("standing:")).toBe(true);
  return JSON.parse(option.slice("standing:".length));
}

describe("a standing order", () => {
  it("is the usual answer for this turn, unless something else is said", () => {
    expect(order({})).toEqual({ prompt: "fire", answer: "do:pass", only: {}, unless: 0, hopes: [], until: "turn" });
  });

  it("is narrowed by what the question is about", () => {
    expect(order({ only: ["hex"] })).toMatchObject({ only: { hex: "0304" } });
    expect(order({ only: ["hex", "unit"] })).toMatchObject({ only: { unit: "r1", hex: "0304" } });
  });

  it("hopes for the least that was named and all that is more", () => {
    expect(order({ hope: "hit", chance: 30 })).toMatchObject({ unless: 0.3, hopes: ["hit", "kill"] });
    expect(order({ hope: "kill", chance: 5 })).toMatchObject({ unless: 0.05, hopes: ["kill"] });
  });

  it("to be asked depends on no chance", () => {
    const asked = order({ answer: "do:ask", only: ["hex"], hope: "hit", chance: 30 });
    expect(asked).toMatchObject({ answer: "do:ask", only: { hex: "0304" }, unless: 0, hopes: [] });
  });

  it("lasts as long as it was told to", () => {
    expect(order({ until: "alarm" })).toMatchObject({ until: "alarm" });
    expect(order({ until: "" })).toMatchObject({ until: "" });
  });

  it("is withdrawn by its id", () => {
    expect(withdrawn({ id: '{"prompt":"fire"}', label: "Opportunity fire" })).toBe('no-longer:{"prompt":"fire"}');
  });
});
