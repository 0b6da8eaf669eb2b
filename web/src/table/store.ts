/** Everything that a table page knows and does: the one place where messages become state and clicks become requests. */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { titleBadges } from "../board/badges";
import { type Meaning, meaningOf } from "../board/clicks";
import { type Point, Sheet } from "../board/geometry";
import { DONE, isPiece, kindOf, meantByHex, NOTHING, nameOf, OTHER, offers, reckoned } from "../board/offers";
import { titleStates } from "../board/states";
import { openPage } from "../common/download";
import { list, t } from "../i18n";
import * as api from "../net/api";
import { Connection } from "../net/connection";
import { told, worded } from "../net/problems";
import type * as wire from "../protocol";
import type {
  Advice,
  Answer,
  Chat,
  Hello,
  HexAnswer,
  LogLine,
  OddsAnswer,
  PreviewAnswer,
  Problem,
  ServerMessage,
  Update,
  Welcome,
} from "../protocol";
import { positionOf, tableAddress } from "../route";
import { keep, lang, leave, tokensOf } from "../settings";
import { Rulebook } from "./book";
import type { Told } from "./clocks";
import type { Paper } from "./Dock";
import { Dossier } from "./dossier";
import { type Groups, smallestWith } from "./groups";
import { MOST_NOTES, News } from "./news";
import { Overlays } from "./overlays";
import { People } from "./people";
import { forced, type Names, type Offer, type Position, type Question, updated, whole } from "./position";
import { firstWhere, heard, notable, passTo, picks, type Strength, strength } from "./reduce";
import { Sights } from "./sights";
import { gives } from "./standing";

export interface Toast {
  id: number;
  kind: "note" | "refusal" | "event" | "result";
  text: string;
  rule: string;
  line?: LogLine;
  at?: Point;
}

/** What is known of an option that is pointed at. */
export interface Peek {
  option: Offer;
  preview: PreviewAnswer | null;
  odds: OddsAnswer | null;
  waiting: boolean;
}

/** What the computer would do, once it has thought it over. */
export interface Hint {
  advice: readonly Advice[];
  waiting: boolean;
}

export type Record = "log" | "chat" | "units";

export type Dialog = "end" | "keys" | "list" | "dice" | "invite" | "hex" | null;

const POINTING_DELAY = 90;
/** Nobody reads a question in so many milliseconds: a click was meant for the one before. */
const GUARD_TIME = 300;
const TOAST_TIME = { note: 5000, refusal: 7000, event: 4500, result: 9000 };
/** So long counters may follow one another until what comes of them is worked out, in milliseconds. */
const SETTLING = 150;
const SAMPLES = 16;
const SHOWN_FOR = 12_000;
const NOBODY: readonly string[] = [];

export class TableStore {
  readonly welcome = signal<Welcome | null>(null);
  readonly position = signal<Position | null>(null);
  readonly looking = signal<Position | null>(null);
  readonly log = signal<LogLine[]>([]);
  readonly chat = signal<Chat[]>([]);
  readonly terrain = signal("");
  readonly sheet = signal<Sheet | null>(null);
  readonly toasts = signal<Toast[]>([]);
  readonly picked = signal<readonly string[]>([]);
  /** Which of the papers beside the map lies over it, where there is no room beside it. */
  readonly paper = signal<Paper | null>(null);
  /** Which of the record of the game is shown: what happened, what was said, or who there is. */
  readonly record = signal<Record>("log");
  readonly busy = signal(false);
  readonly dialog = signal<Dialog>(null);
  /** The option by which a phase would end, while that is asked. */
  readonly ending = signal("");
  readonly pointed = signal<{ option: string; at: Point } | null>(null);
  readonly peek = signal<Peek | null>(null);
  /** What would come of the order that is being given, with what has been picked so far. */
  readonly running = signal<Peek | null>(null);
  readonly hint = signal<Hint | null>(null);
  readonly inspected = signal<HexAnswer | null>(null);
  readonly pulsing = signal<readonly string[]>([]);
  readonly cursor = signal<string | null>(null);
  readonly history = signal<ReadonlyMap<number, Strength>>(new Map());
  readonly uncovered = signal(false);
  readonly announced = signal("");
  /** Whether a question has come up only just now. */
  readonly guarded = signal(false);
  /** The counters that are to follow the one in hand to the hex that is chosen for it. */
  readonly group = signal<readonly string[]>([]);
  /** The hex whose counters are laid out, large. */
  readonly stack = signal<string | null>(null);
  /** The counters that could be taken up when one was last asked whom to take up, each with the option for it. */
  readonly free = signal<ReadonlyMap<string, string>>(new Map());
  /** Whether a standing order is being filled in. */
  readonly ordering = signal(false);
  /** Whether the past is being played, choice after choice. */
  readonly playing = signal(false);
  /** How fast, as a multiple of the usual pace. */
  readonly speed = signal<0.5 | 1 | 2 | 4>(1);
  /** How much time there is, at a table with clocks. */
  readonly clocks = signal<Told | null>(null);
  readonly news = new News(this.log);
  readonly people = new People();
  readonly rulebook = new Rulebook(
    () =>
      api.book(this.welcome.value?.title ?? "", this.welcome.value?.scenario ?? "", this.welcome.value?.options ?? []),
    () => api.rules(this.welcome.value?.title ?? ""),
  );
  readonly dossier = new Dossier((unit) => this.tellOf(unit));
  readonly overlays = new Overlays((overlay, hex) => this.light(overlay, hex));
  readonly sights = new Sights((viewer, target) => this.lookAlong(viewer, target));

