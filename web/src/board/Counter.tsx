/** A counter as a card: symbol, printed figures, designation, steps, and what has happened to it. */
import { Fragment } from "preact";
import { memo } from "preact/compat";
import { list, t } from "../i18n";
import type { Card, Colours } from "../protocol";
import { badge } from "./badges";
import { isLight, mix } from "./colour";
import { degreesOf } from "./geometry";
import { CARD } from "./stacks";
import { stateName } from "./states";
import { glyph } from "./symbols";

const HALF = CARD / 2;
/** How long what is written along an edge may be, and how much of that a figure in the corner takes. */
const SIDE = 29;
const CORNER = 3.4;
const PLAIN: Colours = { fill: "#f4ecd2", ink: "#2b2418", symbol: "#ffffff" };
const QUIET = new Set(["moved", "hidden", "selected", "face-down"]);

export function colours(palettes: Record<string, Colours>, card: Card): Colours {
  return palettes[card.palette] ?? palettes[card.side] ?? PLAIN;
}

/** What a screen reader says of a counter. */
export function described(card: Card, side: string, boxes: Record<string, string> = {}): string {
  const at = boxes[card.at] ?? card.at;
  if (card.states.includes("hidden")) return t("board.unit.hidden", { side, at });
  const told = t("board.unit", { name: card.title || card.name, side, values: card.values, at });
  const steps = card.full_steps > 1 ? [t("card.steps", { n: card.steps, full: card.full_steps })] : [];
  return list([told, ...steps, ...card.states.map(stateName)]);
}

/** The face of a counter around the origin. */
export const Face = memo(function Face({ card, palette }: { card: Card; palette: Colours }) {
  if (card.states.includes("hidden")) return <Back palette={palette} name={card.name} />;
  return (
    <>
      <Blank palette={palette} />
      {card.steps < card.full_steps && (
        <path class="reduced" d="M-25 8.6H25V20.5Q25 25 20.5 25H-20.5Q-25 25 -25 20.5Z" fill={band(palette)} />
      )}
      {card.states.includes("moved") && <Veil palette={palette} />}
      <g transform="translate(0 -6) scale(0.205) translate(-100 -100)">
        <Emblem card={card} palette={palette} />
      </g>
      <Print card={card} ink={palette.ink} />
      <Steps card={card} ink={palette.ink} />
      {card.states.includes("face-down") && <path class="corner-fold" d="M-26 -12V-21Q-26 -26 -21 -26H-12Z" />}
      {card.states.includes("moved") && <Tick />}
      <Badges states={card.states} />
    </>
  );
});

/** A counter of which only the colour can be told. */
export function Block({ palette }: { palette: Colours }) {
  return <rect x={-HALF} y={-HALF} width={CARD} height={CARD} fill={palette.fill} />;
}

function Emblem({ card, palette }: { card: Card; palette: Colours }) {
  return <use href={`#${glyph(card, palette).key}`} />;
}

/** The symbols that some counters use, to be placed once on a page. */
export function Glyphs({ cards, palettes }: { cards: readonly Card[]; palettes: Record<string, Colours> }) {
  const used = new Map<string, string>();
  for (const card of cards) {
    if (card.states.includes("hidden")) continue;
    const { key, body } = glyph(card, colours(palettes, card));
    used.set(key, body);
  }
  return (
    <svg class="glyphs" width="0" height="0" aria-hidden="true">
      <defs>
        {[...used].map(([key, body]) => (
          <g key={key} id={key} dangerouslySetInnerHTML={{ __html: body }} />
        ))}
      </defs>
    </svg>
  );
}

