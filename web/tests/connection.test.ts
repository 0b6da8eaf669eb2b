import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backOff, Connection, LONGEST_WAIT } from "../src/net/connection";
import { lang } from "../src/settings";
import { answer } from "./samples";
import { FakeSocket, newest } from "./socket";

const choice = { type: "choose" as const, option: "do:pass", revision: "r4", key: "k", side: "blue" };

describe("connection", () => {
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    connection = new Connection(
      "ws://table",
      () => ({ type: "hello", tokens: ["t"], lang: "en" }),
      () => undefined,
    );
    connection.open();
    newest().greets();
  });

  afterEach(() => {
    connection.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("says hello first and is open once it is welcome", () => {
    expect(newest().sent[0]).toEqual({ type: "hello", tokens: ["t"], lang: "en" });
    expect(connection.link.value.state).toBe("open");
  });

  it("gives each answer to the question with its number", async () => {
    const first = connection.ask({ type: "explain", option: "a", meant: [], side: "blue" });
    const second = connection.ask({ type: "explain", option: "b", meant: [], side: "blue" });
    newest().says(answer(2, { ok: false }));
    newest().says(answer(1));
    expect([(await first)?.ok, (await second)?.ok]).toEqual([true, false]);
  });

  it("sends a choice again, with the same key, after a lost connection", async () => {
    const made = connection.ask(choice);
    newest().drops();
    expect(connection.link.value).toEqual({ state: "waiting", seconds: 0.5 });
    vi.advanceTimersByTime(500);
    newest().greets();
    const again = newest().sent.filter((message) => message.type === "choose");
    expect(again).toEqual([{ ...choice, request: 1 }]);
    newest().says(answer(1));
    expect((await made)?.ok).toBe(true);
  });

  it("keeps a choice that is made while the connection is lost", () => {
    newest().drops();
    void connection.ask(choice);
    vi.advanceTimersByTime(500);
    newest().greets();
    expect(newest().sent.map((message) => message.type)).toEqual(["hello", "choose"]);
  });

  it("forgets mere questions with the connection", async () => {
    const asked = connection.ask({ type: "odds", option: "a", side: "blue" });
    newest().drops();
    expect(await asked).toBeNull();
  });

  it("waits longer after each failure, up to a limit", () => {
    expect([0, 1, 2].map(backOff)).toEqual([0.5, 1, 2]);
    expect(backOff(50)).toBe(LONGEST_WAIT);
    newest().drops();
    vi.advanceTimersByTime(500);
    newest().drops();
    expect(connection.link.value).toEqual({ state: "waiting", seconds: 1 });
  });

  it("does not come back where it is not wanted", () => {
    newest().drops(4403);
    vi.advanceTimersByTime(60_000);
    expect(connection.link.value).toEqual({ state: "refused", reason: "gone", readable: false });
    expect(FakeSocket.all.length).toBe(1);
  });

  it("is told that a game which cannot be opened can still be read", () => {
    newest().drops(4409);
    expect(connection.link.value).toEqual({ state: "refused", reason: "gone", readable: true });
  });

  it("says why it was not let in, in the language that is spoken", () => {
    lang.value = "ja";
    const problem = { code: "broken-game", message: "its title has changed", rule: "" };
    newest().says({ type: "answer", request: 0, ok: false, problem });
    newest().drops(4409);
    const reason = "ゲームの規則が変わったため、この対局は続けられません。経過は報告書で読めます。";
    expect(connection.link.value).toEqual({ state: "refused", reason, readable: true });
    lang.value = "en";
  });
});