  readonly shown = computed(() => this.looking.value ?? this.position.value);
  readonly handOver = computed(() => {
    const position = this.position.value;
    return position === null ? null : passTo(position, this.welcome.value?.mine ?? []);
  });
  readonly offers = computed(() => {
    const position = this.position.value;
    const sheet = this.sheet.value;
    if (position === null || this.looking.value !== null) return NOTHING;
    return offers(position.question, position.picture, (label) => sheet?.hexes.has(label) ?? false);
  });
  /** The hexes that glow: what somebody wants to be shown, and, as long as it is asked, what a new question is about. */
  readonly glowing = computed(() => {
    const question = this.looking.value === null ? this.position.value?.question : null;
    return [...new Set([...this.pulsing.value, ...(question?.continues === false ? question.about : [])])];
  });
  /** Whether there is anybody to talk to, or something was said. */
  readonly talks = computed(() => {
    const seats = Object.values(this.welcome.value?.seats ?? {});
    const people = seats.filter((seat) => seat !== "bot").length;
    const isShared = seats.includes("open") || (this.welcome.value?.mine.length ?? 0) < people;
    return isShared || this.chat.value.length > 0;
  });
  /** Whether nobody else sits at the table: then nobody learns anything from how fast an answer comes. */
  readonly isAlone = computed(() => {
    const { mine = [], seats = {} } = this.welcome.value ?? {};
    return mine.length === 1 && Object.entries(seats).every(([side, mode]) => mine.includes(side) || mode === "bot");
  });
  /** The only answer to the question, where there is nothing else that one could do, not even take something back. */
  readonly forced = computed(() => {
    const position = this.position.value;
    const question = this.looking.value === null ? position?.question : null;
    if (position === null || question == null || question.stood_in || position.can_redo) return null;
    const isStuck = question.continues || question.formality !== null || !position.can_undo;
    const only = this.isAlone.value && isStuck ? forced(question) : null;
    // What a lesson asks for is done by the learner, even if there is nothing else to do.
    return only !== null && only.id === position.lesson?.next ? null : only;
  });
  /** The counters that the option pointed at would pick together, or that has with it what it names. */
  readonly together = computed(() => {
    const option = this.pointed.value?.option ?? "";
    const bearer = this.position.value?.question?.bearers[option];
    return this.groups[option] ?? (bearer === undefined ? NOBODY : [bearer]);
  });
  /** The option that the hint shown would choose. */
  readonly advised = computed(() => this.hint.value?.advice[0]?.option ?? null);
  readonly connection: Connection;

  private readonly known = new Map<string, Peek>();
  private pointing: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private chosen: string | null = null;
  /** The choices that were made here, by the numbers of the positions that they led to. */
  private made: ReadonlyMap<number, string> = new Map();
  private guardedUntil = 0;
  private guarding: ReturnType<typeof setTimeout> | undefined;
  private goOn: (() => void) | undefined;
  /** The position in which the only answer was last given. */
  private answered = "";
  private toastCount = 0;
  private fresh = true;
  private wasLost = false;
  private wanted = 0;
  private fetching = false;
  /** Whether an update was missed, and the whole position has been asked for. */
  private isAstray = false;

