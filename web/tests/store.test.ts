import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as wire from "../src/protocol";
import { position } from "./samples";
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
  const formality = { prompt: "fire", answers: [], hopes: [], narrowings: [], alarm: "" };
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

  it("goes on from the position that a lost connection comes back with", () => {
    newest().says(update("r7", "r8", { heading: "eight" }));
    store.connection.reopen();
    newest().greets();
    newest().says(sent("r8", "eight"));
    newest().says(update("r8", "r9", { heading: "nine" }));
    expect(store.position.value?.heading).toBe("nine");
  });
});
