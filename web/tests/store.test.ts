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
