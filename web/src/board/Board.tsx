/** The map with everything on it, in a window that pans and zooms. */
import { effect, untracked, useComputed, useSignalEffect } from "@preact/signals";
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { list, t } from "../i18n";
import type { Card, Colours } from "../protocol";
import type { Offer, Position } from "../table/position";
import { Teller } from "../table/spoken";
import type { TableStore } from "../table/store";
import { Block, colours, described, Face, Facing } from "./Counter";
import { holds, type Size } from "./camera";
import { FocusKeeper } from "./focus";
import { type Arrow, layered, middle, type Point, type Sheet } from "./geometry";
import {
  Arrowhead,
  ControlLayer,
  EdgeLayer,
  FaceLayer,
  LitLayer,
  MarkerLayer,
  NightLayer,
  Outline,
  PathLayer,
  ReachLayer,
  SightLayer,
} from "./layers";
import { kindOf, NOTHING, nameOf } from "./offers";
import { Picking } from "./picking";
import { Pointers } from "./pointer";
import { byPlace, CARD, type Placed, placed } from "./stacks";
import { type BoardView, spreadOut } from "./view";

const ARROWS: Record<string, Arrow> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const WHEEL = 0.0015;
const PAN = 90;
/** So many places can be shown together with what they are about. */
const FEW = 12;
/** Targets that lie nearer to the rim of the window than so many pixels are taken for hidden. */
const RIM = 24;
/** Up to so many counters all are drawn, wherever they lie. */
const CROWD = 500;

export function Board({ store, view }: { store: TableStore; view: BoardView }) {
  const root = useRef<HTMLDivElement>(null);
  const moved = useRef<HTMLDivElement>(null);
  const anchor = useRef<Point>({ x: 0, y: 0 });
  const picking = useMemo(() => new Picking(store, view), [store, view]);
  const keeper = useMemo(() => new FocusKeeper(), []);
  const teller = useMemo(() => new Teller(store), [store]);
  const sheet = store.sheet.value;

  useSignalEffect(() => {
    const { x, y, k } = view.camera.value;
    if (moved.current !== null) moved.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
  });
  useSignalEffect(() => {
    moved.current?.classList.toggle("moving", view.moving.value);
    if (!view.moving.value)
      sharpen(
        moved.current,
        untracked(() => view.camera.value.k),
      );
  });
  useEffect(() => listen(root.current, store, view, picking), [store, view, picking]);
  useEffect(() => {
    const control = new AbortController();
    keeper.watch(control.signal);
    return () => control.abort();
  }, [keeper]);
  useSignalEffect(() => {
    const quiet = !store.busy.value && store.dialog.value === null && store.handOver.value === null;
    if (quiet && store.position.value !== null) keeper.restore(root.current);
  });
  // Whoever plays by keys goes on from the counter in hand, and from where it has gone.
  const place = useComputed(() => `${store.picked.value.at(-1)} ${handPlace(store)}`);
  useSignalEffect(() => {
    const hex = store.sheet.value?.hexes.get(place.value.split(" ")[1] ?? "");
    if (hex === undefined || !keeper.byKeys) return;
    anchor.current = hex;
    store.cursor.value = hex.label;
  });
  useLayoutEffect(() => {
    if (sheet !== null) view.unfold(sheet, middleOfInterest(store, sheet));
  }, [sheet, view, store]);

  useSignalEffect(() => {
    if (store.sheet.value !== null && store.position.value?.question != null) {
      untracked(() => store.sheet.value !== null && showOffers(store, view, store.sheet.value));
    }
  });

  useSignalEffect(() => {
    const places = store.glowing.value.flatMap((label) => store.sheet.value?.hexes.get(label) ?? []);
    untracked(() => places.length > 0 && !places.every((place) => view.sees(place)) && view.frame(places));
  });

  const step = (arrow: Arrow) => {
    if (sheet === null) return;
    const [first] = sheet.hexes.values();
    const middle = sheet.at(view.toSheet({ x: view.window.width / 2, y: view.window.height / 2 })) ?? first;
    const from = sheet.hexes.get(store.cursor.value ?? "");
    const start = sheet.hexes.get(handPlace(store) ?? "") ?? middle;
    if (from === undefined && start !== undefined) anchor.current = start;
    const next = from === undefined ? start : follow(sheet, from, anchor, arrow);
    if (next === undefined) return;
    store.cursor.value = next.label;
    store.overlays.point(next.label);
    view.reveal(next);
    teller.tell(next.label);
    const option = store.offers.value.hexes.get(next.label);
    store.point(option === undefined ? null : { option: option.id, at: picking.beside(next.label) });
  };

  const onKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) {
      event.preventDefault();
      if (event.shiftKey) pan(view, arrow);
      else step(arrow);
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(store, picking, event.target as Element);
    }
  };

  const onFocus = (event: FocusEvent) => {
    // A click focuses too, and then the map must not move away under the pointer.
    if (!(event.target as Element).matches(":focus-visible")) return;
    const option = (event.target as Element).closest("[data-option]")?.getAttribute("data-option");
    if (option == null) return;
    const label = placeOfOption(store, option);
    const hex = label === null ? undefined : sheet?.hexes.get(label);
    if (hex !== undefined) view.reveal(hex);
    store.point({ option, at: picking.beside(label) });
  };

  return (
    <section
      ref={root}
      role="application"
      class={kindOfBoard(store, view)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map itself takes the arrow keys
      tabIndex={0}
      aria-label={t("board.label")}
      aria-activedescendant={store.cursor.value === null ? undefined : `hex-${store.cursor.value}`}
      onKeyDown={onKey}
      onFocusIn={onFocus}
      onPointerLeave={(event) => {
        if (event.pointerType === "touch") return;
        view.hovered.value = null;
        store.point(null);
      }}
    >
      <div ref={moved} class="sheet">
        {sheet !== null && (
          <>
            <Terrain svg={store.terrain.value} width={sheet.width} height={sheet.height} />
            <Overlay store={store} view={view} sheet={sheet} />
          </>
        )}
      </div>
      {sheet === null && <p class="unfolding">{t("app.loading")}</p>}
    </section>
  );
}

