import { describe, expect, it } from "vitest";
import {
  CLOSEST,
  fitted,
  framing,
  holds,
  holdsAll,
  inSight,
  panned,
  pinched,
  settled,
  showing,
  surroundings,
  toSheet,
  toWindow,
  zoomed,
} from "../src/board/camera";

const sheet = { width: 1000, height: 500 };
const window = { width: 800, height: 600 };

describe("camera", () => {
  it("fits the whole sheet into the middle of the window", () => {
    const camera = fitted(sheet, window, 0);
    expect(camera.k).toBeCloseTo(0.8);
    expect(toWindow(camera, { x: 500, y: 250 })).toEqual({ x: 400, y: 300 });
  });

  it("keeps what lies under the pointer there while it zooms", () => {
    const camera = fitted(sheet, window);
    const at = { x: 300, y: 280 };
    const before = toSheet(camera, at);
    const after = toSheet(zoomed(camera, 1.7, at, sheet, window), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("zooms neither closer nor further than is of use", () => {
    const camera = fitted(sheet, window);
    const middle = { x: 400, y: 300 };
    expect(zoomed(camera, 1000, middle, sheet, window).k).toBe(CLOSEST);
    expect(zoomed(camera, 0.001, middle, sheet, window).k).toBeCloseTo(camera.k * 0.6);
  });

  it("never pans the sheet out of sight", () => {
    const camera = panned(fitted(sheet, window), 10_000, -10_000, sheet, window);
    expect(camera.x).toBeLessThan(window.width);
    expect(camera.y + sheet.height * camera.k).toBeGreaterThan(0);
  });

  it("zooms by as much as two fingers spread", () => {
    const camera = fitted(sheet, window);
    const before: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 300, y: 300 },
      { x: 400, y: 300 },
    ];
    const after: typeof before = [
      { x: 250, y: 300 },
      { x: 450, y: 300 },
    ];
    expect(pinched(camera, before, after, sheet, window).k).toBeCloseTo(camera.k * 2);
  });

  it("moves only when a point is not well inside the window", () => {
    const camera = { x: 0, y: 0, k: 1 };
    expect(showing(camera, { x: 400, y: 300 }, sheet, window)).toBe(camera);
    const moved = showing(camera, { x: 790, y: 300 }, sheet, window);
    expect(toWindow(moved, { x: 790, y: 300 }).x).toBeLessThanOrEqual(window.width - 100);
    expect(moved.y).toBe(camera.y);
  });

  it("draws back until all of some points are in sight, and comes no nearer", () => {
    const near = { x: 0, y: 0, k: 1 };
    const points = [
      { x: 100, y: 100 },
      { x: 1500, y: 900 },
    ];
    const drawn = framing(near, points, { width: 2000, height: 1200 }, window);
    for (const point of points) {
      const at = toWindow(drawn, point);
      expect(at.x).toBeGreaterThan(0);
      expect(at.x).toBeLessThan(window.width);
      expect(at.y).toBeGreaterThan(0);
      expect(at.y).toBeLessThan(window.height);
    }
    expect(framing(near, [{ x: 100, y: 100 }], { width: 2000, height: 1200 }, window).k).toBe(1);
  });

  it("comes to rest with the window full of map, or with the whole map in its middle", () => {
    const large = { width: 2000, height: 1200 };
    expect(settled({ k: 1, x: 300, y: -900 }, large, window)).toEqual({ k: 1, x: 24, y: -624 });
    expect(settled({ k: 1, x: -500, y: -300 }, large, window)).toEqual({ k: 1, x: -500, y: -300 });
    expect(settled({ k: 0.25, x: 0, y: 0 }, large, window)).toEqual({ k: 0.25, x: 150, y: 150 });
  });
});

describe("what is in sight", () => {
  const camera = { x: -100, y: 50, k: 0.5 };
  const seen = inSight(camera, window);

  it("is the part of the sheet under the window", () => {
    expect(seen).toEqual({ x: 200, y: -100, width: 1600, height: 1200 });
    expect(toWindow(camera, seen)).toEqual({ x: 0, y: 0 });
  });

  it("has surroundings, in which one can move half a window before more must be drawn", () => {
    const around = surroundings(seen);
    const moved = (dx: number) => inSight({ ...camera, x: camera.x + dx }, window);
    expect(holdsAll(around, seen)).toBe(true);
    expect(holdsAll(around, moved(-400))).toBe(true);
    expect(holdsAll(around, moved(-401))).toBe(false);
    expect(holds(around, { x: -600, y: -700 })).toBe(true);
    expect(holds(around, { x: -601, y: -700 })).toBe(false);
  });
});
