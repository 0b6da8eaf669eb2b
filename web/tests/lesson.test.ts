/** Lessons: which step is shown, what it points at, and where its card lies. */
import { describe, expect, it } from "vitest";
import { inWordsForTouch } from "../src/common/touch";
import { countDone, firstUndone } from "../src/lobby/learning";
import type { LessonSheet } from "../src/protocol";
import { pieces, pointedAt, pointer, shownStep, spot } from "../src/table/lesson";

const READ = { text: "Look.", points: ["unit:b1"], task: false, otherwise: "" };
const TASK = { text: "Do.", points: [], task: true, otherwise: "" };
const SHEET: LessonSheet = {
  id: "1-march",
  name: "A march",
  about: "",
  number: 1,
  of: 2,
  steps: [READ, TASK, READ, TASK],
  done: "Done.",
  next: "2-stack",
};

function at(step: number, next = "") {
  return { step, next, strayed: false };
}

describe("the step that is shown", () => {
  it("is read before the first thing is done", () => {
    expect(shownStep(SHEET, at(1), new Set())).toBe(0);
    expect(shownStep(SHEET, at(1), new Set([0]))).toBe(1);
  });

  it("is not read any more once what comes after it is done", () => {
    expect(shownStep(SHEET, at(3), new Set())).toBe(2);
    expect(shownStep(SHEET, at(4), new Set())).toBe(4);
  });

  it("comes again where a choice is taken back", () => {
    expect(shownStep(SHEET, at(1), new Set([0, 2]))).toBe(1);
  });
});

describe("what words point at", () => {
  it("is what they say, else the next pick", () => {
    expect(pointedAt(SHEET, at(1, "unit:b2"), 0)).toEqual(["unit:b1"]);
    expect(pointedAt(SHEET, at(1, "unit:b2"), 1)).toEqual(["unit:b2"]);
    expect(pointedAt(SHEET, at(1), 1)).toEqual([]);
  });
});

describe("the words", () => {
  it("cite rules in brackets", () => {
    expect(pieces("Two at most [3.5]. Go!")).toEqual(["Two at most ", "3.5", ". Go!"]);
  });
});

describe("the card", () => {
  const size = { width: 300, height: 150 };
  const desk = { x: 0, y: 0, width: 1200, height: 700 };
  const phone = { x: 0, y: 0, width: 390, height: 844 };

  it("lies beside what it points at", () => {
    const target = { x: 400, y: 300, width: 60, height: 60 };
    expect(spot(size, [target], [], desk, desk)).toEqual({ x: 476, y: 255, beak: "left", along: 75 });
  });

  it("goes to the other side where there is no room", () => {
    const target = { x: 1100, y: 300, width: 60, height: 60 };
    expect(spot(size, [target], [], desk, desk).beak).toBe("right");
  });

  it("covers none of several things that it points at", () => {
    const targets = [400, 500, 600].map((x) => ({ x, y: 300, width: 60, height: 60 }));
    expect(spot(size, targets, [], desk, desk).beak).not.toBe("left");
  });

  it("lies above or below on a narrow screen", () => {
    const target = { x: 170, y: 400, width: 50, height: 50 };
    expect(["top", "bottom"]).toContain(spot(size, [target], [], phone, phone).beak);
  });

  it("lies beside a stack that is spread out, and not over it", () => {
    const target = { x: 400, y: 300, width: 60, height: 60 };
    const tray = { x: 300, y: 290, width: 260, height: 80 };
    const found = spot(size, [target], [], desk, desk, [tray]);
    const over = found.x < 560 && found.x + size.width > 300 && found.y < 370 && found.y + size.height > 290;
    expect(over).toBe(false);
  });

  it("lies over as little as can be of what else is there", () => {
    const target = { x: 400, y: 300, width: 60, height: 60 };
    const other = { x: 480, y: 250, width: 100, height: 100 };
    expect(spot(size, [target], [other], desk, desk).beak).toBe("right");
  });
});

describe("the line from a card that lies apart", () => {
  it("leads from its rim to what it points at", () => {
    const card = { x: 0, y: 0, width: 100, height: 50 };
    const target = { x: 200, y: 10, width: 20, height: 20 };
    expect(pointer(card, target)).toEqual({ x1: 100, y1: 20, x2: 200, y2: 20 });
  });
});

describe("the lessons of a title", () => {
  const lessons = ["a", "b", "c"].map((id) => ({ id, name: id, about: "" }));

  it("go on with the first that is not done", () => {
    expect(firstUndone(lessons, ["a", "c"])?.id).toBe("b");
    expect(firstUndone(lessons, ["a", "b", "c"])).toBe(null);
    expect(countDone(lessons, ["a", "gone"])).toBe(1);
  });
});

describe("words for fingers", () => {
  it("speak of taps where there is no mouse", () => {
    const text = "Point at your guns to see the chances. Then click them to fire.";
    expect(inWordsForTouch(text, true)).toBe("Tap your guns to see the chances. Then tap them to fire.");
    expect(inWordsForTouch("まず指してみましょう。それからクリックして射撃！", true)).toBe(
      "まずタップしてみましょう。それからタップして射撃！",
    );
    expect(inWordsForTouch(text, false)).toBe(text);
  });
});