function Blank({ palette }: { palette: Colours }) {
  return (
    <>
      <rect class="shadow" x={-HALF + 1.5} y={-HALF + 2} width={CARD} height={CARD} rx="5" />
      <rect
        x={-HALF}
        y={-HALF}
        width={CARD}
        height={CARD}
        rx="5"
        fill={palette.fill}
        stroke={mix(palette.fill, "#000000", 0.75)}
        stroke-width="0.8"
      />
      <g fill="none" stroke-width="1.4" stroke-opacity="0.8">
        <path d="M-24.8 21.5V-21.5Q-24.8 -24.8 -21.5 -24.8H21.5" stroke={mix(palette.fill, "#ffffff", 0.45)} />
        <path d="M24.8 -21.5V21.5Q24.8 24.8 21.5 24.8H-21.5" stroke={mix(palette.fill, "#000000", 0.35)} />
      </g>
    </>
  );
}

function Back({ palette, name }: { palette: Colours; name: string }) {
  return (
    <>
      <Blank palette={palette} />
      <circle r="15" fill={palette.symbol} stroke={palette.ink} stroke-width="1.4" />
      <text y="7.6" font-size="21" font-weight="bold" text-anchor="middle" fill={palette.ink}>
        ?
      </text>
      {name !== "" && (
        <text x="-22" y="-17" font-size="7" fill={palette.ink}>
          {name}
        </text>
      )}
    </>
  );
}

/** The figures of a counter; those that are printed in a colour of their own have an outline, to be read on any card. */
function Figures({ values, tints }: { values: string; tints: readonly string[] }) {
  if (!tints.some((tint) => tint !== "")) return <>{values}</>;
  return (
    <>
      {values.split("-").map((figure, place) => (
        <Fragment key={place}>
          {place > 0 && "-"}
          {tints[place] ? (
            <tspan class="tinted" fill={tints[place]}>
              {figure}
            </tspan>
          ) : (
            figure
          )}
        </Fragment>
      ))}
    </>
  );
}

function Print({ card, ink }: { card: Card; ink: string }) {
  const [left = "", right = ""] = designation(card.name);
  // A figure in the corner leaves the left edge less room.
  const room = card.corner === "" ? SIDE : SIDE - CORNER;
  const size = Math.min(14.5, 45 / (textWidth(card.values) * 1.12));
  return (
    <g fill={ink} text-anchor="middle">
      {card.values !== "" && (
        <text y={16.9 + size * 0.36} font-size={size} font-weight="bold">
          <Figures values={card.values} tints={card.tints} />
        </text>
      )}
      {card.corner !== "" && (
        <text x={-HALF + 2.8} y={-HALF + 8.6} text-anchor="start" font-size="7" font-weight="bold">
          {card.corner}
        </text>
      )}
      <text transform={`translate(-18.9 ${(SIDE - room) / 2 - 4}) rotate(-90)`} font-size={sideSize(left, room)}>
        {left}
      </text>
      {right !== "" && (
        <text transform="translate(18.9 -4) rotate(90)" font-size={sideSize(right)}>
          {right}
        </text>
      )}
    </g>
  );
}

/** How large a text along an edge can be written. */
export function sideSize(text: string, room = SIDE): number {
  return Math.max((4.4 * room) / SIDE, Math.min(7, room / Math.max(textWidth(text), 0.1)));
}

/** The name for the left edge, or split at a blank over both edges. */
export function designation(name: string): string[] {
  const words = name.split(/\s+/).filter(Boolean);
  if (textWidth(name) <= SIDE / 5.4 || words.length < 2) return name === "" ? [] : [fitting(name)];
  const lengths = words.slice(1).map((_, cut) => {
    const first = words.slice(0, cut + 1).join(" ").length;
    const second = words.slice(cut + 1).join(" ").length;
    return Math.abs(first - second);
  });
  const cut = lengths.indexOf(Math.min(...lengths)) + 1;
  return [fitting(words.slice(0, cut).join(" ")), fitting(words.slice(cut).join(" "))];
}

function fitting(line: string): string {
  const longest = SIDE / 4.4;
  if (textWidth(line) <= longest) return line;
  let short = line;
  while (short !== "" && textWidth(`${short}…`) > longest) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}

/** A guess at how wide a text runs, in units of its font size. */
function textWidth(text: string): number {
  let sum = 0;
  for (const letter of text) sum += letter.charCodeAt(0) > 0x2e80 ? 1 : " .,-'il1I|:;".includes(letter) ? 0.36 : 0.64;
  return sum;
}