/** The map is one picture that is only shifted while it moves; at another scale it is drawn sharp again. */
function sharpen(sheet: HTMLElement | null, scale: number): void {
  if (sheet === null || sheet.dataset.scale === String(scale)) return;
  sheet.dataset.scale = String(scale);
  sheet.style.willChange = "auto";
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      sheet.style.willChange = "transform";
    }),
  );
}

/** The pointer and wheel of the map's window, and its size. */
function listen(
  root: HTMLElement | null,
  store: TableStore,
  view: BoardView,
  picking: Picking,
): (() => void) | undefined {
  if (root === null) return undefined;
  const pointers = new Pointers(root, view, picking);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const box = root.getBoundingClientRect();
    view.zoom(Math.exp(-event.deltaY * WHEEL), { x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const menu = (event: MouseEvent) => {
    event.preventDefault();
    const box = root.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    if ((event as PointerEvent).pointerType !== "touch") {
      picking.inspect({ at, target: event.target as Element, touch: false });
    }
  };
  const control = new AbortController();
  const { signal } = control;
  root.addEventListener("pointerdown", pointers.start, { signal });
  root.addEventListener("pointermove", pointers.move, { signal });
  root.addEventListener("pointerup", pointers.end, { signal });
  root.addEventListener("pointercancel", pointers.end, { signal });
  root.addEventListener("pointerleave", pointers.forget, { signal });
  root.addEventListener("keydown", ({ key }) => key in ARROWS && pointers.forget(), { signal });
  root.addEventListener("focusin", ({ target }) => (target as Element).matches(":focus-visible") && pointers.forget(), {
    signal,
  });
  root.addEventListener("contextmenu", menu, { signal });
  root.addEventListener("wheel", wheel, { signal, passive: false });
  const sizes = new ResizeObserver(() => view.resize({ width: root.clientWidth, height: root.clientHeight }));
  view.window = { width: root.clientWidth, height: root.clientHeight };
  sizes.observe(root);
  const stopMeeting = effect(() => {
    if (store.offers.value !== NOTHING && !view.moving.value) requestAnimationFrame(() => pointers.meet());
  });
  return () => {
    stopMeeting();
    control.abort();
    sizes.disconnect();
  };
}

function follow(sheet: Sheet, from: Parameters<Sheet["step"]>[0], anchor: { current: Point }, arrow: Arrow) {
  const next = sheet.step(from, anchor.current, arrow);
  anchor.current = next.anchor;
  return next.hex;
}

function pan(view: BoardView, arrow: Arrow): void {
  if (arrow === "left" || arrow === "right") view.pan(arrow === "left" ? PAN : -PAN, 0);
  else view.pan(0, arrow === "up" ? PAN : -PAN);
}

function press(store: TableStore, picking: Picking, target: Element): void {
  const option = target.closest("[data-option]")?.getAttribute("data-option");
  if (option != null) void store.choose(option);
  else if (store.cursor.value !== null) picking.enter(store.cursor.value);
}

function placeOfOption(store: TableStore, option: string): string | null {
  const name = nameOf(option);
  if (store.sheet.value?.hexes.has(name)) return name;
  if (kindOf(option) === "side") return name.split("-")[0] ?? null;
  if (store.offers.value.faces.has(option)) return store.offers.value.turnsIn;
  return store.shown.value?.picture.cards.find((card) => card.id === name)?.at ?? null;
}

/** Where the counter in hand lies. */
function handPlace(store: TableStore): string | null {
  const hand = store.picked.value.at(-1);
  return store.position.value?.picture.cards.find((card) => card.id === hand)?.at ?? null;
}

/** Where the option lies that the hint shown would choose. */
function advisedPlace(store: TableStore): string | null {
  const option = store.advised.value;
  return option === null ? null : placeOfOption(store, option);
}

/** Where something can be picked now. */
function offeredPlaces(store: TableStore, sheet: Sheet): Point[] {
  const { hexes, units, sides, faces, turnsIn } = store.offers.value;
  const cards = store.position.value?.picture.cards ?? [];
  const labels = [
    ...hexes.keys(),
    ...[...sides.keys()].map((side) => side.split("-")[0] ?? ""),
    ...(faces.size > 0 ? [turnsIn] : []),
    ...cards.filter((card) => units.has(card.id)).map((card) => card.at),
  ];
  return labels.flatMap((label) => sheet.hexes.get(label) ?? []);
}

/** The middle of what matters to the one who looks: what can be picked, else the own counters. */
function middleOfInterest(store: TableStore, sheet: Sheet): Point | null {
  const position = store.position.value;
  const mine = (position?.picture.cards ?? []).filter((card) => card.side === position?.side);
  return middle(offeredPlaces(store, sheet)) ?? middle(mine.flatMap((card) => sheet.hexes.get(card.at) ?? []));
}

/** The enemies at whom something can be aimed now. */
function targets(store: TableStore, sheet: Sheet): Point[] {
  const position = store.position.value;
  const { units } = store.offers.value;
  const cards = (position?.picture.cards ?? []).filter((card) => units.has(card.id));
  const foes = cards.filter((card) => card.side !== position?.question?.side).map((card) => card.at);
  return [...new Set(foes)].flatMap((label) => sheet.hexes.get(label) ?? []);
}

/** Go to what can be chosen, where most of it is out of sight, to targets, and to what an order is aimed at. */
function showOffers(store: TableStore, view: BoardView, sheet: Sheet): void {
  const places = offeredPlaces(store, sheet);
  const question = store.position.value?.question;
  const about = question?.continues ? question.about.flatMap((label) => sheet.hexes.get(label) ?? []) : [];
  const seen = places.filter((place) => view.sees(place)).length;
  const aims = targets(store, sheet);
  if (places.length > 0 && seen * 2 < places.length) view.frame([...places, ...about]);
  else if (aims.length <= FEW && !aims.every((place) => view.sees(place, RIM))) view.frame([...aims, ...about]);
  else if (!about.every((place) => view.sees(place))) view.frame(places.length > FEW ? about : [...places, ...about]);
}

function offeredHex(option: Offer, hex: string): string {
  const cost = option.cost === null ? [] : [t("board.hex.cost", { cost: option.cost })];
  return list([t("board.hex.offered", { hex, label: option.label }), ...cost]);
}

function offeredSide(_: Offer, side: string): string {
  return t("board.side", { side });
}

/** The board with its numbers or without, which are light on the dark of a night. */
function kindOfBoard(store: TableStore, view: BoardView): string {
  const night = store.shown.value?.picture.lit != null ? "by-night" : "";
  return ["board", view.numbers.value ? "" : "no-numbers", night].filter((each) => each !== "").join(" ");
}

/** The printed map, drawn once: an image, over which lie the numbers of the hexes and the hexes themselves. They lie where
 * they belong before the image has come, because its size is told. */
const Terrain = memo(function Terrain({ svg, width, height }: Size & { svg: string }) {
  const { ground, hexes } = useMemo(() => layered(svg), [svg]);
  const address = useMemo(() => URL.createObjectURL(new Blob([ground], { type: "image/svg+xml" })), [ground]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <div class="terrain">
      <img src={address} width={width} height={height} alt="" draggable={false} />
      <div dangerouslySetInnerHTML={{ __html: hexes }} />
    </div>
  );
});

function Overlay({ store, view, sheet }: { store: TableStore; view: BoardView; sheet: Sheet }) {
  const shown = store.shown.value;
  const cards = useComputed(() => store.shown.value?.picture.cards ?? []);
  const taken = useComputed(() => new Set(cards.value.map((card) => card.at)));
  const hostile = useComputed(() => hostileHexes(store.position.value));
  if (shown === null) return null;
  const { picture } = shown;
  const { hexes, sides } = store.offers.value;
  const pointed = store.pointed.value?.option ?? null;
  return (
    <svg
      class="overlay"
      role="group"
      aria-label={t("board.label")}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      width={sheet.width}
      height={sheet.height}
    >
      <defs>
        <Arrowhead />
      </defs>
      {picture.lit !== null && <NightLayer sheet={sheet} lit={picture.lit} />}
      {view.control.value && <ControlLayer sheet={sheet} control={picture.control} palettes={picture.palettes} />}
      {store.looking.value === null && <Lights store={store} sheet={sheet} />}
      <ReachLayer
        sheet={sheet}
        hexes={hexes}
        hostile={hostile.value}
        pointed={pointed}
        taken={taken.value}
        label={offeredHex}
      />
      <EdgeLayer sheet={sheet} sides={sides} pointed={pointed} label={offeredSide} />
      <Pulses store={store} sheet={sheet} />
      <Targets store={store} sheet={sheet} />
      <Outline sheet={sheet} label={advisedPlace(store)} name="advised" />
      <Counters store={store} view={view} sheet={sheet} palettes={picture.palettes} cards={picture.cards} />
      <MarkerLayer sheet={sheet} signs={picture.signs} palettes={picture.palettes} taken={taken.value} />
      <SightLayer sheet={sheet} sights={store.sights} />
      <Turns store={store} view={view} sheet={sheet} />
      <PathLayer sheet={sheet} path={store.peek.value?.preview?.path ?? []} />
      <Outline sheet={sheet} label={store.cursor.value} name="cursor" />
      <Fan store={store} view={view} sheet={sheet} />
    </svg>
  );
}

/** The ways to turn, with the counter in hand where it is about to come onto the map. */
function Turns({ store, view, sheet }: { store: TableStore; view: BoardView; sheet: Sheet }) {
  const { faces, turnsIn, hexes } = store.offers.value;
  const position = store.position.value;
  const hex = sheet.hexes.get(turnsIn);
  if (faces.size === 0 || hex === undefined || position === null) return null;
  const pointed = store.pointed.value?.option ?? null;
  const hand = position.question?.hand.at(-1);
  const coming = position.picture.cards.find((card) => card.id === hand && card.at in position.picture.boxes);
  return (
    <>
      {coming !== undefined && (
        <g class="coming" transform={`translate(${hex.x} ${hex.y})`}>
          <Face card={coming} palette={colours(position.picture.palettes, coming)} />
        </g>
      )}
      <FaceLayer
        sheet={sheet}
        faces={faces}
        at={turnsIn}
        scale={view.camera.value.k}
        isHemmedIn={hexes.size > 0}
        pointed={pointed}
      />
    </>
  );
}

function Lights({ store, sheet }: { store: TableStore; sheet: Sheet }) {
  const { chosen, lit, hex } = store.overlays;
  if (chosen.value === null) return null;
  return (
    <g>
      <LitLayer sheet={sheet} hexes={lit.value} />
      {chosen.value.needs_hex && <Outline sheet={sheet} label={hex.value} name="lit-from" />}
    </g>
  );
}

function hostileHexes(position: Position | null): ReadonlySet<string> {
  const cards = position?.picture.cards ?? [];
  return new Set(cards.filter((card) => card.side !== position?.side).map((card) => card.at));
}

/** The hexes that an order already begun is aimed at, or one that is pointed at would be. */
function Targets({ store, sheet }: { store: TableStore; sheet: Sheet }) {
  const position = store.looking.value === null ? store.position.value : null;
  if (position === null) return null;
  return (
    <g>
      {[...begunAt(position), ...pointedAt(store, position)].map((label) => (
        <Outline key={label} sheet={sheet} label={label} name="aimed-at" />
      ))}
    </g>
  );
}

function begunAt({ question, picture }: Position): string[] {
  if (!question?.continues) return [];
  const hand = new Set(question.hand);
  const own = new Set(picture.cards.filter((card) => hand.has(card.id)).map((card) => card.at));
  return question.about.filter((label) => !own.has(label));
}

/** The enemy's hex that is pointed at where one is to be chosen. */
function pointedAt(store: TableStore, position: Position): string[] {
  const option = store.pointed.value?.option ?? "";
  const label = nameOf(option);
  return store.offers.value.hexes.get(label)?.id === option && hostileHexes(position).has(label) ? [label] : [];
}

function Pulses({ store, sheet }: { store: TableStore; sheet: Sheet }) {
  return (
    <g>
      {store.glowing.value.map((label) => (
        <Outline key={label} sheet={sheet} label={label} name="pulse" />
      ))}
    </g>
  );
}

/** The counters; of very many only those in sight and around it, and those that can be chosen wherever they lie. */
const Counters = memo(function Counters(props: {
  store: TableStore;
  view: BoardView;
  sheet: Sheet;
  palettes: Record<string, Colours>;
  cards: readonly Card[];
}) {
  const { store, view, sheet, cards } = props;
  const all = useMemo(() => placed(cards, sheet), [cards, sheet]);
  const isCrowd = all.length > CROWD;
  const part = isCrowd ? view.part.value : null;
  const plain = isCrowd && !view.legible.value;
  const picked = new Set([...store.picked.value, ...store.together.value]);
  const { units } = store.offers.value;
  const isDrawn = (one: Placed) =>
    part === null || holds(part, one) || units.has(one.card.id) || picked.has(one.card.id);
  return (
    <g class="counters">
      {onTop(all.filter(isDrawn), picked).map(({ card, x, y }) => (
        <OnMap
          key={card.id}
          card={card}
          x={x}
          y={y}
          palette={colours(props.palettes, card)}
          flat={sheet.flat}
          offered={units.get(card.id)?.id ?? ""}
          picked={picked.has(card.id) || card.states.includes("selected")}
          side={store.sideName(card.side)}
          plain={plain}
        />
      ))}
    </g>
  );
});

/** The counters with those in hand last, so that they lie on top. */
function onTop(all: Placed[], picked: ReadonlySet<string>): Placed[] {
  if (picked.size === 0) return all;
  return [...all.filter((one) => !picked.has(one.card.id)), ...all.filter((one) => picked.has(one.card.id))];
}

interface OnMapProps {
  card: Card;
  x: number;
  y: number;
  palette: Colours;
  flat: boolean;
  offered: string;
  picked: boolean;
  side: string;
  /** Whether it is too small for anything printed on it to be read. */
  plain: boolean;
}

/** A counter where it lies; it slides when it moves. */
const OnMap = memo(
  function OnMap({ card, x, y, palette, flat, offered, picked, side, plain }: OnMapProps) {
    const name = described(card, side);
    return (
      <g
        class={["counter", offered ? "offered" : "", picked ? "picked" : ""].join(" ")}
        style={{ transform: `translate(${x}px, ${y}px)` }}
        data-unit={card.id}
        data-option={offered || undefined}
        role={offered ? "button" : "img"}
        tabindex={offered ? 0 : undefined}
        aria-label={offered ? list([name, t("board.unit.offered")]) : name}
      >
        <Ring />
        {!plain && <Facing card={card} palette={palette} flat={flat} />}
        {plain ? <Block palette={palette} /> : <Face card={card} palette={palette} />}
      </g>
    );
  },
  (a, b) =>
    a.card === b.card &&
    a.x === b.x &&
    a.y === b.y &&
    a.offered === b.offered &&
    a.picked === b.picked &&
    a.side === b.side &&
    a.plain === b.plain &&
    a.palette.fill === b.palette.fill,
);

function Ring() {
  const half = CARD / 2 + 2.5;
  return <rect class="ring" x={-half} y={-half} width={2 * half} height={2 * half} rx="7" />;
}

/** A stack spread out over its hex, large enough to be read at any zoom. */
function Fan({ store, view, sheet }: { store: TableStore; view: BoardView; sheet: Sheet }) {
  const label = view.fan.value;
  const hex = label === null ? undefined : sheet.hexes.get(label);
  const picture = store.shown.value?.picture;
  if (hex === undefined || picture === undefined || label === null) return null;
  const stack = byPlace(picture.cards).get(label) ?? [];
  // All of it may have gone elsewhere while it lay spread out.
  if (stack.length === 0) return null;
  const { x, y, width, height, scale, spots } = spreadOut(view, hex, stack.length);
  return (
    <g class="fan" transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect class="tray" x={-width} y={-height} width={2 * width} height={2 * height} rx="9" data-fan={label} />
      {stack.map((card, place) => {
        const spot = spots[place] ?? { x: 0, y: 0 };
        const offered = store.offers.value.units.has(card.id) ? "offered" : "";
        const picked = store.picked.value.includes(card.id) ? "picked" : "";
        return (
          <g
            key={card.id}
            class={["counter", offered, picked].join(" ")}
            transform={`translate(${spot.x} ${spot.y})`}
            data-unit={card.id}
          >
            <Ring />
            <Face card={card} palette={colours(picture.palettes, card)} />
          </g>
        );
      })}
    </g>
  );
}
