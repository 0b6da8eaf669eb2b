import { afterEach, describe, expect, it, vi } from "vitest";
import { enter, leave, look, reason } from "../src/lobby/session";
import { CallFailed } from "../src/net/api";
import { keep, lang, person, seats, tokensOf } from "../src/settings";

const nobody = { name: "", shared: true };
const ada = { name: "Ada", shared: true };

/** A server that gives these answers in turn, and the calls that were made of it. */
function server(...answers: [status: number, body: unknown][]): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    calls.push(`${init.method ?? "GET"} ${path}`);
    const [status, body] = answers.shift() ?? [500, {}];
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
  return calls;
}

function keys(table: string) {
  return { table, tokens: { blue: `token of ${table}` }, invitations: {}, spectator: "" };
}

afterEach(() => {
  vi.unstubAllGlobals();
  person.value = null;
  seats.value = {};
  lang.value = "en";
});

describe("a session", () => {
  it("is asked of the server", async () => {
    server([200, ada]);
    await look();
    expect(person.value).toEqual(ada);
  });

  it("begins by signing in or by making an account", async () => {
    const calls = server([200, ada], [201, ada]);
    await enter("in", { name: "Ada", password: "secret" });
    await enter("up", { name: "Ada", password: "secret" });
    expect(calls).toEqual(["POST /api/session", "POST /api/accounts"]);
  });

  it("takes its seats along when it ends, and leaves those that were taken without an account", async () => {
    keep(keys("before"));
    person.value = ada;
    keep(keys("after"));
    server([204, null], [200, nobody]);
    await leave();
    expect(person.value).toEqual(nobody);
    expect(tokensOf("before")).toHaveLength(1);
    expect(tokensOf("after")).toEqual([]);
  });

  it("says in both languages why somebody is not let in", () => {
    const failed = new CallFailed("wrong-password", "the server's own words");
    expect(reason(failed)).toBe("Name and password do not belong together.");
    lang.value = "ja";
    expect(reason(failed)).toBe("名前とパスワードが合いません。");
    expect(reason(new CallFailed("unheard-of", "the server's own words"))).toBe("the server's own words");
  });
});
