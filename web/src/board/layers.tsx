/** What is laid over the printed map: control, what can be chosen, the way shown, markers, the cursor. */
import { memo } from "preact/compat";
import type { Colours, Sign } from "../protocol";
import type { Offer } from "../table/position";
import type { Sights } from "../table/sights";
import { mix } from "./colour";
import { corners, degreesOf, facingOf, type HexShape, type Point, type Sheet } from "./geometry";
import { kindOf } from "./offers";
import { EDGE } from "./stacks";

const PLAIN: Colours = { fill: "#f4ecd2", ink: "#2b2418", symbol: "#ffffff" };
const MARKER_PITCH = 27;
/** How far beside a counter its hex has room for a small marker, clear of names at the foot of the hex. */
const BESIDE = 38;
const SMALL = 0.78;
const ABOVE = -20;
/** Below this scale arrows on the map stay as large on the screen as they are at it. */
const LEAST_ARROW = 0.8;
/** So much larger than usual they may be where they would cover hexes that can be chosen. */
const HEMMED_IN = 1.25;
/** How far from the middle of the hex arrows lie, as a part of the distance between two hexes. */
const INNER_RING = 0.5;
const OUTER_RING = 0.78;

/** A tint over what each side controls. */
export const ControlLayer = memo(function ControlLayer(props: {
  sheet: Sheet;
  control: Record<string, string>;
  palettes: Record<string, Colours>;
}) {
  const areas = new Map<string, string>();
  for (const [label, holder] of Object.entries(props.control)) {
    const hex = props.sheet.hexes.get(label);
    if (hex !== undefined) areas.set(holder, `${areas.get(holder) ?? ""}M${hex.points.replace(/ /g, "L")}Z`);
  }
  return (
    <g class="control">
      {[...areas].map(([holder, path]) => (
        <path key={holder} d={path} fill={props.palettes[holder]?.fill ?? "none"} />
      ))}
    </g>
  );
});

/** Darkness over the map at night, but for the hexes that lie in some light. */
export const NightLayer = memo(function NightLayer({ sheet, lit }: { sheet: Sheet; lit: readonly string[] }) {
  const bright = new Set(lit);
  let dark = "";
  let glow = "";
  for (const [label, hex] of sheet.hexes) {
    const outline = `M${hex.points.replace(/ /g, "L")}Z`;
    if (bright.has(label)) glow += outline;
    else dark += outline;
  }
  return (
    <g class="night">
      <path class="dark" d={dark} />
      <path class="glow" d={glow} />
    </g>
  );
});

/** The hexes that an overlay lights up. */
export const LitLayer = memo(function LitLayer({ sheet, hexes }: { sheet: Sheet; hexes: readonly string[] }) {
  return (
    <g class="lit">
      {hexes.flatMap((label) => {
        const hex = sheet.hexes.get(label);
        return hex === undefined ? [] : [<polygon key={label} data-lit={label} points={inset(hex, 0.97)} />];
      })}
    </g>
  );
});

/** The hexes that can be chosen, with what each costs; those that hold the enemy look like targets. */
export function ReachLayer(props: {
  sheet: Sheet;
  hexes: ReadonlyMap<string, Offer>;
  hostile: ReadonlySet<string>;
  pointed: string | null;
  taken: ReadonlySet<string>;
  label: (option: Offer, hex: string) => string;
}) {
  const shown = [...props.hexes].flatMap(([label, option]) => {
    const hex = props.sheet.hexes.get(label);
    return hex === undefined ? [] : [{ hex, option }];
  });
  return (
    <g class="reach">
      {shown.map(({ hex, option }) => (
        <g
          key={hex.label}
          class={[
            "offer",
            props.pointed === option.id ? "pointed" : "",
            props.hostile.has(hex.label) ? "target" : "",
          ].join(" ")}
          data-option={option.id}
          data-hex={hex.label}
          role="button"
          tabindex={0}
          aria-label={props.label(option, hex.label)}
        >
          <polygon points={inset(hex, 0.92)} />
          {option.cost !== null && (
            <Cost hex={hex} cost={option.cost} y={costPlace(props.taken.has(hex.label), props.sheet.flat)} />
          )}
        </g>
      ))}
    </g>
  );
}

/** Where a cost is written, from the middle of its hex: clear of counters, of the way shown, and of names at its foot. */
function costPlace(isTaken: boolean, flat: boolean): number {
  if (!isTaken) return ABOVE;
  return flat ? 31 : 34;
}

