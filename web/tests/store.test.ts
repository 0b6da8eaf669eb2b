import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as wire from "../src/protocol";
import { card, picture, position } from "./samples";
import { FakeSocket, newest } from "./socket";

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("location", { hash: "", protocol: "http:", host: "table.test" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal("document", { documentElement: { dataset: {} } });

const { TableStore } = await import("../src/table/store");

function update(base: string, revision: string, more: Partial<wire.Update> = {}): wire.Update {
  return { type: "update", base, revision, ...more };
}

function sent(revision: string, heading: string): wire.Position {
  return { ...position({ revision, heading }), question: null };
}

function asked(options: string[], more: Partial<wire.Question> = {}): wire.Question {
  const groups = options.map((id) => ({ kind: id.split(":")[0] ?? "", names: [id.split(":")[1] ?? ""] }));
  return { side: "blue", prompt: "Choose", rule: "1.1", options: groups, ...more };
}

describe("a question with one answer", () => {
  let store: InstanceType<typeof TableStore>;
  const formality = { prompt: "fire", name: "Fire", answers: [], hopes: [], narrowings: [], alarm: "" };
  const answers = () => newest().sent.flatMap((message) => (message.type === "choose" ? [message.option] : []));

  const open = (opponent: string) => {
    FakeSocket.all = [];
    store = new TableStore("t1");
    store.open();
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: opponent } });
  };
  const ask = (question: wire.Question, more: Partial<wire.Position> = {}) =>
    newest().says({ ...position(), ...more, question });

  it("is answered without asking", () => {
    open("bot");
    ask(asked(["do:pass"], { formality }), { can_undo: true });
    expect(answers()).toEqual(["do:pass"]);
    store.close();
  });

  it("leaves what happened before it to be read", () => {
    open("bot");
    const began: wire.LogLine = { index: 0, kind: "Began", text: "Fire", rule: "", turn: 1, lines: [], hexes: [] };
    ask(asked(["unit:b1", "unit:b2"]));
    void store.choose("unit:b1");
    newest().says({ ...position({ revision: "r2" }), question: null });
    newest().says({ type: "happened", from_index: 0, lines: [began] });
    ask(asked(["do:pass"], { formality }), { revision: "r3" });
    newest().says({ ...position({ revision: "r4" }), question: null });
    ask(asked(["unit:b1", "unit:b2"]), { revision: "r5" });
    expect(store.news.lines.value).toEqual([began]);
    store.close();
  });

  it("leaves nothing to be read again once it is answered by a standing order", () => {
    open("bot");
    const began: wire.LogLine = { index: 0, kind: "Began", text: "Fire", rule: "", turn: 1, lines: [], hexes: [] };
    ask(asked(["unit:b1", "unit:b2"]));
    void store.choose("unit:b1");
    newest().says({ ...position({ revision: "r2" }), question: null });
    newest().says({ type: "happened", from_index: 0, lines: [began] });
    ask(asked(["unit:b1", "do:pass"], { formality }), { revision: "r3" });
    newest().says({ type: "answer", request: 1, ok: true });
    void store.order('standing:{"prompt":"fire"}');
    newest().says({ ...position({ revision: "r4" }), question: null });
    newest().says({ type: "happened", from_index: 1, lines: [{ ...began, index: 1 }] });
    ask(asked(["unit:b1", "unit:b2"]), { revision: "r5" });
    expect(store.news.lines.value.map((line) => line.index)).toEqual([1]);
    store.close();
  });

  it.each([
    ["is still asked", false, 1],
    ["is about to be answered by it", true, 0],
  ])("tells that an order was given where one %s", async (_, stood_in, notes) => {
    open("bot");
    ask(asked(["unit:b1", "do:pass"], { formality }));
    const given = store.order('standing:{"prompt":"fire"}');
    ask(asked(["unit:b1", "do:pass"], { formality, stood_in }), { revision: "r2" });
    newest().says({ type: "answer", request: newest().sent.length - 1, ok: true });
    await given;
    expect(store.toasts.value.filter(({ text }) => text.includes("order is given"))).toHaveLength(notes);
    store.close();
  });

  it("is asked where something can be taken back, was taken back, or hangs on the answer", () => {
    open("bot");
    ask(asked(["do:done"]), { can_undo: true });
    ask(asked(["do:pass"], { formality }), { can_redo: true, revision: "r2" });
    ask(asked(["do:attack"], { continues: true }), { revision: "r3" });
    ask({ ...asked(["do:burn"]), options: [{ kind: "do", names: ["burn"], grave: ["burn"] }] }, { revision: "r4" });
    expect(answers()).toEqual([]);
    store.close();
  });

  it("is asked where another person would learn from a fast answer that there was no choice", () => {
    open("human");
    ask(asked(["do:pass"], { formality }));
    ask(asked(["do:done"]), { revision: "r2" });
    expect(answers()).toEqual([]);
    store.close();
  });
});

