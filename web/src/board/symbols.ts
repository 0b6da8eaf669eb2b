/** NATO symbols for the counters, drawn once for each branch, size and colour scheme. */
import milsymbol, { type ColorMode } from "milsymbol";
import type { Card, Colours } from "../protocol";

/** Function codes of MIL-STD-2525C ground units. */
const BRANCHES: Record<string, string> = {
  infantry: "UCI---",
  armour: "UCA---",
  mechanised: "UCIZ--",
  motorised: "UCIM--",
  reconnaissance: "UCR---",
  cavalry: "UCRH--",
  artillery: "UCF---",
  rocket: "UCFR--",
  "self-propelled-artillery": "UCFHE-",
  "anti-tank": "UCAA--",
  "anti-air": "UCD---",
  airborne: "UCIA--",
  "air-assault": "UCIS--",
  airmobile: "UCIS--",
  marine: "UCIN--",
  mountain: "UCIO--",
  engineer: "UCE---",
  signals: "UUS---",
  supply: "USS---",
  helicopter: "UCVR--",
  aircraft: "UCVF--",
  bomber: "UCVF--",
};

/** Branches that are told by letters in the frame. */
const LETTERS: Record<string, string> = { headquarters: "HQ", "special-forces": "SF", partisan: "P", bomber: "B" };
/** Single men, drawn in a frame of 30 by 20 around the origin. */
const MEN: Record<string, string> = {
  leader: "M-3.1-3.2A3.1 3.1 0 0 1 3.1-3.2A3.1 3.1 0 0 1-3.1-3.2ZM-7.5 8.4Q-7.5 1.4 0 1.4Q7.5 1.4 7.5 8.4Z",
  hero: "M0.0 -8.0 1.9 -2.6 7.6 -2.5 3.0 1.0 4.7 6.5 0.0 3.2 -4.7 6.5 -3.0 1.0 -7.6 -2.5 -1.9 -2.6Z",
};
const LETTERS_ALONE = 122;
const LETTERS_BELOW = 145;

const SIZES: Record<string, string> = {
  team: "A",
  squad: "B",
  section: "C",
  platoon: "D",
  company: "E",
  battalion: "F",
  regiment: "G",
  brigade: "H",
  division: "I",
  corps: "J",
  army: "K",
  "army-group": "L",
};

/** The symbol identification code of a branch and a size. */
export function code(branch: string, size: string): string {
  return `SFGP${BRANCHES[branch] ?? "U-----"}-${SIZES[size] ?? "-"}---`;
}

export interface Glyph {
  key: string;
  /** The drawing, in units in which its frame is 150 wide and 100 high around (100, 100). */
  body: string;
}

const drawn = new Map<string, Glyph>();

/** The symbol of a counter in its colours. */
export function glyph(card: Card, colours: Colours): Glyph {
  const key = ["sym", card.branch, card.size, colours.symbol, colours.ink].join("-").replace(/[^\w-]/g, "");
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const made = { key, body: draw(card, colours) };
  drawn.set(key, made);
  return made;
}

function draw(card: Card, colours: Colours): string {
  const svg = new milsymbol.Symbol(code(card.branch, card.size), {
    fillColor: colours.symbol,
    frameColor: everywhere(colours.ink),
    iconColor: everywhere(colours.ink),
    strokeWidth: 7,
    infoFields: false,
  }).asSVG();
  const frame = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
  return frame + letters(card.branch, colours.ink) + man(card.branch, colours.ink);
}

function letters(branch: string, ink: string): string {
  const shown = LETTERS[branch];
  if (shown === undefined) return "";
  const [y, size] = branch in BRANCHES ? [LETTERS_BELOW, 34] : [LETTERS_ALONE, 60];
  return `<text x="100" y="${y}" font-size="${size}" font-weight="bold" text-anchor="middle" fill="${ink}">${shown}</text>`;
}

function man(branch: string, ink: string): string {
  const shown = MEN[branch];
  return shown === undefined ? "" : `<path d="${shown}" transform="translate(100 100) scale(5)" fill="${ink}"/>`;
}

function everywhere(colour: string): ColorMode {
  return { Civilian: colour, Friend: colour, Hostile: colour, Neutral: colour, Unknown: colour, Suspect: colour };
}