function Cost({ hex, cost, y }: { hex: HexShape; cost: number; y: number }) {
  return (
    <g class="cost" transform={`translate(${hex.x} ${hex.y + y})`}>
      <rect x="-13" y="-8.5" width="26" height="17" rx="8.5" />
      <text y="4.4">{Number.isInteger(cost) ? cost : cost.toFixed(1).replace(/^0/, "")}</text>
    </g>
  );
}

/** Hexsides that can be chosen. */
export function EdgeLayer(props: {
  sheet: Sheet;
  sides: ReadonlyMap<string, Offer>;
  pointed: string | null;
  label: (option: Offer, side: string) => string;
}) {
  return (
    <g class="edges">
      {[...props.sides].map(([name, option]) => {
        const [first = "", second = ""] = name.split("-");
        const edge = props.sheet.edge(first, second);
        if (edge === null) return null;
        const [a, b] = kindOf(option.id) === "along" ? props.sheet.within(first, edge) : edge;
        const line = `M${a.x} ${a.y}L${b.x} ${b.y}`;
        return (
          <g
            key={name}
            class={props.pointed === option.id ? "offer pointed" : "offer"}
            data-option={option.id}
            role="button"
            tabindex={0}
            aria-label={props.label(option, name)}
          >
            <path class="grip" d={line} />
            <path class="line" d={line} />
          </g>
        );
      })}
    </g>
  );
}

