/** The card that teaches: it says what to do, points at where, and knows from the server whether it was done. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Box, Size } from "../board/camera";
import type { Point } from "../board/geometry";
import { isPiece } from "../board/offers";
import type { BoardView } from "../board/view";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import { beginEasyGame, beginLesson } from "../lobby/learning";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { LessonMark, LessonSheet, TitleCard } from "../protocol";
import { lessonsAddress } from "../route";
import { leave, tick } from "../settings";
import { pointedAt, pointer, type Spot, shownStep, spot } from "./lesson";
import { Said } from "./Said";
import type { TableStore } from "./store";

/** Where the parts of the screen are that a lesson can point at. */
const PANELS: Record<string, string> = {
  prompt: ".action-bar .prompt",
  track: ".side-panel .turn-track, .side-panel .course",
  status: ".side-panel .victory",
  log: ".side-panel .record .tab-body",
  odds: ".odds-card",
  unit: ".unit-card",
  undo: ".tools [data-act=undo], .tools [data-act=plead]",
  hint: ".tools [data-act=hint]",
  book: ".map-tools [data-tool=book]",
  lights: ".overlay-menu > button",
};
/** What a card had better not lie on, beside what it points at. */
const AROUND = [
  ".map-window [data-option]",
  ".counters [data-unit]",
  ".odds-card",
  ".unit-card",
  ".stack-card",
  ".briefing",
  ".answers",
  ".prompt h2",
  ".side-panel .log li",
].join();
/** What lies nearer to the edge of the map's window than this is hardly in sight. */
const RIM = 40;
/** The page changes in many ways, and it is measured so often, in milliseconds. */
const PULSE = 150;

export function LessonCard({ store, view }: { store: TableStore; view: BoardView }) {
  const sheet = store.welcome.value?.lesson ?? null;
  const mark = store.position.value?.lesson ?? null;
  if (sheet === null || mark === null || store.looking.value !== null) return null;
  return <Teaching key={sheet.id} store={store} view={view} sheet={sheet} mark={mark} />;
}

interface Props {
  store: TableStore;
  view: BoardView;
  sheet: LessonSheet;
  mark: LessonMark;
}

function Teaching({ store, view, sheet, mark }: Props) {
  const read = useSignal<ReadonlySet<number>>(new Set());
  const step = shownStep(sheet, mark, read.value);
  const targets = pointedAt(sheet, mark, step);
  const finished = step === sheet.steps.length;
  useEffect(() => {
    if (finished) tick(store.welcome.value?.title ?? "", sheet.id);
  }, [finished, store, sheet.id]);
  const next = () => {
    read.value = new Set(read.value).add(step);
  };
  return (
    <Pointing key={`${step} ${targets.join()}`} store={store} view={view} targets={targets}>
      <header>
        <small>
          {t("lesson.of", { n: sheet.number, of: sheet.of })} · {sheet.name}
        </small>
        <a class="quiet icon" href={lessonsAddress(store.welcome.value?.title ?? "")} title={t("learn.all")}>
          <Icon name="close" />
          <span class="unseen">{t("learn.all")}</span>
        </a>
      </header>
      {finished ? (
        <Finished store={store} sheet={sheet} />
      ) : (
        <Doing store={store} sheet={sheet} mark={mark} step={step} next={next} />
      )}
    </Pointing>
  );
}

function Doing(props: { store: TableStore; sheet: LessonSheet; mark: LessonMark; step: number; next: () => void }) {
  const { store, sheet, mark, step, next } = props;
  const said = sheet.steps[step];
  if (said === undefined) return null;
  const strayed = said.task && mark.strayed && step === mark.step;
  return (
    <>
      <p class="said" aria-live="polite">
        <Said text={said.text} />
      </p>
      {strayed && <Strayed store={store} sheet={sheet} otherwise={said.otherwise} />}
      <footer>
        <span class="dots" role="img" aria-label={t("lesson.step", { n: step + 1, of: sheet.steps.length })}>
          {sheet.steps.map((one, place) => (
            <i key={one.text} class={place < step ? "past" : place === step ? "now" : ""} />
          ))}
        </span>
        {!said.task && (
          <button type="button" class="primary" data-act="read" onClick={next}>
            {t("lesson.next")}
          </button>
        )}
      </footer>
    </>
  );
}

