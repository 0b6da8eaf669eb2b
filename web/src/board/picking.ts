/** What a click or a hover on the map means: a counter, a stack to be spread out, a hex, or nothing. */
import type { TableStore } from "../table/store";
import { meantInStack } from "./clicks";
import { type Point, TURNS } from "./geometry";
import { EDGES, kindOf, nameOf } from "./offers";
import type { Hit } from "./pointer";
import { byPlace } from "./stacks";
import type { BoardView } from "./view";

const FAN_DELAY = 260;

/** Whether an option is drawn for itself, and not meant by a counter or a hex. */
function isDrawnAlone(option: string): boolean {
  return EDGES.has(kindOf(option)) || TURNS.has(kindOf(option));
}

export class Picking {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: TableStore,
    private readonly view: BoardView,
  ) {}

  click = (hit: Hit): void => {
    clearTimeout(this.timer);
    this.follow(this.labelAt(hit.at));
    if (this.picksSight(this.labelOf(hit.target.closest("[data-unit]")?.getAttribute("data-unit") ?? null, hit)))
      return;
    const option = hit.target.closest("[data-option]")?.getAttribute("data-option") ?? null;
    if (option !== null && isDrawnAlone(option)) {
      void this.store.choose(option);
      return;
    }
    const unit = hit.target.closest("[data-unit]")?.getAttribute("data-unit") ?? null;
    if (unit !== null && hit.together) void this.store.clickGroup(unit, hit.at);
    else if (unit !== null) this.clickUnit(unit, hit);
    else if (hit.target.closest("[data-fan]") === null) this.clickGround(hit);
  };

  /** While the ends of a line of sight are picked, a click on the map means a hex and nothing else. */
  private picksSight(label: string | null): boolean {
    const { sights, sheet, looking } = this.store;
    if (!sights.picking.value || looking.value !== null) return false;
    if (label !== null && sheet.value?.hexes.has(label)) void sights.pick(label);
    return true;
  }

  private clickGround(hit: Hit): void {
    this.view.fan.value = null;
    const label = this.labelAt(hit.at);
    if (label !== null) this.clickHex(label, hit);
  }

  private clickUnit(unit: string, hit: Hit): void {
    const place = this.placeOf(unit);
    const open = this.pickable(place);
    const spread = this.view.fan.value === place;
    const { units } = this.store.offers.value;
    // What a lesson asks for may lie under another counter, which would be taken instead, or put down.
    const wanted = nameOf(this.store.position.value?.lesson?.next ?? "");
    const isOver = unit !== wanted && open.includes(wanted);
    if (!spread && (isOver || (open.length > 1 && (hit.touch || !units.has(unit))))) {
      this.view.fan.value = place;
      return;
    }
    const question = this.store.position.value?.question ?? null;
    const others = open.filter((one) => one !== unit);
    // A stack from which several are picked lies open until all are.
    this.view.fan.value = spread && question?.gathers && others.length > 0 ? place : null;
    const meant = spread ? unit : meantInStack(unit, open, question, this.store.picked.value);
    if (this.store.meaningOf(meant).act === "enter" && this.isFirstTap(place, hit)) return;
    void this.store.clickUnit(meant, hit.at);
  }

  private clickHex(label: string, hit: Hit): void {
    if (this.store.offers.value.hexes.has(label)) {
      if (!this.isFirstTap(label, hit)) void this.store.clickHex(label, hit.at);
      return;
    }
    const open = this.pickable(label);
    const [only] = open;
    if (open.length > 1) this.view.fan.value = label;
    else if (only !== undefined) void this.store.clickUnit(only, hit.at);
    else void this.store.clickHex(label, hit.at);
  }

  /** A finger cannot point: its first tap on a hex shows what would happen, the second does it. */
  private isFirstTap(label: string, hit: Hit): boolean {
    const option = this.store.offers.value.hexes.get(label);
    if (!hit.touch || option === undefined || this.store.pointed.value?.option === option.id) return false;
    this.store.point({ option: option.id, at: this.beside(label) });
    return true;
  }

  hover = (hit: Hit): void => {
    const unit = hit.target.closest("[data-unit]")?.getAttribute("data-unit") ?? null;
    const label = this.labelOf(unit, hit);
    this.view.hovered.value = unit;
    this.follow(label);
    this.spread(label, unit);
    this.point(unit, label, hit);
  };

  /** What comes to lie under a pointer at rest is pointed at as well, but not what one has just picked there. */
  meet = (hit: Hit): void => {
    const unit = hit.target.closest("[data-unit]")?.getAttribute("data-unit") ?? null;
    const isMet = unit === null || !this.isFriend(unit) || this.store.meaningOf(unit).act === "enter";
    if (isMet) this.point(unit, this.labelOf(unit, hit), hit);
  };

  private point(unit: string | null, label: string | null, hit: Hit): void {
    const drawn = hit.target.closest("[data-option]")?.getAttribute("data-option") ?? "";
    const option = isDrawnAlone(drawn) ? drawn : this.optionAt(unit, label);
    if (option === (this.store.pointed.value?.option ?? null)) return;
    this.store.point(option === null ? null : { option, at: this.beside(label) ?? hit.at });
  }

  /** Overlays that are those of a hex follow the pointer. */
  private follow(label: string | null): void {
    if (label !== null && this.store.sheet.value?.hexes.has(label)) this.store.overlays.point(label);
  }

  private spread(label: string | null, unit: string | null): void {
    clearTimeout(this.timer);
    const open = this.view.fan.value;
    if (open !== null && open !== label) this.timer = setTimeout(() => this.close(open), FAN_DELAY);
    if (unit === null || label === null || open === label || this.store.stack.value === label) return;
    const stack = byPlace(this.store.shown.value?.picture.cards ?? []).get(label) ?? [];
    if (stack.length < 2 || (this.pickable(label).length === 0 && !this.canBeTurnedTo(label))) return;
    this.timer = setTimeout(() => {
      this.view.fan.value = label;
    }, FAN_DELAY);
  }

  private close(label: string): void {
    if (this.view.fan.value === label) this.view.fan.value = null;
  }

  inspect = (hit: Hit): void => {
    const unit = hit.target.closest("[data-unit]")?.getAttribute("data-unit") ?? null;
    const label = this.labelOf(unit, hit);
    if (label !== null && this.store.sheet.value?.hexes.has(label)) void this.store.inspect(label);
  };

  /** Choose what is in a hex, as Enter does. */
  enter(label: string): void {
    const centre = this.centre(label);
    if (centre === null || this.picksSight(label)) return;
    const at = this.view.toWindow(centre);
    this.clickHex(label, { at, target: document.body, touch: false });
  }

  /** What a click here would choose of all that is offered. */
  private optionAt(unit: string | null, label: string | null): string | null {
    if (unit === null) return this.store.offers.value.hexes.get(label ?? "")?.id ?? null;
    const meaning = this.store.meaningOf(unit);
    return meaning.act === "choose" || meaning.act === "enter" ? meaning.option : null;
  }

  private isFriend(unit: string): boolean {
    const side = this.store.position.value?.question?.side;
    return this.store.shown.value?.picture.cards.find((card) => card.id === unit)?.side === side;
  }

  private pickable(label: string): string[] {
    const cards = this.store.shown.value?.picture.cards ?? [];
    const { units } = this.store.offers.value;
    return cards.filter((card) => card.at === label && units.has(card.id)).map((card) => card.id);
  }

  /** Whether own counters lie here that one could turn to from the one in hand. */
  private canBeTurnedTo(label: string): boolean {
    const question = this.store.position.value?.question;
    if (!question?.turns || this.store.offers.value.hexes.has(label)) return false;
    const cards = this.store.shown.value?.picture.cards ?? [];
    return cards.some((card) => card.at === label && card.side === question.side);
  }

  private placeOf(unit: string): string {
    return this.store.shown.value?.picture.cards.find((card) => card.id === unit)?.at ?? "";
  }

  private labelOf(unit: string | null, hit: Hit): string | null {
    if (unit !== null) return this.placeOf(unit);
    return hit.target.closest("[data-fan]")?.getAttribute("data-fan") ?? this.labelAt(hit.at);
  }

  private labelAt(at: Point): string | null {
    return this.store.sheet.value?.at(this.view.toSheet(at))?.label ?? null;
  }

  private centre(label: string | null): Point | null {
    return label === null ? null : (this.store.sheet.value?.hexes.get(label) ?? null);
  }

  /** A point just to the right of a hex, where a note on it does not cover it. */
  beside(label: string | null): Point {
    const centre = this.centre(label);
    if (centre === null) return { x: 24, y: 24 };
    const pitch = this.store.sheet.value?.pitch ?? 0;
    return this.view.toWindow({ x: centre.x + pitch * 0.62, y: centre.y - pitch * 0.4 });
  }
}
