/** Where the hexes of a printed map lie, read from the map itself. */

export interface Point {
  x: number;
  y: number;
}

export interface HexShape extends Point {
  label: string;
  /** The corners as an SVG polygon takes them. */
  points: string;
}

/** Where a counter may face, in twelfths of a turn: through a hexside, or through a vertex. */
const FACINGS = {
  flat: ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"],
  pointy: ["NW", "N", "NE", "ENE", "E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW"],
};

/** Kinds of options that turn a counter: as a whole, to a hexspine, or only what is mounted on it. */
export const TURNS: ReadonlySet<string> = new Set(["face", "spine", "turret"]);

/** How far a facing in twelfths of a turn is turned from the right, clockwise in degrees. */
export function degreesOf(facing: number, flat: boolean): number {
  return (flat ? -90 : -120) + 30 * (facing % 12);
}

/** A facing by its name, in twelfths of a turn; null for another word. */
export function facingNamed(name: string, flat: boolean): number | null {
  const found = FACINGS[flat ? "flat" : "pointy"].indexOf(name);
  return found < 0 ? null : found;
}

/** Where an option turns what is in hand, in twelfths of a turn: by the name of a facing, or by the number of a hexspine. */
export function facingOf(option: string, flat: boolean): number | null {
  const [kind = "", name = ""] = option.split(":");
  if (kind === "face") return facingNamed(name, flat);
  return TURNS.has(kind) && /^[0-5]$/.test(name) ? 2 * Number(name) + 1 : null;
}

export type Arrow = "left" | "right" | "up" | "down";

const POLYGON = /<polygon id="hex-([^"]+)" points="([^"]+)"\/>/g;
const LIVING = /<g class="(?:hex-numbers|hexes)"[^>]*>[\s\S]*?<\/g>/g;
const FRAME = /<svg[^>]*>/;
const SIZE = /<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"/;

/** How far from the hexside a way along it is drawn, as a part of the way to the middle of the hex. */
const ALONG = 0.14;

export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly hexes: ReadonlyMap<string, HexShape>;
  /** The distance between the centres of two neighbours. */
  readonly pitch: number;
  readonly flat: boolean;

  constructor(svg: string) {
    const size = SIZE.exec(svg);
    this.width = Number(size?.[1] ?? 0);
    this.height = Number(size?.[2] ?? 0);
    const found = new Map<string, HexShape>();
    let wide = 0;
    let high = 0;
    for (const [, label = "", points = ""] of svg.matchAll(POLYGON)) {
      const corners = points.split(" ").map(pair);
      const xs = corners.map((corner) => corner.x);
      const ys = corners.map((corner) => corner.y);
      wide = Math.max(...xs) - Math.min(...xs);
      high = Math.max(...ys) - Math.min(...ys);
      const name = unescaped(label);
      found.set(name, { label: name, points, x: mean(xs), y: mean(ys) });
    }
    this.hexes = found;
    this.flat = wide >= high;
    this.pitch = Math.min(wide, high);
  }

  /** The hex under a point, or null beside the map: the one whose centre is nearest. */
  at(point: Point): HexShape | null {
    const nearest = this.nearest(point);
    return nearest !== null && distance(nearest, point) < this.pitch * 0.6 ? nearest : null;
  }

  private nearest(point: Point, except = ""): HexShape | null {
    let best: HexShape | null = null;
    let shortest = Number.POSITIVE_INFINITY;
    for (const hex of this.hexes.values()) {
      const far = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
      if (far < shortest && hex.label !== except) {
        best = hex;
        shortest = far;
      }
    }
    return best;
  }

  /** The next hex in the direction of an arrow key; `anchor` keeps a run of steps on one line. */
  step(from: HexShape, anchor: Point, arrow: Arrow): { hex: HexShape; anchor: Point } {
    const across = this.pitch * (this.flat ? 0.866 : 1);
    const along = this.pitch * (this.flat ? 1 : 0.866);
    const turn: Record<Arrow, [number, number]> = {
      left: [-across, 0],
      right: [across, 0],
      up: [0, -along],
      down: [0, along],
    };
    const [dx, dy] = turn[arrow];
    const goal = { x: (dx === 0 ? anchor.x : from.x) + dx, y: (dy === 0 ? anchor.y : from.y) + dy };
    const hex = this.nearest(goal, from.label);
    if (hex === null || distance(hex, goal) > this.pitch * 0.6) return { hex: from, anchor };
    return { hex, anchor: dx === 0 ? { x: anchor.x, y: hex.y } : { x: hex.x, y: anchor.y } };
  }

  /** The way from the middle of a hex towards a hexside, as far out as is said; 1 is on the hexside. */
  outwards(direction: number, far: number): Point {
    const turn = (degreesOf(2 * direction, this.flat) * Math.PI) / 180;
    const length = (this.pitch / 2) * far;
    return { x: Math.cos(turn) * length, y: Math.sin(turn) * length };
  }

  /** A hexside moved a little into one of its hexes, as a way along it on that side. */
  within(label: string, [a, b]: [Point, Point]): [Point, Point] {
    const hex = this.hexes.get(label);
    if (hex === undefined) return [a, b];
    const inwards = ({ x, y }: Point) => ({ x: x + (hex.x - x) * ALONG, y: y + (hex.y - y) * ALONG });
    return [inwards(a), inwards(b)];
  }

  /** The two ends of the hexside between two neighbours. */
  edge(first: string, second: string): [Point, Point] | null {
    const one = this.hexes.get(first);
    const two = this.hexes.get(second);
    if (one === undefined || two === undefined) return null;
    const others = corners(two);
    const shared = corners(one).filter((corner) => others.some((other) => distance(corner, other) < 1));
    const [start, end] = shared;
    return start !== undefined && end !== undefined ? [start, end] : null;
  }
}

/** A printed map as what is only looked at, and its hexes with their numbers, which are switched off and spoken of. */
export function layered(svg: string): { ground: string; hexes: string } {
  const parts = svg.match(LIVING) ?? [];
  const spoken = parts
    .join("")
    .replace(/<polygon id="hex-([^"]+)"/g, (whole, label: string) => `${whole} role="img" aria-label="${label}"`)
    .replace('<g class="hex-numbers"', '<g aria-hidden="true" class="hex-numbers"');
  const [frame = "<svg>"] = FRAME.exec(svg) ?? [];
  return { ground: svg.replace(LIVING, ""), hexes: `${frame}${spoken}</svg>` };
}

export function corners(hex: HexShape): Point[] {
  return hex.points.split(" ").map(pair);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function pair(text: string): Point {
  const [x = "0", y = "0"] = text.split(",");
  return { x: Number(x), y: Number(y) };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function unescaped(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

/** The middle of some points. */
export function middle(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const sum = points.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