/** The ways to face that can be chosen: arrows around a hex, large enough to be hit at any zoom. */
export function FaceLayer(props: {
  sheet: Sheet;
  faces: ReadonlyMap<string, Offer>;
  at: string;
  scale: number;
  /** Whether the hexes around can be chosen too, and must not be covered. */
  isHemmedIn: boolean;
  pointed: string | null;
}) {
  const { sheet, at } = props;
  const hex = sheet.hexes.get(at);
  if (hex === undefined || props.faces.size === 0) return null;
  const grown = Math.min(
    props.isHemmedIn ? HEMMED_IN : Number.POSITIVE_INFINITY,
    Math.max(1, LEAST_ARROW / props.scale),
  );
  return (
    <g class="faces" transform={`translate(${hex.x} ${hex.y})`}>
      {[...props.faces.values()].map((option) => {
        const facing = facingOf(option.id, sheet.flat);
        if (facing === null) return null;
        const degrees = degreesOf(facing, sheet.flat);
        // What is mounted on the counter turns in a ring of its own, outside of that of the counter.
        const isMounted = kindOf(option.id) === "turret";
        const far = sheet.pitch * (isMounted ? OUTER_RING : INNER_RING) * grown;
        return (
          <g
            key={option.id}
            class={["offer", isMounted ? "mounted" : "", props.pointed === option.id ? "pointed" : ""].join(" ")}
            transform={`rotate(${degrees}) translate(${far} 0) scale(${grown})`}
            data-option={option.id}
            role="button"
            tabindex={0}
            aria-label={option.label}
          >
            <title>{option.label}</title>
            <circle class="grip" r={isMounted ? 13 : 17} />
            <path d={isMounted ? "M-12 -3H-2V-9L12 0-2 9V3H-12Z" : "M-8 -15 14 0-8 15Z"} />
            {option.cost !== null && option.cost > 0 && (
              <text transform={`translate(-1 0) rotate(${-degrees})`} y="4.6">
                {option.cost}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The way that a choice would take, as a pencil line with an arrowhead. */
export function PathLayer({ sheet, path }: { sheet: Sheet; path: readonly string[] }) {
  const points = path.flatMap((label) => sheet.hexes.get(label) ?? []);
  if (points.length < 2) return null;
  const line = `M${points.map((point) => `${point.x} ${point.y}`).join("L")}`;
  return (
    <g class="way">
      <path class="under" d={line} />
      <path class="over" d={line} marker-end="url(#arrowhead)" />
    </g>
  );
}

/** The line of sight that is asked about: from eye to eye, and how it is judged. */
export function SightLayer({ sheet, sights }: { sheet: Sheet; sights: Sights }) {
  const [from, to] = [sights.viewer.value, sights.target.value].map((label) => sheet.hexes.get(label));
  if (!sights.picking.value || from === undefined) return null;
  const found = sights.found.value;
  const judged = found === null ? "" : found.clear ? "clear" : "blocked";
  return (
    <g class={`sight-line ${judged}`}>
      {to !== undefined && <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />}
      <circle cx={from.x} cy={from.y} r="9" />
      {to !== undefined && <circle cx={to.x} cy={to.y} r="9" />}
    </g>
  );
}

export function Arrowhead() {
  return (
    <marker id="arrowhead" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto">
      <path class="arrowhead" d="M0 0 10 5 0 10 3 5Z" />
    </marker>
  );
}

export function Outline(props: { sheet: Sheet; label: string | null; name: string; share?: number }) {
  const hex = props.label === null ? undefined : props.sheet.hexes.get(props.label);
  return hex === undefined ? null : <polygon class={props.name} points={inset(hex, props.share ?? 0.96)} />;
}

function inset(hex: HexShape, share: number): string {
  return corners(hex)
    .map(({ x, y }) => `${(hex.x + (x - hex.x) * share).toFixed(1)},${(hex.y + (y - hex.y) * share).toFixed(1)}`)
    .join(" ");
}

/** The markers, side by side in each hex. */
export const MarkerLayer = memo(function MarkerLayer(props: {
  sheet: Sheet;
  signs: readonly Sign[];
  palettes: Record<string, Colours>;
  taken: ReadonlySet<string>;
}) {
  const places = new Map<string, Sign[]>();
  for (const sign of props.signs) places.set(sign.at, [...(places.get(sign.at) ?? []), sign]);
  return (
    <g class="markers">
      {[...places].flatMap(([at, signs]) => {
        const hex = props.sheet.hexes.get(at);
        if (hex === undefined) return [];
        const middle = signs.filter((sign) => sign.edge === null);
        return signs.map((sign, place) => {
          const where =
            sign.edge === null
              ? spot(hex, middle.indexOf(sign), middle.length, props.taken.has(at))
              : along(hex, props.sheet.outwards(sign.edge, EDGE));
          return (
            <g key={`${at}-${place}`} transform={where}>
              <Marker sign={sign} palette={props.palettes[sign.palette] ?? PLAIN} />
            </g>
          );
        });
      })}
    </g>
  );
});

/** Where a marker lies: in the middle of an empty hex, else small to the left and right of the counters. */
function spot(hex: HexShape, place: number, count: number, isTaken: boolean): string {
  if (!isTaken) return `translate(${hex.x + (place - (count - 1) / 2) * MARKER_PITCH} ${hex.y})`;
  const x = hex.x + (place % 2 === 0 ? -BESIDE : BESIDE);
  const y = hex.y + Math.floor(place / 2) * MARKER_PITCH * SMALL;
  return `translate(${x} ${y}) scale(${SMALL})`;
}

/** A marker that lies along a hexside: small, where a counter would stand there. */
function along(hex: HexShape, out: Point): string {
  return `translate(${hex.x + out.x} ${hex.y + out.y}) scale(${SMALL})`;
}

export function Marker({ sign, palette }: { sign: Sign; palette: Colours }) {
  const shape = SHAPES[sign.kind] ?? DISC;
  const size = Math.min(10, 20 / Math.max(sign.label.length * 0.64, 0.1));
  return (
    <>
      <path class="shadow" d={shape.path} transform="translate(1.2 1.6)" />
      <path d={shape.path} fill={palette.fill} stroke={mix(palette.ink, "#000000", 0.3)} stroke-width="1.1" />
      <text y={shape.middle + size * 0.36} font-size={size} font-weight="bold" text-anchor="middle" fill={palette.ink}>
        {sign.label}
      </text>
    </>
  );
}

const DISC = { path: "M-12 0A12 12 0 0 1 12 0A12 12 0 0 1-12 0Z", middle: 0 };
const SHAPES: Record<string, { path: string; middle: number }> = {
  disc: DISC,
  lozenge: { path: "M0-14 14 0 0 14-14 0Z", middle: 0 },
  flag: { path: "M-11 14V-13H13L9-4.5 13 4H-9.4V14Z", middle: -4.5 },
  star: { path: star(), middle: 0.8 },
};

function star(): string {
  const tips = Array.from({ length: 10 }, (_, place) => {
    const reach = 12 * (place % 2 === 0 ? 1.25 : 0.66);
    const turn = ((-90 + 36 * place) * Math.PI) / 180;
    return `${(reach * Math.cos(turn)).toFixed(1)} ${(reach * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${tips.join("L")}Z`;
}
