import { describe, expect, it } from "vitest";
import type { Sheet } from "../src/board/geometry";
import { BoardView, spreadOut } from "../src/board/view";

function sheet(width: number, height: number): Sheet {
  return { width, height } as Sheet;
}

describe("the window of the map", () => {
  it("stays where it is when the same map is unfolded with other words", () => {
    const view = new BoardView();
    view.window = { width: 800, height: 600 };
    view.unfold(sheet(1600, 1200), null);
    view.zoom(2, { x: 100, y: 100 });
    const before = view.camera.value;
    view.unfold(sheet(1600, 1200), null);
    expect(view.camera.value).toEqual(before);
    view.unfold(sheet(1000, 1000), null);
    expect(view.camera.value).not.toEqual(before);
  });

  it("keeps what is spread out inside itself", () => {
    const view = new BoardView();
    view.window = { width: 800, height: 600 };
    view.camera.value = { x: -400, y: -300, k: 1 };
    const half = { width: 100, height: 50 };
    expect(view.within({ x: 410, y: 320 }, half)).toEqual({ x: 500, y: 350 });
    expect(view.within({ x: 1190, y: 600 }, half)).toEqual({ x: 1100, y: 600 });
  });

  it("has a place for a stack of which all has gone while it lay spread out", () => {
    const { width, height, spots } = spreadOut(new BoardView(), { x: 0, y: 0 }, 0);
    expect([Number.isFinite(width), Number.isFinite(height), spots.length]).toEqual([true, true, 0]);
  });
});
