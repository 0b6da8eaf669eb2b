/** NATO symbols for the counters, drawn once for each branch, size and colour scheme. */
import { Symbol as Drawing } from "milsymbol";
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
  headquarters: "UH----",
  supply: "USS---",
  helicopter: "UCVR--",
  aircraft: "UCVF--",
  bomber: "UCVFA-",
  "special-forces": "UCVS--",
  partisan: "UCIL--",
};

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
  /** What stands inside the drawing's `svg` element, and its frame of reference. */
  body: string;
  viewBox: string;
  /** Width over height. */
  ratio: number;
}

const drawn = new Map<string, Glyph>();

/** The symbol of a counter in its colours. */
export function glyph(card: Card, colours: Colours): Glyph {
  const key = ["sym", card.branch, card.size, colours.symbol, colours.ink].join("-").replace(/[^\w-]/g, "");
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const made = draw(key, card, colours);
  drawn.set(key, made);
  return made;
}

function draw(key: string, card: Card, colours: Colours): Glyph {
  const symbol = new Drawing(code(card.branch, card.size), {
    size: 30,
    fillColor: colours.symbol,
    frameColor: colours.ink,
    iconColor: colours.ink,
    strokeWidth: 6,
    infoFields: false,
  });
  const svg = symbol.asSVG();
  const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? "0 0 100 100";
  const body = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
  const { width, height } = symbol.getSize();
  return { key, body, viewBox, ratio: width / height };
}