/** Something else was done: it can be taken back, or the lesson begun again. */
function Strayed({ store, sheet, otherwise }: { store: TableStore; sheet: LessonSheet; otherwise: string }) {
  const position = store.position.value;
  const canUndo = position?.can_undo ?? false;
  const waits = position?.question === null && position.result === "";
  return (
    <div class="strayed" role="status">
      <p>
        <Said text={otherwise || t("lesson.strayed")} />
        {!canUndo && !waits && otherwise === "" && ` ${t("lesson.stuck")}`}
      </p>
      <div class="choices">
        {canUndo && (
          <button type="button" class="primary" data-act="take-back" onClick={() => void store.undo()}>
            <Icon name="undo" /> {t("lesson.back")}
          </button>
        )}
        <button type="button" data-act="restart" onClick={() => void goTo(store, sheet.id)}>
          {t("lesson.again")}
        </button>
      </div>
    </div>
  );
}

function Finished({ store, sheet }: { store: TableStore; sheet: LessonSheet }) {
  return (
    <>
      <h3>{t("lesson.done")}</h3>
      <p class="said" aria-live="polite">
        <Said text={sheet.done} />
      </p>
      {sheet.next === "" ? (
        <Invitation store={store} />
      ) : (
        <div class="choices">
          <button type="button" class="primary" data-act="next-lesson" onClick={() => void goTo(store, sheet.next)}>
            {t("lesson.following")}
          </button>
          <a class="button" href={lessonsAddress(store.welcome.value?.title ?? "")}>
            {t("learn.all")}
          </a>
        </div>
      )}
    </>
  );
}

/** After the last lesson: a real game, against somebody who is easy to beat. */
function Invitation({ store }: { store: TableStore }) {
  const found = useSignal<TitleCard | null>(null);
  useEffect(() => {
    api.titles().then(
      (titles) => {
        found.value = titles.find((one) => one.id === store.welcome.value?.title) ?? null;
      },
      () => undefined,
    );
  }, [found, store]);
  const title = found.value;
  const [scenario] = title?.scenarios ?? [];
  return (
    <>
      <p>{t("lesson.last")}</p>
      <div class="choices">
        {title !== null && scenario !== undefined && (
          <button
            type="button"
            class="primary"
            data-act="play"
            onClick={() => void away(store, () => beginEasyGame(title))}
          >
            {t("lesson.play", { scenario: scenario.name })}
          </button>
        )}
        <a class="button" href="#/">
          {t("app.home")}
        </a>
      </div>
    </>
  );
}

function goTo(store: TableStore, lesson: string): Promise<void> {
  return away(store, () => beginLesson(store.welcome.value?.title ?? "", lesson));
}

/** Go to another table, and forget what opens this one: a lesson is never resumed. */
async function away(store: TableStore, go: () => Promise<void>): Promise<void> {
  try {
    await go();
    leave(store.table);
  } catch (error) {
    store.toast("note", told(error));
  }
}

