import { beforeEach, describe, expect, it } from "vitest";
import { person } from "../src/settings";
import { People } from "../src/table/people";
import { TableStore } from "../src/table/store";
import { tabIcon, tabTitle } from "../src/table/Tab";
import { position } from "./samples";

const said = (who: string) => ({ who, text: "hello", at: "2026-01-01T10:00:00Z" });

describe("people", () => {
  let rung: string[];
  let away: boolean;
  let people: People;

  beforeEach(() => {
    rung = [];
    away = true;
    person.value = null;
    people = new People({ isAway: () => away, ring: (text) => rung.push(text) });
  });

  it("counts what others say until it is read", () => {
    expect(people.heard(said("red"), ["blue"])).toBe(true);
    expect(people.heard(said("blue"), ["blue"])).toBe(false);
    expect(people.unread.value).toBe(1);
    people.read();
    expect(people.unread.value).toBe(0);
  });

  it("calls back whoever looks elsewhere, once, when it becomes his move", () => {
    people.moved(false, "");
    people.moved(true, "Choose a counter");
    people.moved(true, "Choose a hex");
    expect(rung).toEqual(["Your move: Choose a counter"]);
    people.moved(false, "");
    away = false;
    people.moved(true, "Choose a counter");
    expect(rung).toHaveLength(1);
  });
});

describe("the tab", () => {
  it("says whose move it is", () => {
    globalThis.location ??= { protocol: "http:", host: "x" } as Location;
    const store = new TableStore("t");
    store.position.value = position({ waiting_for: ["red"] });
    expect(tabTitle(store)).toBe("Waiting for red · Sandtable");
    store.people.unread.value = 2;
    expect(tabTitle(store)).toBe("(2) Waiting for red · Sandtable");
    store.position.value = position({ result: "Blue wins" });
    expect(tabTitle(store)).toBe("(2) Over · Sandtable");
    expect(tabIcon(true)).not.toBe(tabIcon(false));
  });
});