function Steps({ card, ink }: { card: Card; ink: string }) {
  if (card.full_steps < 2) return null;
  if (card.full_steps > 4) {
    return (
      <text x="23.4" y="-17.5" font-size="6.4" font-weight="bold" text-anchor="end" fill={ink}>
        {card.steps}/{card.full_steps}
      </text>
    );
  }
  const places = Array.from({ length: card.full_steps }, (_, place) => place);
  return (
    <g stroke={ink} stroke-width="0.7">
      {places.map((place) => (
        <circle key={place} cx={22.4} cy={6 - place * 4.6} r="1.7" fill={place < card.steps ? ink : "none"} />
      ))}
    </g>
  );
}

/** Behind the figures of a counter that has lost steps: lighter than the card or darker, as the ink needs it. */
function band(palette: Colours): string {
  return isLight(palette.ink) ? "#000000" : "#ffffff";
}

/** Grey over the card of a counter that has moved, under what is printed on it. */
function Veil({ palette }: { palette: Colours }) {
  const grey = isLight(palette.ink) ? "#5a5a55" : "#c8c8c2";
  return <rect class="veil" x={-HALF} y={-HALF} width={CARD} height={CARD} rx="5" fill={grey} />;
}

/** The arrow on the corner of a counter that has moved. */
function Tick() {
  return (
    <g transform={`translate(${-HALF + 1} ${HALF - 1}) rotate(45)`} stroke-linecap="round">
      <circle r="5.5" fill="#f4f1e6" stroke="#33332f" stroke-width="0.9" />
      <path d="M0 3.4V-3.4M-2.6-.8 0-3.4 2.6-.8" fill="none" stroke="#33332f" stroke-width="1.3" />
    </g>
  );
}

function Badges({ states }: { states: readonly string[] }) {
  const shown = states.filter((state) => !QUIET.has(state)).slice(0, 4);
  return (
    <>
      {shown.map((state, place) => {
        const { letter, fill, ink } = badge(state);
        const y = -HALF + 3.5 + place * 11.5;
        return (
          <g key={state} transform={`translate(${HALF - 3.5} ${y})`}>
            <circle r="6" fill={fill} stroke="#ffffff" stroke-width="1" />
            <text y="2.9" font-size={letter.length > 1 ? 7 : 8} font-weight="bold" text-anchor="middle" fill={ink}>
              {letter}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** How far a counter's facing is turned: one twelfth of a circle a step, the first to the top of a flat-topped hex. */
export function Facing({ card, palette, flat }: { card: Card; palette: Colours; flat: boolean }) {
  if (card.facing === null) return null;
  const degrees = degreesOf(card.facing, flat);
  const turn = (degrees * Math.PI) / 180;
  const edge = HALF / Math.max(Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn)));
  return (
    <g transform={`rotate(${degrees})`}>
      <path
        d={`M${edge - 4} -9 ${edge + 7.5} 0 ${edge - 4} 9Z`}
        fill={palette.ink}
        stroke="#ffffff"
        stroke-width="0.9"
      />
      <Mount mount={card.mount} edge={edge} palette={palette} />
    </g>
  );
}

/** A turret with its gun, or the edges of the field before a gun that cannot be turned. */
function Mount({ mount, edge, palette }: { mount: string; edge: number; palette: Colours }) {
  if (mount === "turret") {
    return (
      <g class="turret" stroke={palette.ink}>
        <path d={`M${edge + 3} 0H${edge + 15}`} stroke-width="2.2" />
        <circle cx={edge + 3.5} r="4.6" fill={palette.fill} stroke-width="1.5" />
      </g>
    );
  }
  if (mount !== "fixed") return null;
  return (
    <path
      class="field"
      d={`M${edge + 4} -3 ${edge + 14} -8.8M${edge + 4} 3 ${edge + 14} 8.8`}
      stroke={palette.ink}
      stroke-width="1.6"
      stroke-linecap="round"
    />
  );
}
