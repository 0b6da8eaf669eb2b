/** What is asked and what can be answered off the map: the prompt, buttons, undo and redo. */
import { CANCEL, DONE, hint, isPiece, kindOf, type Offers, OTHER } from "../board/offers";
import { Icon } from "../common/Icon";
import { Rule } from "../common/Rule";
import { inWordsForTouch, onlyTouch } from "../common/touch";
import { list, t } from "../i18n";
import { type Groups, largest } from "./groups";
import { HintButton } from "./HintCard";
import { UndoButton } from "./Plea";
import { coloursOf, type Offer, type Position, type Question } from "./position";
import { AlwaysButton } from "./StandingMenu";
import type { TableStore } from "./store";

/** So many buttons have room in two rows; of more only those for many pieces or none are shown, and all are listed. */
const FEW = 10;
/** So many options are taken in at a glance, without a list. */
const GLANCE = 7;
/** So many buttons have room for their full size, and for one more that undo offers as well. */
const ROOMY = 4;
/** So many letters have room on buttons of full size, in one row. */
const ROW = 88;
/** So many have room on the smaller buttons of two rows. */
const ROWS = 200;
/** What the edges of a button and the name of its key take up, in letters. */
const EDGES = 5;
/** So many letters of a prompt fit into one line. */
const LINE = 54;

export function ActionBar({ store }: { store: TableStore }) {
  const position = store.position.value;
  if (position === null) return <footer class="action-bar" />;
  if (store.looking.value !== null) return <LookingBack store={store} number={store.looking.value.number} />;
  return (
    <footer
      class="action-bar"
      role="region"
      aria-label={t("act.title")}
      data-side={position.side}
      data-revision={position.revision}
      aria-busy={store.busy.value}
    >
      <Edge store={store} position={position} />
      <Middle store={store} position={position} />
      <div class="tools" role="toolbar" aria-label={t("act.tools")}>
        <HintButton store={store} />
        <UndoButton store={store} />
        <button type="button" class="quiet" disabled={!position.can_redo} onClick={() => void store.redo()}>
          <Icon name="redo" /> {t("act.redo")}
        </button>
      </div>
    </footer>
  );
}

function Middle({ store, position }: { store: TableStore; position: Position }) {
  if (position.question === null) return <Waiting store={store} position={position} />;
  const isAnswered = position.question.stood_in || store.forced.value !== null;
  return isAnswered ? <StoodIn question={position.question} /> : <Asked store={store} />;
}

/** A question that a standing order is about to answer. */
function StoodIn({ question }: { question: Question }) {
  return (
    <div class="prompt waiting" role="status">
      <span class="hourglass" aria-hidden="true" />
      <h2>{question.prompt}</h2>
      {question.stood_in && <p class="muted">{t("standing.answering")}</p>}
    </div>
  );
}

/** A stripe in the colour of the side that is looking. */
function Edge({ store, position }: { store: TableStore; position: Position }) {
  const palette = coloursOf(position, position.side);
  return (
    <span class="side-stripe" style={{ background: palette?.fill, color: palette?.ink }}>
      {position.side === "" ? t("spectator.note") : store.sideName(position.side)}
    </span>
  );
}

