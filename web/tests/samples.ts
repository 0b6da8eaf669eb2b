/** Small made-up pieces of a game, to be changed where a test needs it. */
import type { Answer, Card, LogLine, Picture } from "../src/protocol";
import type { Position, Question } from "../src/table/position";

export function card(id: string, at: string, more: Partial<Card> = {}): Card {
  return {
    id,
    at,
    side: "blue",
    palette: "blue",
    branch: "infantry",
    size: "battalion",
    name: id,
    title: id,
    values: "3-4-4",
    tints: [],
    corner: "",
    states: [],
    steps: 2,
    full_steps: 2,
    facing: null,
    mount: "",
    edge: null,
    ...more,
  };
}

export function picture(cards: Card[]): Picture {
  return { cards, signs: [], control: {}, boxes: {}, palettes: {}, lit: null };
}

export function question(options: string[], more: Partial<Question> = {}): Question {
  const choices = options.map((id) => ({ id, label: id, cost: null, rule: "1.1", grave: false }));
  const open = {
    continues: false,
    about: [],
    done: options.includes("do:done") ? "do:done" : "",
    default: "",
    formality: null,
    stood_in: false,
    turns: false,
    gathers: "",
    hand: [],
    bearers: {},
    sends: false,
  };
  return { side: "blue", prompt: "Choose", rule: "1.1", options: choices, ...open, ...more };
}

export function position(more: Partial<Position> = {}): Position {
  return {
    type: "position",
    revision: "r1",
    number: 1,
    side: "blue",
    turn: 1,
    heading: "",
    phase: "",
    teaching: [],
    lines: 0,
    waiting_for: ["blue"],
    thinking: [],
    interrupt: "",
    picture: picture([]),
    question: null,
    can_undo: false,
    can_redo: false,
    status: [],
    result: "",
    seed: "",
    can_plead: false,
    plea: null,
    lesson: null,
    orders: [],
    ...more,
  };
}

export function line(index: number, text = `line ${index}`): LogLine {
  return { index, kind: "Moved", text, rule: "", turn: 1, lines: [], hexes: [] };
}

export function answer(request: number, more: Partial<Answer> = {}): Answer {
  return { type: "answer", request, ok: true, ...more };
}

/** A map of flat-topped hexes in columns and rows, written as the server writes it. */
export function map(columns: number, rows: number): string {
  const radius = 50;
  const high = radius * Math.sqrt(3);
  const hexes: string[] = [];
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const x = 60 + column * radius * 1.5;
      const y = 60 + (row + (column % 2) / 2) * high;
      const corners = [-60, 0, 60, 120, 180, 240].map((degrees) => {
        const turn = (degrees * Math.PI) / 180;
        return `${(x + radius * Math.cos(turn)).toFixed(1)},${(y + radius * Math.sin(turn)).toFixed(1)}`;
      });
      const label = `${String(column + 1).padStart(2, "0")}${String(row + 1).padStart(2, "0")}`;
      hexes.push(`<polygon id="hex-${label}" points="${corners.join(" ")}"/>`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700" viewBox="0 0 900 700">${hexes.join("")}</svg>`;
}
