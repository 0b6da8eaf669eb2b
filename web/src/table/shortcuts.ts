/** The keys that work anywhere on a table page. */
import type { BoardView } from "../board/view";
import type { TableStore } from "./store";
import { lists } from "./UnitList";

export function shortcuts(store: TableStore, view: BoardView): (event: KeyboardEvent) => void {
  const keys: Record<string, () => void> = {
    u: () => void store.undo(),
    r: () => void store.redo(),
    e: () => store.end(),
    h: () => void store.askHint(),
    a: () => order(store),
    x: () => void store.gather(),
    i: () => inspectCursor(store, view),
    l: () => open(store, "list"),
    "?": () => open(store, "keys"),
    "+": view.zoomIn,
    "=": view.zoomIn,
    "-": view.zoomOut,
    "0": () => view.fit(),
    c: () => toggle(view.control),
    g: () => toggle(view.numbers),
    o: () => toggle(store.overlays.menu),
    s: () => store.welcome.value?.sights && store.sights.toggle(),
    b: () => store.rulebook.toggle(),
    n: () => nextOption(),
    v: () => layOutStack(store, view),
    q: () => void takeNextInStack(store, view),
    j: () => void takeNextOfAll(store, view),
    Escape: () => putBack(store, view),
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered(store)) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}

function isCovered(store: TableStore): boolean {
  return store.dialog.value !== null || (store.handOver.value !== null && !store.uncovered.value);
}

/** Whether a letter belongs to what has the focus: a field to write in, or a list that letters search. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=range], [type=checkbox]), select, textarea");
}

function open(store: TableStore, dialog: "list" | "keys"): void {
  const isAsked = store.position.value?.question != null && store.looking.value === null;
  if (dialog === "keys" || isAsked) store.dialog.value = dialog;
}

function order(store: TableStore): void {
  if (store.position.value?.question?.formality != null) toggle(store.ordering);
}

function toggle(flag: { value: boolean }): void {
  flag.value = !flag.value;
}

/** The hex that is meant by a key: under the pointer, that of the counter in hand, or under the cursor. */
function meantHex(store: TableStore, view: BoardView): string | null {
  const cards = store.shown.value?.picture.cards ?? [];
  const placeOf = (unit: string | null | undefined) => cards.find((card) => card.id === unit)?.at;
  const found = [placeOf(view.hovered.value), placeOf(store.picked.value.at(-1)), store.cursor.value];
  return found.find((one) => store.sheet.value?.hexes.has(one ?? "")) ?? null;
}

function layOutStack(store: TableStore, view: BoardView): void {
  const label = meantHex(store, view);
  store.stack.value = store.stack.value === label ? null : label;
  view.fan.value = null;
}

function takeNextInStack(store: TableStore, view: BoardView): Promise<boolean> {
  const label = store.stack.value ?? meantHex(store, view);
  const cards = store.position.value?.picture.cards ?? [];
  return store.takeNext(cards.filter((card) => card.at === label).map((card) => card.id));
}

/** Go to the next counter that can still act, formation by formation, and show where it is. */
async function takeNextOfAll(store: TableStore, view: BoardView): Promise<void> {
  const listed = lists(store).flatMap((list) => list.cards.map((card) => card.id));
  if (!(await store.takeNext(listed))) return;
  const label = meantHex(store, view);
  const hex = store.sheet.value?.hexes.get(label ?? "");
  if (hex !== undefined) view.reveal(hex);
}

function inspectCursor(store: TableStore, view: BoardView): void {
  const hovered = store.shown.value?.picture.cards.find((card) => card.id === view.hovered.value)?.at;
  const pointed = store.pointed.value?.option.replace(/^hex:/, "");
  const label = [hovered, store.cursor.value, pointed].find((one) => store.sheet.value?.hexes.has(one ?? ""));
  if (label != null) void store.inspect(label);
}

/** Undo the last thing that was opened: a menu, a stack, a hint, news, the past, a light, or the counter in hand. */
function putBack(store: TableStore, view: BoardView): void {
  if (store.overlays.menu.value) store.overlays.menu.value = false;
  else if (store.ordering.value) store.ordering.value = false;
  else if (store.paper.value !== null) store.layOut(null);
  else if (store.stack.value !== null) store.stack.value = null;
  else if (view.fan.value !== null) view.fan.value = null;
  else if (store.rulebook.page.value !== null) store.rulebook.close();
  else if (store.hint.value !== null) store.closeHint();
  else if (store.news.lines.value.length > 0 && store.looking.value === null) store.news.close();
  else if (store.looking.value !== null) void store.replay(null);
  else if (store.sights.picking.value) store.sights.close();
  else if (store.overlays.isNew) store.overlays.choose(null);
  else if (store.position.value?.question?.continues) void store.stepBack();
  else store.overlays.choose(null);
}

/** Move the focus to the next thing on the page that can be chosen. */
function nextOption(): void {
  const all = [
    ...document.querySelectorAll<HTMLElement | SVGElement>(
      ".table-page [data-option][tabindex], .boxes [data-option], .answers [data-option]",
    ),
  ];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + 1) % all.length]?.focus();
}