function Asked({ store }: { store: TableStore }) {
  const question = store.position.value?.question;
  if (question == null) return null;
  const found = store.offers.value;
  const buttons = roomFor(found.buttons, question, store.groups);
  const hidden = found.buttons.filter((option) => !buttons.includes(option));
  const many = hidden.some((option) => !option.grave);
  const listed = question.options.length > GLANCE || hidden.length > 0;
  const full = buttons.length + Number(found.stack !== "") + Number(listed) + Number(found.done !== null) > ROOMY;
  // An answer that puts back what is in hand needs no second button beside it that does the same.
  const isPutBack = found.done?.id === CANCEL || found.done?.id === OTHER;
  const cancels = question.continues && !full && !isPutBack && (store.position.value?.can_undo ?? false);
  const texts = [
    ...buttons.map((option) => option.label),
    ...(found.stack === "" ? [] : [t("stack.open", { n: found.others.size })]),
    ...(listed ? [t("ask.all", { n: question.options.length })] : []),
    ...(cancels ? [t("act.cancel")] : []),
    ...(found.done === null ? [] : [found.done.label]),
  ];
  const crowded = full || areWide(texts);
  const pickable = question.gathers === "" ? 0 : question.options.filter(({ id }) => isPiece(id)).length;
  return (
    <div class="asked">
      <div class={isLong(question.prompt) ? "prompt long" : "prompt"}>
        <h2>
          {question.prompt} <Rule id={question.rule} />
        </h2>
        {question.options.length > 1 && <p class="muted">{told(found, store.groups)}</p>}
      </div>
      <div
        role="group"
        aria-label={t("act.answers")}
        class={["answers", crowded ? "crowded" : "", store.guarded.value ? "guarded" : ""].join(" ")}
      >
        {slots(buttons, question, found.done).free.map((option) => (
          <Answer key={option.id} store={store} option={option} />
        ))}
        {found.stack !== "" && <StackButton store={store} label={found.stack} n={found.others.size} />}
        {pickable > 1 && <GatherButton store={store} question={question} />}
        {question.formality !== null && <AlwaysButton store={store} />}
        {listed && (
          <button type="button" class={many ? "primary" : "quiet"} onClick={() => openList(store)}>
            {t("ask.all", { n: question.options.length })} <kbd>L</kbd>
          </button>
        )}
        <div class="ending">
          {slots(buttons, question, found.done).last.map((option) => (
            <Answer key={option.id} store={store} option={option} />
          ))}
          {cancels && (
            <button type="button" onClick={(event) => press(store, event, () => void store.undo())}>
              {t("act.cancel")} <kbd>Esc</kbd>
            </button>
          )}
          {found.done !== null && (
            <button
              type="button"
              class={marked(
                found.done.grave ? "danger" : question.continues ? "primary" : "end",
                store.advised.value === found.done.id,
              )}
              data-option={found.done.id}
              disabled={store.busy.value}
              onClick={(event) => press(store, event, () => store.end())}
            >
              {found.done.label} <kbd>E</kbd>
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Lays out the stack in which something can be done with each of many counters. */
function StackButton({ store, label, n }: { store: TableStore; label: string; n: number }) {
  const toggle = () => {
    store.stack.value = store.stack.value === label ? null : label;
  };
  return (
    <button type="button" aria-expanded={store.stack.value === label} onClick={toggle}>
      {t("stack.open", { n })} <kbd>V</kbd>
    </button>
  );
}

/** Picks all that can still be picked for an attack or the like, one after the other. Of what comes by another rule than
 * the question, such as supply for an attack, not all may be wanted: there it says no number. */
function GatherButton({ store, question }: { store: TableStore; question: Question }) {
  const own = question.options.filter(({ id, rule }) => isPiece(id) && rule === question.rule);
  return (
    <button
      type="button"
      class="gather"
      disabled={store.busy.value}
      onClick={(event) => press(store, event, () => void store.gather())}
    >
      {own.length > 1 ? t("act.gather", { n: own.length }) : t("act.gather.rest")} <kbd>X</kbd>
    </button>
  );
}

/** Buttons by their places: what ends things or lets them take their course, and grave ones, lie apart at the end. */
export function slots(buttons: readonly Offer[], question: Question, done: Offer | null) {
  const course = done === null ? question.default : "";
  const isCourse = (option: Offer) => option.id === course || option.id === DONE;
  const grave = buttons.filter((option) => option.grave && !isCourse(option));
  return {
    free: buttons.filter((option) => !option.grave && !isCourse(option)),
    last: [...grave, ...buttons.filter(isCourse)],
  };
}

/** A click with the pointer that comes just after a question was meant for the one before it. */
function press(store: TableStore, event: MouseEvent, act: () => void): void {
  if (event.detail === 0 || !store.isGuarded()) act();
}

function isLong(prompt: string): boolean {
  return letters(prompt) > LINE;
}

/** Whether buttons with some texts are too wide for one row at their full size. */
export function areWide(texts: readonly string[]): boolean {
  return width(texts) > ROW;
}

function width(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + letters(text) + EDGES, 0);
}

/** How wide a text is; Chinese characters and kana count twice. */
function letters(text: string): number {
  return text.length + (text.match(/[\u3000-\u9fff]/gu)?.length ?? 0);
}

/** A finger shows first and chooses with the second tap. */
function told(found: Offers, groups: Groups): string {
  const key = hint(found);
  if (onlyTouch()) return key === "ask.hex" ? t("ask.hex.touch") : inWordsForTouch(t(key));
  const isToldTogether =
    key === "ask.unit" && (found.stacks.size > 0 || found.buttons.some((option) => option.id in groups));
  return t(isToldTogether ? "ask.unit-or-group" : key);
}

/** The buttons that are shown; what there is no room for stands in the list of all options, and so do grave deeds with
 * single pieces, unless they are what is asked about: beside anything else they would be pressed by mistake. */
export function roomFor(buttons: readonly Offer[], question: Question, groups: Groups): readonly Offer[] {
  const ends = [DONE, question.done, question.default];
  const asksElse = question.options.some((option) => !option.grave && !ends.includes(option.id));
  const shown = buttons.filter((option) => !(asksElse && option.grave && kindOf(option.id) !== "do"));
  const isFull = shown.length > FEW || width(shown.map((option) => option.label)) > ROWS;
  return isFull ? foremost(shown, groups) : shown;
}

/** Of very many buttons those that name no piece, and those for the most counters together. */
function foremost(buttons: readonly Offer[], groups: Groups): Offer[] {
  const whole = new Set(largest(buttons, groups));
  return buttons.filter((option) => kindOf(option.id) === "do" || whole.has(option));
}

function openList(store: TableStore): void {
  store.dialog.value = "list";
}

function marked(name: string, advised: boolean): string {
  return advised ? `${name} advised` : name;
}

function Answer({ store, option }: { store: TableStore; option: Offer }) {
  const point = (target: Element) => {
    const board = document.querySelector(".board")?.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    store.point({ option: option.id, at: { x: box.left - (board?.left ?? 0), y: (board?.height ?? 0) - 270 } });
  };
  return (
    <button
      type="button"
      class={marked(look(option), store.advised.value === option.id)}
      data-option={option.id}
      disabled={store.busy.value}
      onClick={(event) => press(store, event, () => answer(store, option))}
      onPointerEnter={(event) => point(event.currentTarget)}
      onPointerLeave={() => store.point(null)}
      onFocus={(event) => point(event.currentTarget)}
      onBlur={() => store.point(null)}
    >
      {option.id === DONE ? t("act.end") : option.label}
      {option.cost !== null && <span class="cost-tag">{option.cost}</span>}
      {isByDefault(store, option) && <kbd>E</kbd>}
    </button>
  );
}

/** What ends a phase from the middle of an order is asked for again. */
function answer(store: TableStore, option: Offer): void {
  if (option.id === DONE) store.askToEnd(option.id);
  else void store.choose(option.id);
}

function look(option: Offer): string {
  if (option.grave) return "danger";
  if (option.id === DONE) return "end";
  return kindOf(option.id) === "do" ? "primary" : "";
}

/** Whether the key that ends things chooses an option, as it does where nothing is to be ended. */
function isByDefault(store: TableStore, option: Offer): boolean {
  return store.offers.value.done === null && store.position.value?.question?.default === option.id;
}

function Waiting({ store, position }: { store: TableStore; position: Position }) {
  const welcome = store.welcome.value;
  if (position.result !== "") {
    return (
      <div class="prompt over">
        <h2>{position.result}</h2>
        <button type="button" onClick={() => openDice(store)}>
          {t("over.dice")}
        </button>
        <button type="button" onClick={() => void store.openReport()}>
          {t("over.report")}
        </button>
        <a class="button" href="#/">
          {t("over.again")}
        </a>
      </div>
    );
  }
  const open = position.waiting_for.filter((side) => welcome?.seats[side] === "open");
  const names = (sides: readonly string[]) => list(sides.map((side) => store.sideName(side)));
  const [text, busy] =
    position.interrupt !== ""
      ? [position.interrupt, true]
      : position.thinking.length > 0
        ? [t("wait.thinking", { side: names(position.thinking) }), true]
        : open.length > 0
          ? [t("wait.invited", { side: names(open) }), false]
          : [
              t(position.waiting_for.length > 0 ? "wait.for" : "wait.nobody", { side: names(position.waiting_for) }),
              true,
            ];
  return (
    <div class="prompt waiting" role="status">
      {busy && <span class="hourglass" aria-hidden="true" />}
      <h2>{text}</h2>
    </div>
  );
}

function openDice(store: TableStore): void {
  store.dialog.value = "dice";
}

function LookingBack({ store, number }: { store: TableStore; number: number }) {
  const all = store.position.value?.number ?? 0;
  return (
    <footer class="action-bar looking" role="region" aria-label={t("act.title")}>
      <div class="prompt">
        <h2>{t("replay.banner", { n: number, all })}</h2>
      </div>
      <div class="answers">
        <button type="button" class="primary" onClick={() => void store.replay(null)}>
          {t("replay.live")}
        </button>
      </div>
    </footer>
  );
}
