/** The steps of each side, turn by turn, as a small line chart. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import type { Picture } from "../protocol";
import { byTurn, type Strength } from "./reduce";
import type { TableStore } from "./store";

const WIDTH = 300;
const HEIGHT = 96;
const LEFT = 22;
const BOTTOM = 16;

export function StrengthChart({ store }: { store: TableStore }) {
  useEffect(() => void store.recollect(), [store]);
  const points = byTurn(store.history.value);
  const sides = (store.welcome.value?.sides ?? []).map((side) => side.id);
  const turns = Math.max(store.welcome.value?.turns ?? 1, 2);
  const first = store.welcome.value?.first_turn ?? 1;
  const most = Math.max(1, ...points.flatMap((point) => Object.values(point.steps)));
  const scale = {
    x: (turn: number) => LEFT + ((Math.max(turn, first) - first) / (turns - 1)) * (WIDTH - LEFT - 8),
    y: (steps: number) => 6 + (1 - steps / most) * (HEIGHT - BOTTOM - 6),
  };
  const ink = inks(store.position.value?.picture);
  return (
    <figure class="strength">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={described(points, sides, store)}>
        <path class="axis" d={`M${LEFT} 4V${HEIGHT - BOTTOM}H${WIDTH - 6}`} />
        <text x={LEFT - 4} y="10" text-anchor="end">
          {most}
        </text>
        <text x={LEFT - 4} y={HEIGHT - BOTTOM} text-anchor="end">
          0
        </text>
        <text x={LEFT} y={HEIGHT - 4}>
          {first}
        </text>
        <text x={WIDTH - 8} y={HEIGHT - 4} text-anchor="end">
          {first + turns - 1}
        </text>
        {sides.map((side) => (
          <Line key={side} points={points} side={side} scale={scale} ink={ink[side] ?? "currentColor"} />
        ))}
      </svg>
      <figcaption>
        {sides.map((side) => (
          <span key={side}>
            <i style={{ background: ink[side] }} />
            {store.sideName(side)} {points.at(-1)?.steps[side] ?? 0}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface Scale {
  x: (turn: number) => number;
  y: (steps: number) => number;
}

function Line({ points, side, scale, ink }: { points: Strength[]; side: string; scale: Scale; ink: string }) {
  const spots = points.map(
    (point) => `${scale.x(point.turn).toFixed(1)} ${scale.y(point.steps[side] ?? 0).toFixed(1)}`,
  );
  const last = spots.at(-1)?.split(" ");
  if (last === undefined) return null;
  return (
    <g stroke={ink} fill={ink}>
      <path d={`M${spots.join("L")}`} fill="none" stroke-width="2.4" stroke-linejoin="round" />
      <circle cx={last[0]} cy={last[1]} r="3.4" />
    </g>
  );
}

/** The colour of each side: its own, or that of its first counter where every nation has another. */
export function inks(picture: Picture | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, palette] of Object.entries(picture?.palettes ?? {})) found[name] = palette.fill;
  for (const card of picture?.cards ?? []) found[card.side] ??= picture?.palettes[card.palette]?.fill ?? "";
  return found;
}

function described(points: Strength[], sides: string[], store: TableStore): string {
  const last = points.at(-1);
  const told = sides.map((side) => `${store.sideName(side)} ${last?.steps[side] ?? 0}`);
  return `${t("panel.strength.note")}: ${told.join(", ")}`;
}