/** A card that lies beside what it points at, with rings around that. */
function Pointing(props: {
  store: TableStore;
  view: BoardView;
  targets: readonly string[];
  children: ComponentChildren;
}) {
  const { store, view, targets, children } = props;
  const card = useRef<HTMLElement>(null);
  const rings = useSignal<readonly Box[]>([]);
  const extent = useSignal<Size>({ width: 0, height: 0 });
  const at = useSignal<Spot>({ x: 8, y: 60, beak: null, along: 0 });
  const measure = () => {
    const found = targets.flatMap(boxOf);
    if (!alike(found, rings.peek())) rings.value = found;
    const box = card.current?.getBoundingClientRect();
    if (box === undefined) return;
    const around = [...document.querySelectorAll(AROUND)].map((one) => boxed(one.getBoundingClientRect()));
    const page = { x: 0, y: 0, width: innerWidth, height: innerHeight };
    const map = document.querySelector(".map-window")?.getBoundingClientRect();
    const size = { width: box.width, height: box.height };
    const best = spot(size, found, around, page, map === undefined ? page : boxed(map), spreadOut());
    if (!alike([size], [extent.peek()])) extent.value = size;
    if (!same(best, at.peek())) at.value = best;
  };
  useEffect(() => {
    reveal(store, view, targets);
  }, [store, view, targets.join()]);
  useLayoutEffect(() => {
    measure();
    const timer = setInterval(measure, PULSE);
    addEventListener("resize", measure);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", measure);
    };
  });
  useSignalEffect(() => {
    const isDrawn = view.camera.value.k > 0 && store.sheet.value !== null && store.shown.value !== null;
    if (isDrawn) requestAnimationFrame(measure);
  });
  const { x, y, beak, along } = at.value;
  return (
    <div class="lesson-layer">
      {rings.value.map((box, place) => (
        <i
          key={place}
          class="lesson-ring"
          style={{ left: box.x - 4, top: box.y - 4, width: box.width + 8, height: box.height + 8 }}
        />
      ))}
      {beak === null && rings.value.length > 0 && <Line card={{ x, y, ...extent.value }} targets={rings.value} />}
      <aside ref={card} class="lesson-card" aria-label={t("learn.lessons")} style={{ left: x, top: y }}>
        {beak !== null && <b class={`beak ${beak}`} style={sideways(beak, along)} />}
        {children}
      </aside>
    </div>
  );
}

/** A line to what the card points at from afar. */
function Line({ card, targets }: { card: Box; targets: readonly Box[] }) {
  return (
    <svg class="lesson-line" aria-hidden="true">
      {targets.map((target) => (
        <line key={`${target.x} ${target.y}`} {...pointer(card, target)} />
      ))}
    </svg>
  );
}

function sideways(beak: NonNullable<Spot["beak"]>, along: number) {
  return beak === "left" || beak === "right" ? { top: along } : { left: along };
}

/** Where a stack lies spread out, over which no card should lie: it is about to be clicked. */
function spreadOut(): Box[] {
  return [...document.querySelectorAll(".fan .tray")].map((tray) => boxed(tray.getBoundingClientRect()));
}

/** Where something is that words point at, if it is in sight. */
function boxOf(target: string): Box[] {
  const [kind = "", name = ""] = split(target);
  const found =
    kind === "panel"
      ? document.querySelector(PANELS[name] ?? "")
      : kind === "hex"
        ? document.getElementById(`hex-${name}`)
        : ((isPiece(target) ? counterOf(CSS.escape(name)) : null) ??
          document.querySelector(`.answers [data-option="${CSS.escape(target)}"]`));
  const box = found?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? [] : [boxed(box)];
}

/** A counter: where it lies spread out, or else in its stack. */
function counterOf(name: string): Element | null {
  return (
    document.querySelector(`.fan [data-unit="${name}"]`) ?? document.querySelector(`.counters [data-unit="${name}"]`)
  );
}

function split(target: string): [string, string] {
  const place = target.indexOf(":");
  return [target.slice(0, place), target.slice(place + 1)];
}

/** Move the map until what is pointed at on it is in sight. */
function reveal(store: TableStore, view: BoardView, targets: readonly string[]): void {
  const cards = store.position.value?.picture.cards ?? [];
  const labels = targets.map((target) => {
    const [kind, name] = split(target);
    return kind === "hex" ? name : (cards.find((card) => isPiece(target) && card.id === name)?.at ?? "");
  });
  const places = labels.flatMap((label) => store.sheet.value?.hexes.get(label) ?? []);
  const isWell = (place: Point) => {
    const { x, y } = view.toWindow(place);
    return x > RIM && y > RIM && x < view.window.width - RIM && y < view.window.height - RIM;
  };
  if (!places.every(isWell)) view.frame(places);
}

function boxed(box: DOMRect): Box {
  return { x: box.x, y: box.y, width: box.width, height: box.height };
}

function alike(some: readonly Size[], others: readonly Size[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function same(one: Spot, other: Spot): boolean {
  const near = Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
  return near && one.beak === other.beak && Math.abs(one.along - other.along) < 1;
}