  constructor(readonly table: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/ws/tables/${encodeURIComponent(table)}`;
    const hello = () => this.hello();
    this.connection = new Connection(address, hello, (message) => batch(() => this.hear(message)));
  }

  open(): void {
    if (tokensOf(this.table).length > 0) this.connection.open();
    else void this.sitDown();
    this.goOn = effect(() => this.answerForced());
    this.connection.link.subscribe((link) => {
      if (link.state === "waiting") this.wasLost = true;
      if (link.state === "open" && this.wasLost) {
        this.wasLost = false;
        this.toast("note", t("net.back"));
      }
    });
  }

  /** At the machine of a local server, seats that are free can be taken without a token, and any game can be watched. */
  async sitDown(): Promise<void> {
    try {
      keep(await api.renew(this.table));
    } catch (error) {
      // Elsewhere the server says itself why there is no seat.
      if (error instanceof api.CallFailed && error.code === "seat-taken") {
        leave(this.table);
        this.toast("note", t("seat.taken"));
      }
    }
    this.connection.reopen();
  }

  /** Give the only answer there is, once in each position. */
  private answerForced(): void {
    const option = this.forced.value;
    const revision = this.position.value?.revision ?? "";
    if (option === null || this.busy.value || this.answered === revision) return;
    this.answered = revision;
    untracked(() => void this.give(option.id));
  }

  close(): void {
    this.goOn?.();
    clearTimeout(this.guarding);
    clearTimeout(this.pointing);
    clearTimeout(this.pulse);
    this.connection.close();
  }

  private hello(): Hello {
    this.fresh = true;
    const side = this.position.value?.side ?? "";
    return { type: "hello", tokens: tokensOf(this.table), lang: lang.value, side, seen: 0 };
  }

  /** Everything again in the language that is switched on now. */
  speak(): void {
    this.terrain.value = "";
    this.looking.value = null;
    this.toasts.value = [];
    this.closeOdds();
    this.closeHint();
    this.connection.reopen();
  }

  // Hearing

  private hear(message: ServerMessage): void {
    if (message.type === "welcome") this.greeted(message);
    if (message.type === "position") this.arrive(message);
    if (message.type === "update") this.follow(message);
    if (message.type === "happened") this.learn(message.from_index, message.lines);
    if (message.type === "presence") this.people.present.value = message;
    if (message.type === "clocks") this.clocks.value = { ...message, heard: Date.now() / 1000 };
    if (message.type === "spoken") this.listen(message.chat);
  }

  private listen(chat: Chat): void {
    this.chat.value = [...this.chat.value, chat];
    if (!this.people.heard(chat, this.welcome.value?.mine ?? [])) return;
    this.toast("note", `${this.sideName(chat.who)}: ${chat.text}`);
    this.announced.value = `${this.sideName(chat.who)}: ${chat.text}`;
  }

  private greeted(welcome: Welcome): void {
    this.welcome.value = welcome;
    titleStates.value = welcome.states;
    titleBadges.value = welcome.badges;
    this.chat.value = welcome.chat;
    this.known.clear();
    this.dossier.forget();
    if (this.terrain.value === "") void this.unfold(welcome);
  }

  private async unfold(welcome: Welcome): Promise<void> {
    try {
      const svg = await api.terrain(welcome.title, welcome.scenario);
      batch(() => {
        this.sheet.value = new Sheet(svg);
        this.terrain.value = svg;
      });
      await this.rulebook.take();
    } catch (error) {
      this.toast("note", t("start.failed", { problem: told(error) }));
    }
  }

  private get names(): Names {
    return this.welcome.value?.names ?? {};
  }

  get groups(): Groups {
    return this.welcome.value?.groups ?? {};
  }

  private arrive(sent: wire.Position): void {
    const isFirst = this.position.value === null;
    this.isAstray = false;
    this.moveTo(whole(this.position.value, sent, this.names));
    const at = positionOf(location.hash);
    if (isFirst && at !== null) void this.replay(at);
  }

  /** Take in what has changed; to one that has missed something the whole position is shown again. */
  private follow(update: Update): void {
    const before = this.position.value;
    const after = before === null ? null : updated(before, update, this.names);
    if (after !== null) this.moveTo(after);
    else if (!this.isAstray) {
      this.isAstray = true;
      this.fresh = true;
      void this.connection.ask({ type: "look-as", side: before?.side ?? "" });
    }
  }

  private moveTo(position: Position): void {
    const before = this.position.value;
    this.position.value = position;
    this.picked.value = picks(this.picked.value, this.chosen, position);
    this.remember(before?.number ?? 0, position.number);
    this.fresh = false;
    this.note(position);
    this.news.moved(position);
    if (this.news.lines.value.length > 0) this.toasts.value = this.toasts.value.filter((toast) => !toast.line);
    if (before?.revision !== position.revision || before.side !== position.side) {
      this.guard();
      void this.reckon(position);
      this.known.clear();
      this.dossier.forget();
      this.point(null);
      this.closeHint();
      this.ordering.value = false;
      this.overlays.isNew = false;
    }
    if (before?.side !== position.side) this.overlays.lit.value = [];
    // Whoever gave up did so on a paper that lies over the map, as the note of how it ended does.
    if (before?.result === "" && position.result !== "") this.layOut(null);
    this.tellFree(position);
    this.overlays.refresh();
    void this.sights.refresh();
    if (position.question !== null && before?.question?.prompt !== position.question.prompt) {
      this.announced.value = position.question.prompt;
    }
  }

  /** In the middle of an order others can act as before, but for those who have moved since. */
  private tellFree({ question }: Position): void {
    if (question === null) this.free.value = new Map();
    else if (!question.continues)
      this.free.value = new Map([...this.offers.value.units].map(([unit, option]) => [unit, option.id]));
  }

  private remember(before: number, now: number): void {
    const kept = [...this.made].filter(([number]) => number <= Math.min(before, now));
    this.made = new Map(this.chosen === null ? kept : [...kept, [now, this.chosen]]);
    this.chosen = null;
  }

  /** The choice that led here, if it was made here. */
  private get latest(): string {
    return this.made.get(this.position.value?.number ?? 0) ?? "";
  }

  /** For a moment after a question has come up, buttons under the pointer do nothing. */
  private guard(): void {
    this.guardedUntil = Date.now() + GUARD_TIME;
    this.guarded.value = true;
    clearTimeout(this.guarding);
    this.guarding = setTimeout(() => {
      this.guarded.value = false;
    }, GUARD_TIME);
  }

  private note(position: Position): void {
    this.history.value = new Map(this.history.value).set(position.number, strength(position));
  }

  private learn(from: number, lines: LogLine[]): void {
    const waiting = this.position.value?.question === null;
    this.log.value = heard(this.log.value, { type: "happened", from_index: from, lines });
    if (this.fresh || lines.length === 0) return;
    this.announced.value = lines.map((line) => line.text).join(" ");
    const told = notable(lines, waiting, MOST_NOTES - 1);
    for (const line of told) this.toast(line.lines.length > 0 ? "result" : "event", line.text, line.rule, { line });
  }

  // Choosing

  /** Choose an option; false where that could not be done. */
  async choose(option: string): Promise<boolean> {
    const position = this.position.value;
    if (position === null || !this.canGive(option)) return false;
    this.news.chose(position.side, { line: this.log.value.length, number: position.number });
    return this.give(option);
  }

  private canGive(option: string): boolean {
    return !this.busy.value && this.position.value?.question != null && this.looking.value === null && option !== "";
  }

  /** Give an answer. Nobody has read what happened before it, where it is the only one there is. */
  private async give(option: string): Promise<boolean> {
    const position = this.position.value;
    if (position?.question == null || !this.canGive(option)) return false;
    this.chosen = option;
    this.layOut(null);
    this.group.value = [];
    if (this.sheet.value?.hexes.has(nameOf(option))) this.stack.value = null;
    this.point(null);
    this.show([]);
    const { revision } = position;
    return this.commit({ type: "choose", option, revision, key: newKey(), side: position.question.side });
  }

  /** Pick all that can still be picked for an attack or the like, each once and one after the other as if it had been
   * clicked; what is asked of each on the way is answered as usual. The words of the question may change meanwhile,
   * since they may tell what those picked so far come to. */
  async gather(): Promise<void> {
    const first = this.position.value?.question;
    const gathered = new Set([""]);
    for (let question = first; question != null; question = this.position.value?.question) {
      const further = question.continues && question.gathers === "" ? question.default : "";
      const isOther = question.gathers !== first?.gathers || question.rule !== first.rule;
      if (further === "" && (question.gathers === "" || isOther)) return;
      const next = further || unpicked(question, gathered);
      gathered.add(next);
      if (!(await this.choose(next))) return;
    }
  }

  /** The option that takes up a counter now, or would if one were done with the one in hand. */
  optionOf(unit: string): string {
    return this.offered(unit) ?? this.free.value.get(unit) ?? `unit:${unit}`;
  }

  private offered(unit: string): string | undefined {
    const options = this.position.value?.question?.options ?? [];
    return options.find(({ id }) => isPiece(id) && nameOf(id) === unit)?.id;
  }

  /** Of some counters those that can be sent to one hex, one after the other: what is driven step by step cannot. */
  sendable(cards: readonly wire.Card[]): string[] {
    const { units } = this.offers.value;
    return cards.map((card) => card.id).filter((unit) => kindOf(units.get(unit)?.id ?? "") === "unit");
  }

  /** Take up the first of some counters that wait at the same place; the others follow it to the hex chosen for it, or
   * come along with it at once where they can. */
  async takeUp([first = "", ...others]: readonly string[]): Promise<void> {
    if (!(await this.choose(this.optionOf(first)))) return;
    const left = [];
    for (const unit of others) {
      const comesAlong = this.offers.value.units.has(unit) && (this.position.value?.question?.continues ?? false);
      if (!comesAlong || !(await this.choose(this.optionOf(unit)))) left.push(unit);
    }
    this.group.value = left;
  }

  /** Send some counters to a hex, each as if it had been taken up and sent, until something else is asked. */
  private async sendAfter(units: readonly string[], hex: string): Promise<void> {
    for (const unit of units) {
      const question = this.position.value?.question;
      const canBeTaken = question?.turns || this.offered(unit) !== undefined;
      if (!canBeTaken || !(await this.choose(this.optionOf(unit)))) return;
      if (!this.position.value?.question?.options.some((option) => option.id === hex)) {
        const why = await this.whyNot([hex]);
        await this.undo();
        if (why !== null)
          this.toast("refusal", t("group.stays", { unit: this.unitName(unit), why: why.reason }), why.rule);
        return;
      }
      if (!(await this.choose(hex))) return;
    }
  }

  /** Have a counter follow the one in hand to the hex that is chosen for it, or not any more. */
  follows(unit: string): void {
    const group = this.group.value;
    this.group.value = group.includes(unit) ? group.filter((one) => one !== unit) : [...group, unit];
  }

  /** Take up the next counter that can be taken up of a stack, or of all of them in their order; false if there is none. */
  async takeNext(order: readonly string[]): Promise<boolean> {
    const current = this.picked.value.at(-1) ?? "";
    if (!(await this.letGo())) return false;
    const at = order.indexOf(current);
    const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find((unit) => this.offers.value.units.has(unit));
    return next !== undefined && this.choose(this.optionOf(next));
  }

  /** Be done with the counter in hand: as if it had not been taken up where nothing was done with it. */
  private async letGo(): Promise<boolean> {
    if (!this.isMidOrder()) return true;
    const { done } = this.offers.value;
    if (isPiece(this.latest) || done === null) await this.putBack();
    else await this.choose(done.id);
    return !this.isMidOrder();
  }

  private isMidOrder(): boolean {
    return this.position.value?.question?.continues ?? false;
  }

  private unitName(unit: string): string {
    const card = this.position.value?.picture.cards.find((one) => one.id === unit);
    return card?.title || card?.name || "?";
  }

  /** Give or withdraw a standing order, which is about no position in particular. Who answers a question by one has
   * read what happened before it. */
  async order(option: string): Promise<void> {
    const position = this.position.value;
    if (position === null || position.side === "") return;
    const { revision, side, number, question } = position;
    if (question !== null && gives(option)) this.news.chose(side, { line: this.log.value.length, number });
    const isGiven = await this.commit({ type: "choose", option, revision, key: newKey(), side });
    const now = this.position.value?.question;
    const isAsked = now != null && !now.stood_in && now.prompt === question?.prompt;
    // Where the chance is good enough, or the order is to be asked, nothing else would show that it was heard.
    if (isGiven && isAsked && gives(option)) this.toast("note", t("standing.given"));
  }

  /** Take back the last choice; where it ended a phase, ask the other side whether it may be. */
  async undo(): Promise<boolean> {
    this.group.value = [];
    const position = this.position.value;
    const isMidOrder = position?.question?.continues ?? false;
    if (position?.can_plead && !position.can_undo && !isMidOrder) return this.tell("plead");
    if (!position?.can_undo) return false;
    // Where counters are gathered, a button may have picked several at once.
    const together = position.question?.gathers && kindOf(this.latest) === "do";
    this.picked.value = together ? [] : this.picked.value.slice(0, -1);
    return this.commit({ type: "undo", revision: position.revision, key: newKey(), side: position.side });
  }

  async redo(): Promise<void> {
    const position = this.position.value;
    if (!position?.can_redo) return;
    await this.commit({ type: "redo", revision: position.revision, key: newKey(), side: position.side });
  }

  /** Say something to the other side that is no choice of the game: ask, answer what it asks for, or give the game up. */
  async tell(type: "plead" | "offer" | "grant" | "decline" | "resign"): Promise<boolean> {
    const position = this.position.value;
    if (position === null) return false;
    return this.commit({ type, revision: position.revision, key: newKey(), side: position.side });
  }

  /** Win because the other side is out of time. */
  async claim(): Promise<void> {
    const side = this.position.value?.side;
    if (side) await this.commit({ type: "claim", side });
  }

  private async commit(asked: Parameters<Connection["ask"]>[0]): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    // What was said about a click is settled by the next.
    this.toasts.value = this.toasts.value.filter((toast) => toast.kind !== "refusal" && toast.at === undefined);
    const answer = await this.connection.ask(asked);
    this.busy.value = false;
    if (answer !== null && !answer.ok) this.complain(answer);
    return answer?.ok ?? false;
  }

  private complain(answer: Answer): void {
    this.chosen = null;
    if (answer.position != null) this.arrive(answer.position);
    const problem: Problem = answer.problem ?? { code: "", message: "", rule: "" };
    const text = problem.code === "stale" ? t("net.stale") : worded(problem.code, problem.message);
    this.toast(problem.code === "stale" ? "note" : "refusal", text, problem.rule);
  }

  /** Ends the phase, but asks first where something could still be done; elsewhere lets things take their course, or
   * says why they cannot. */
  end(): void {
    const question = this.position.value?.question;
    const { done, units, hexes, sides, faces, buttons } = this.offers.value;
    const open = units.size + hexes.size + sides.size + faces.size + buttons.length;
    if (question == null) return;
    if (done === null && question.default === "") void this.explain([DONE], { x: 24, y: 24 });
    else if (done === null) void this.choose(question.default);
    else if (done.grave || (open > 0 && !question.continues && question.default !== done.id)) this.askToEnd(done.id);
    else void this.choose(done.id);
  }

  /** What an option would bring before any dice, as its lines. */
  async foretold(option: string): Promise<readonly wire.SumLine[]> {
    const side = this.position.value?.side ?? "";
    return (await this.connection.ask({ type: "preview", option, side }))?.preview?.lines ?? [];
  }

  /** Ask whether a phase is to end in which something could still be done. */
  askToEnd(option: string): void {
    this.ending.value = option;
    this.dialog.value = "end";
  }

  /** What a click on a counter means now. */
  meaningOf(id: string, onMap = true): Meaning {
    const cards = this.shown.value?.picture.cards ?? [];
    const question = this.position.value?.question ?? null;
    const meaning = meaningOf(id, { offers: this.offers.value, question, cards, picked: this.picked.value, onMap });
    return meaning.act === "turn" ? { act: "turn", option: this.optionOf(id) } : meaning;
  }

  /** A click on a counter takes it up, or chooses the hex beneath, or puts it down, or says why nothing of it can be. */
  async clickUnit(id: string, at: Point, onMap = true): Promise<void> {
    const meaning = this.meaningOf(id, onMap);
    if (meaning.act === "choose" || meaning.act === "turn") await this.choose(meaning.option);
    else if (meaning.act === "enter") await this.clickHex(meaning.hex, at);
    else if (meaning.act === "put-down") await this.putDown(id);
    else if (meaning.act === "leave-out") await this.leaveOut(id);
    else await this.explain(meaning.options, at);
  }

  /** Take up the counters that are told together with one, such as its platoon; where there are none, the one alone. */
  async clickGroup(id: string, at: Point): Promise<void> {
    const { buttons, stacks } = this.offers.value;
    const place = this.position.value?.picture.cards.find((card) => card.id === id)?.at ?? "";
    const option = smallestWith(id, buttons, this.groups) ?? stacks.get(place) ?? null;
    if (option === null) await this.clickUnit(id, at);
    else await this.choose(option.id);
  }

  /** Put down the counter in hand: as if it had not been picked, or done with what it was about. */
  async putDown(unit: string): Promise<void> {
    if (this.isGuarded()) return;
    const { done } = this.offers.value;
    const isPicked = isPiece(this.latest) && nameOf(this.latest) === unit;
    if (isPicked || done === null) await this.putBack();
    else await this.choose(done.id);
  }

  /** Take back a pick among several for the same thing, and pick anew those that came after it. */
  private async leaveOut(unit: string): Promise<void> {
    if (this.isGuarded()) return;
    const others = this.picked.value.filter((other) => other !== unit);
    while (this.picked.value.includes(unit)) {
      if (!(await this.undo())) return;
    }
    for (const other of others.filter((each) => !this.picked.value.includes(each))) {
      const option = this.offered(other);
      if (option === undefined || !(await this.choose(option))) return;
    }
  }

  /** Take back the last step of an order; what has come up by itself is left for something else instead. */
  async stepBack(): Promise<void> {
    if (this.offers.value.done?.id === OTHER) await this.choose(OTHER);
    else await this.undo();
  }

  /** Take back the last pick of an order; where that was to turn from another counter, that is done with all the same. */
  async putBack(): Promise<void> {
    const picking = isPiece(this.latest);
    if (!(await this.undo()) || !picking || !this.position.value?.question?.turns) return;
    if (isPiece(this.latest)) await this.putBack();
    else if (this.offers.value.done !== null) await this.choose(this.offers.value.done.id);
  }

  async clickHex(label: string, at: Point): Promise<void> {
    const option = this.offers.value.hexes.get(label);
    const group = this.group.value;
    if (option === undefined) await this.explain(meantByHex(label, this.shown.value?.picture.cards ?? []), at);
    else if (await this.choose(option.id)) await this.sendAfter(group, option.id);
  }

  /** Whether a question has come up only just now, so that a click cannot have been meant for it. */
  isGuarded(): boolean {
    return Date.now() < this.guardedUntil;
  }

  /** Say why nothing that a click may have meant is offered, near where it was asked: for one, since others are at it. */
  async explain(meant: readonly string[], at: Point): Promise<void> {
    const others = this.othersAtWork();
    if (others !== "") {
      this.toast("note", t("wait.turn", { side: others }), "", { at });
      return;
    }
    const why = await this.whyNot(meant);
    if (why !== null) this.toast("refusal", why.reason, why.rule, { at });
  }

  /** The sides for whom everybody waits while nothing is asked of this one; nobody where that is clear by itself. */
  private othersAtWork(): string {
    const position = this.position.value;
    if (position?.question !== null || position.side === "" || this.looking.value !== null) return "";
    const sides = position.thinking.length > 0 ? position.thinking : position.waiting_for;
    return list(sides.map((side) => this.sideName(side)));
  }

  private async whyNot([option = "", ...meant]: readonly string[]): Promise<wire.WhyAnswer | null> {
    const position = this.position.value;
    if (position?.question == null || this.looking.value !== null) return null;
    const why = (await this.connection.ask({ type: "explain", option, meant, side: position.side }))?.why;
    return why == null || why.offered ? null : why;
  }

  // Looking

  /** Point at an option, to be shown its path and its odds after a moment. */
  point(pointed: { option: string; at: Point } | null): void {
    clearTimeout(this.pointing);
    this.pointed.value = pointed;
    if (pointed === null) {
      this.peek.value = null;
      return;
    }
    const known = this.known.get(pointed.option);
    this.peek.value = known ?? null;
    // To pick counters together comes to nothing yet.
    if (known === undefined && this.together.value === NOBODY)
      this.pointing = setTimeout(() => void this.fetchPeek(pointed.option), POINTING_DELAY);
  }

  private async fetchPeek(id: string): Promise<void> {
    const position = this.position.value;
    const option = position?.question?.options.find((one) => one.id === id);
    if (position === null || option === undefined) return;
    const isCurrent = () => this.pointed.value?.option === id && this.position.value === position;
    await this.weigh(position, option, isCurrent, (peek) => {
      this.peek.value = peek;
    });
  }

  /** Find out what an option would bring, as long as somebody wants to know. */
  private async weigh(
    position: Position,
    option: Offer,
    isWanted: () => boolean,
    show: (peek: Peek) => void,
    pause = 0,
  ): Promise<void> {
    const { side } = position;
    show({ option, preview: null, odds: null, waiting: true });
    const preview = (await this.connection.ask({ type: "preview", option: option.id, side }))?.preview ?? null;
    if (!isWanted()) return;
    show({ option, preview, odds: null, waiting: true });
    // Counters that are picked one right after the other: only what comes of the last is worth the work.
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    if (!isWanted()) return;
    const odds = (await this.connection.ask({ type: "odds", option: option.id, side }))?.odds ?? null;
    const found = { option, preview, odds, waiting: false };
    if (this.position.value === position) this.known.set(option.id, found);
    if (isWanted()) show(found);
  }

  /** While counters are picked for something, show what would come of it with those picked so far. */
  private async reckon(position: Position): Promise<void> {
    this.running.value = null;
    const option = reckoned(position.question, this.offers.value, this.picked.value);
    if (option === null) return;
    const isWanted = () => this.position.value === position;
    const show = (peek: Peek) => {
      this.running.value = peek.preview === null && peek.waiting ? null : peek;
    };
    await this.weigh(position, option, isWanted, show, SETTLING);
  }

  /** Put away what would come of an option, until another one is pointed at. */
  closeOdds(): void {
    this.point(null);
    this.running.value = null;
  }

  /** Ask what the computer would do here, or put its answer away. */
  async askHint(): Promise<void> {
    const position = this.position.value;
    if (position?.question == null || this.looking.value !== null || !this.welcome.value?.hints) return;
    if (this.hint.value !== null) return this.closeHint();
    const asked: Hint = { advice: [], waiting: true };
    this.hint.value = asked;
    const answer = await this.connection.ask({ type: "hint", side: position.question.side });
    if (this.hint.value !== asked) return;
    this.hint.value = answer?.hint == null ? null : { advice: answer.hint.advice, waiting: false };
    this.announced.value = answer?.hint?.advice[0]?.label ?? this.announced.value;
    if (answer?.ok === false) this.complain(answer);
  }

  closeHint(): void {
    this.hint.value = null;
  }

  async inspect(hex: string): Promise<void> {
    const found = await this.lookUp(hex);
    if (found === null) return;
    this.inspected.value = found;
    this.dialog.value = "hex";
  }

  /** What there is to know of a hex. */
  async lookUp(hex: string): Promise<HexAnswer | null> {
    const side = this.position.value?.side ?? "";
    return (await this.connection.ask({ type: "inspect", hex, side }))?.hex ?? null;
  }

  private async tellOf(unit: string): Promise<wire.UnitAnswer | null> {
    const side = this.position.value?.side ?? "";
    const answer = await this.connection.ask({ type: "unit", unit, side });
    return answer?.unit ?? null;
  }

  private async light(overlay: string, hex: string): Promise<readonly string[] | null> {
    const side = this.position.value?.side ?? "";
    const answer = await this.connection.ask({ type: "overlay", overlay, hex, side });
    return answer?.overlay?.hexes ?? null;
  }

  private async lookAlong(viewer: string, target: string): Promise<wire.SightAnswer | null> {
    const side = this.position.value?.side ?? "";
    const answer = await this.connection.ask({ type: "sight", viewer, target, side });
    return answer?.sight ?? null;
  }

  async lookAs(side: string): Promise<void> {
    this.picked.value = [];
    this.fresh = true;
    const answer = await this.connection.ask({ type: "look-as", side });
    if (answer?.position != null) this.arrive(answer.position);
  }

  /** Look back at the position after so many choices; null returns to the present. */
  async replay(number: number | null): Promise<void> {
    const now = this.position.value;
    if (now === null || number === null || number >= now.number) {
      this.wanted = -1;
      this.looking.value = null;
      return;
    }
    this.point(null);
    this.wanted = number;
    if (this.fetching) return;
    this.fetching = true;
    for (let asked = -1; asked !== this.wanted; ) {
      asked = this.wanted;
      const answer = await this.connection.ask({ type: "replay", number: asked, side: now.side });
      if (answer?.position == null || this.wanted < 0) break;
      const past = whole(this.shown.value, answer.position, this.names);
      const before = this.looking.value?.lines ?? past.lines;
      this.looking.value = past;
      if (before < past.lines) this.show(this.log.value.slice(before, past.lines).flatMap((line) => line.hexes));
      this.note(past);
    }
    this.fetching = false;
  }

  /** Look at the position right after what a line tells, and show its hexes. */
  async jump(line: LogLine): Promise<void> {
    const now = this.position.value;
    if (now === null) return;
    const number = await firstWhere(now.number, async (number) => {
      const answer = await this.connection.ask({ type: "replay", number, side: now.side });
      return (answer?.position?.lines ?? Number.POSITIVE_INFINITY) > line.index;
    });
    this.playing.value = false;
    this.layOut(null);
    await this.replay(number);
    this.show(line.hexes);
  }

  /** Lay one of the papers over the map, where there is no room beside it; null puts it away. */
  layOut(paper: Paper | null): void {
    if (paper !== "brief" && paper !== null) this.record.value = paper;
    // What is said while nobody looks at it is not read.
    if (paper === null && this.paper.value === "chat") this.record.value = "log";
    this.paper.value = paper;
  }

  /** Play the past again from the position after so many choices on. */
  async play(from: number): Promise<void> {
    await this.replay(from);
    this.playing.value = this.looking.value !== null;
  }

  /** Play on from the position that is looked at, at a table of its own. */
  async study(): Promise<void> {
    const number = this.shown.value?.number ?? 0;
    try {
      const keys = await api.study(this.table, number);
      keep(keys);
      location.hash = tableAddress(keys.table);
    } catch (error) {
      this.toast("note", t("start.failed", { problem: told(error) }));
    }
  }

  /** Whether a position may be played on from: of a game that is over, or in which nobody else sits. */
  readonly canStudy = computed(() => {
    const { position, welcome } = this;
    const others = Object.entries(welcome.value?.seats ?? {}).filter(([side]) => !welcome.value?.mine.includes(side));
    if ((welcome.value?.mine.length ?? 0) === 0) return false;
    return (position.value?.result ?? "") !== "" || others.every(([, mode]) => mode === "bot");
  });

  /** Fill the gaps in what is known of the past with a few looks back. */
  async recollect(): Promise<void> {
    const now = this.position.value;
    if (now === null) return;
    const step = Math.max(1, Math.floor(now.number / SAMPLES));
    for (let number = 0; number < now.number; number += step) {
      if (this.history.value.has(number)) continue;
      const answer = await this.connection.ask({ type: "replay", number, side: now.side });
      if (answer?.position == null) return;
      this.note(whole(null, answer.position, this.names));
    }
  }

  /** The after-action report, in a page of its own. */
  async openReport(): Promise<void> {
    try {
      openPage(await api.report(this.table));
    } catch (error) {
      this.toast("note", t("start.failed", { problem: told(error) }));
    }
  }

  async say(text: string): Promise<void> {
    await this.connection.ask({ type: "chat", text });
  }

  /** Make some hexes glow for a while, until the next choice at the latest. */
  show(hexes: readonly string[]): void {
    clearTimeout(this.pulse);
    this.pulsing.value = hexes;
    this.pulse = setTimeout(() => {
      this.pulsing.value = [];
    }, SHOWN_FOR);
  }

  toast(kind: Toast["kind"], text: string, rule = "", more: { line?: LogLine; at?: Point } = {}): void {
    this.toastCount += 1;
    const id = this.toastCount;
    const others = more.at === undefined ? this.toasts.value : this.toasts.value.filter((one) => one.at === undefined);
    this.toasts.value = [...others, { id, kind, text, rule, ...more }].slice(-MOST_NOTES);
    if (kind === "refusal") this.announced.value = text;
    setTimeout(() => this.dismiss(id), TOAST_TIME[kind]);
  }

  dismiss(id: number): void {
    this.toasts.value = this.toasts.value.filter((toast) => toast.id !== id);
  }

  sideName(side: string): string {
    return this.welcome.value?.sides.find((one) => one.id === side)?.name ?? side;
  }
}

/** The first counter that can be picked and has not been; an empty text if there is none. */
function unpicked(question: Question, gathered: ReadonlySet<string>): string {
  return question.options.find(({ id }) => isPiece(id) && !gathered.has(id))?.id ?? "";
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