describe("the end of a game", () => {
  it("puts away the paper on which somebody gave up", () => {
    FakeSocket.all = [];
    const store = new TableStore("t1");
    store.open();
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    newest().says({ ...position(), question: null });
    store.layOut("brief");
    newest().says({ ...position({ revision: "r2", result: "Red wins" }), question: null });
    expect(store.paper.value).toBeNull();
    store.close();
  });
});

describe("the counter in hand", () => {
  let store: InstanceType<typeof TableStore>;
  const moving = asked(["hex:0102", "do:stay"], { continues: true, turns: true, done: "do:stay" });
  const answer = async (more: Partial<wire.Position>) => {
    const asked = newest().sent.at(-1);
    newest().says({ ...position({ can_undo: true }), question: moving, ...more });
    newest().says({ type: "answer", request: asked !== undefined && "request" in asked ? asked.request : 0, ok: true });
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const asks = () => newest().sent.filter((message) => ["choose", "undo"].includes(message.type));

  beforeEach(async () => {
    FakeSocket.all = [];
    store = new TableStore("t1");
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    newest().says({ ...position(), question: asked(["unit:b1", "unit:b2"]) });
    void store.choose("unit:b1");
    await answer({ number: 2, revision: "r2" });
  });

  it("is put down with the one that it was taken up instead of", async () => {
    void store.choose("unit:b2");
    await answer({ number: 3, revision: "r3" });
    void store.putBack();
    await answer({ number: 2, revision: "r2" });
    expect(asks().map((message) => message.type)).toEqual(["choose", "choose", "undo", "undo"]);
  });

  it("is put down alone where the other has moved, which stays where it is", async () => {
    void store.choose("hex:0102");
    await answer({ number: 3, revision: "r3" });
    void store.choose("unit:b2");
    await answer({ number: 4, revision: "r4" });
    void store.putBack();
    await answer({ number: 3, revision: "r3" });
    expect(asks().at(-2)).toMatchObject({ type: "undo" });
    expect(asks().at(-1)).toMatchObject({ type: "choose", option: "do:stay" });
  });

  it("is left for something else where it has come up by itself", async () => {
    const following = asked(["hex:0102", "do:other"], { continues: true, turns: true, done: "do:other" });
    void store.choose("hex:0102");
    await answer({ number: 3, revision: "r3", question: following });
    void store.stepBack();
    await answer({ number: 4, revision: "r4" });
    expect(asks().at(-1)).toMatchObject({ type: "choose", option: "do:other" });
    void store.stepBack();
    await answer({ number: 3, revision: "r3" });
    expect(asks().at(-1)).toMatchObject({ type: "undo" });
  });

  it("may be a vehicle: the next is taken up instead, and none is sent along step by step", async () => {
    const cards = [card("v1", "0101"), card("v2", "0101"), card("b1", "0101"), card("b2", "0101")];
    const shown = { picture: picture(cards), can_undo: true };
    const who = asked(["vehicle:v1", "vehicle:v2", "unit:b1", "unit:b2"]);
    newest().says({ ...position({ number: 3, revision: "r3", ...shown }), question: who });
    expect(store.sendable(cards)).toEqual(["b1", "b2"]);
    void store.takeNext(["v1", "v2"]);
    await Promise.resolve();
    await answer({ number: 4, revision: "r4", ...shown, question: { ...moving, hand: ["v1"] } });
    expect(asks().at(-1)).toMatchObject({ type: "choose", option: "vehicle:v1" });
    void store.takeNext(["v1", "v2"]);
    await answer({ number: 3, revision: "r3", ...shown, question: who });
    await vi.waitFor(() => {
      expect(asks().slice(-2)).toMatchObject([{ type: "undo" }, { type: "choose", option: "vehicle:v2" }]);
    });
  });

  it("is told why it cannot be done with, where nothing offers that", () => {
    newest().says({ ...position({ number: 3, revision: "r3" }), question: asked(["unit:b1", "unit:b2"]) });
    store.end();
    expect(newest().sent.at(-1)).toMatchObject({ type: "explain", option: "do:done" });
  });

  it("is done with at once where that is the usual answer, and asked about where something might be forgotten", () => {
    const open = (more: Partial<wire.Question>) => asked(["unit:b1", "do:done"], { done: "do:done", ...more });
    newest().says({ ...position({ number: 3, revision: "r3" }), question: open({}) });
    store.end();
    expect(store.dialog.value).toBe("end");
    store.dialog.value = null;
    newest().says({ ...position({ number: 4, revision: "r4" }), question: open({ default: "do:done" }) });
    store.end();
    expect([store.dialog.value, newest().sent.at(-1)]).toMatchObject([null, { type: "choose", option: "do:done" }]);
  });

  it("is not done with unasked where that costs something, though nothing else is left to do", () => {
    const grave = asked(["do:done"], { done: "do:done", continues: false });
    const options = grave.options.map((group) => ({ ...group, grave: ["done"] }));
    const can_undo = true;
    newest().says({ ...position({ number: 3, revision: "r3", can_undo }), question: { ...grave, options } });
    store.end();
    expect(store.dialog.value).toBe("end");
  });

  it("is put back, and notes about the click before go", async () => {
    store.toast("note", "Click again", "", { at: { x: 1, y: 1 } });
    store.toast("refusal", "Too far");
    store.toast("event", "Red fires");
    void store.undo();
    const texts = store.toasts.value.map((toast) => toast.text);
    expect(texts).toContain("Red fires");
    expect(texts).not.toContain("Click again");
    expect(texts).not.toContain("Too far");
  });
});

describe("counters picked for an attack", () => {
  const picking = (...left: string[]) =>
    asked([...left.map((unit) => `unit:${unit}`), "do:attack"], { continues: true, gathers: "do:attack" });
  let store: InstanceType<typeof TableStore>;
  let number = 1;
  const answered = async (question: ReturnType<typeof asked>) => {
    number += 1;
    const sent = newest().sent.at(-1);
    newest().says({ ...position({ can_undo: true, number, revision: `r${number}` }), question });
    newest().says({ type: "answer", request: sent !== undefined && "request" in sent ? sent.request : 0, ok: true });
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };

  it("are all picked at one word, and what each of them is asked is answered as usual", async () => {
    FakeSocket.all = [];
    store = new TableStore("t1");
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    newest().says({ ...position(), question: picking("b1", "b2") });
    void store.gather();
    await answered(asked(["load:ap", "load:heat"], { continues: true, default: "load:heat" }));
    await answered(picking("b2"));
    await answered(picking());
    const chosen = newest().sent.filter((message) => message.type === "choose");
    expect(chosen).toMatchObject([{ option: "unit:b1" }, { option: "load:heat" }, { option: "unit:b2" }]);
    store.close();
  });

  it("are all picked, though the question says how strong they are by now, and none of them twice", async () => {
    FakeSocket.all = [];
    store = new TableStore("t1");
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    newest().says({ ...position(), question: { ...picking("b1", "b2"), prompt: "Who attacks (0)?" } });
    void store.gather();
    await answered({ ...picking("b2"), prompt: "Who attacks (1)?" });
    await answered({ ...picking("b1", "b2"), prompt: "Who of them in column?" });
    const chosen = newest().sent.filter((message) => message.type === "choose");
    expect(chosen).toMatchObject([{ option: "unit:b1" }, { option: "unit:b2" }]);
    store.close();
  });

  it("are all picked with the weapons that are told with the men who carry them", async () => {
    FakeSocket.all = [];
    store = new TableStore("t1");
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    const armed = asked(["unit:b1", "weapon:w1", "hold:w2", "do:fire"], { continues: true, gathers: "do:fire" });
    newest().says({ ...position(), question: armed });
    void store.gather();
    await answered(asked(["weapon:w1", "hold:w2", "do:fire"], { continues: true, gathers: "do:fire" }));
    await answered(asked(["hold:w2", "do:fire"], { continues: true, gathers: "do:fire" }));
    const chosen = newest().sent.filter((message) => message.type === "choose");
    expect(chosen).toMatchObject([{ option: "unit:b1" }, { option: "weapon:w1" }]);
    store.close();
  });

  it("are left out one by one, whichever was picked first", async () => {
    FakeSocket.all = [];
    vi.spyOn(Date, "now").mockReturnValue(0);
    store = new TableStore("t1");
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    newest().says({ ...position(), question: picking("b1", "b2", "b3") });
    void store.choose("unit:b1");
    await answered(picking("b2", "b3"));
    void store.choose("unit:b2");
    await answered(picking("b3"));
    vi.spyOn(Date, "now").mockReturnValue(60_000);
    void store.clickUnit("b1", { x: 0, y: 0 });
    await answered(picking("b2", "b3"));
    await answered(picking("b1", "b2", "b3"));
    await answered(picking("b1", "b3"));
    const asks = newest().sent.filter((message) => ["choose", "undo"].includes(message.type));
    expect(asks.slice(2)).toMatchObject([{ type: "undo" }, { type: "undo" }, { type: "choose", option: "unit:b2" }]);
    expect(store.picked.value).toEqual(["b2"]);
    store.close();
    vi.restoreAllMocks();
  });

  it("are left out as well where one button has picked them all, and the others are picked anew", async () => {
    FakeSocket.all = [];
    vi.spyOn(Date, "now").mockReturnValue(0);
    store = new TableStore("t1");
    store.connection.open();
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" } });
    newest().says({ ...position(), question: picking("b1", "b2", "b3") });
    void store.choose("do:all");
    await answered({ ...picking(), hand: ["b1", "b2", "b3"] });
    expect(store.picked.value).toEqual(["b1", "b2", "b3"]);
    vi.spyOn(Date, "now").mockReturnValue(60_000);
    void store.clickUnit("b2", { x: 0, y: 0 });
    await answered(picking("b1", "b2", "b3"));
    await answered({ ...picking("b2", "b3"), hand: ["b1"] });
    await answered({ ...picking("b2"), hand: ["b1", "b3"] });
    const asks = newest().sent.filter((message) => ["choose", "undo"].includes(message.type));
    expect(asks.slice(1)).toMatchObject([
      { type: "undo" },
      { type: "choose", option: "unit:b1" },
      { type: "choose", option: "unit:b3" },
    ]);
    expect(store.picked.value).toEqual(["b1", "b3"]);
    store.close();
    vi.restoreAllMocks();
  });
});

describe("a click while others choose", () => {
  it("is told whom everybody waits for", async () => {
    FakeSocket.all = [];
    const store = new TableStore("t1");
    store.connection.open();
    const sides = [{ id: "red", name: "The Reds", colours: { fill: "", ink: "" } }];
    newest().greets({ mine: ["blue"], seats: { blue: "human", red: "human" }, sides });
    newest().says({ ...position({ waiting_for: ["red"] }), question: null });
    await store.clickHex("0102", { x: 0, y: 0 });
    expect(store.toasts.value.map((toast) => toast.text)).toEqual(["Not now: waiting for The Reds."]);
    store.close();
  });
});

describe("a table", () => {
  let store: InstanceType<typeof TableStore>;

  beforeEach(() => {
    FakeSocket.all = [];
    store = new TableStore("t1");
    store.connection.open();
    newest().greets();
    newest().says(sent("r1", "one"));
  });

  const asked = () => newest().sent.filter((message) => message.type === "look-as");

  it("follows updates one after the other", () => {
    newest().says(update("r1", "r2", { heading: "two" }));
    newest().says(update("r2", "r3", { number: 3 }));
    expect(store.position.value).toMatchObject({ revision: "r3", heading: "two", number: 3 });
    expect(asked()).toEqual([]);
  });

  it("asks once for the whole position when it has missed an update, and goes on from there", () => {
    newest().says(update("r2", "r3", { heading: "three" }));
    newest().says(update("r3", "r4", { heading: "four" }));
    expect(store.position.value?.heading).toBe("one");
    expect(asked()).toMatchObject([{ side: "blue" }]);
    newest().says(sent("r4", "four"));
    newest().says(update("r4", "r5", { number: 5 }));
    expect(store.position.value).toMatchObject({ revision: "r5", heading: "four", number: 5 });
    newest().says(update("r8", "r9", { number: 9 }));
    expect(asked()).toHaveLength(2);
  });

  it("asks again what it was told of a counter when another language is switched on", () => {
    vi.useFakeTimers();
    store.dossier.look("b1");
    vi.runAllTimers();
    vi.useRealTimers();
    store.speak();
    newest().greets();
    expect(FakeSocket.all.map((socket) => socket.sent.filter((message) => message.type === "unit").length)).toEqual([
      1, 1,
    ]);
  });

  it("goes on from the position that a lost connection comes back with", () => {
    newest().says(update("r7", "r8", { heading: "eight" }));
    store.connection.reopen();
    newest().greets();
    newest().says(sent("r8", "eight"));
    newest().says(update("r8", "r9", { heading: "nine" }));
    expect(store.position.value?.heading).toBe("nine");
  });
});
