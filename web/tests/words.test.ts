import { describe, expect, it } from "vitest";
import { fill, list, t, tOr } from "../src/i18n";
import { en } from "../src/i18n/en";
import { ja } from "../src/i18n/ja";
import { lang } from "../src/settings";

const names = (text: string) => [...text.matchAll(/\{(\w+)[|}]/g)].map((match) => match[1]).sort();

describe("words", () => {
  it("has the same keys in both languages", () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.keys(en) as (keyof typeof en)[])("puts the same arguments into %s in both languages", (key) => {
    expect(names(ja[key])).toEqual(names(en[key]));
    expect(ja[key]).not.toBe("");
  });

  it("says a text in the language that is switched on", () => {
    lang.value = "ja";
    expect(t("start.turn", { n: 3 })).toBe("第3ターン");
    expect(list(["a", "b"])).toBe("a、b");
    lang.value = "en";
    expect(t("start.turn", { n: 3 })).toBe("Turn 3");
    expect(list(["a", "b"])).toBe("a, b");
  });

  it("counts one as one", () => {
    expect([fill("{n|hex|hexes}", { n: 1 }), fill("{n|hex|hexes}", { n: 2 })]).toEqual(["1 hex", "2 hexes"]);
    const plural = Object.entries(en).filter(([, text]) => /\{(n|all|full|done|value)\} (\w+ )?\w+s\b/.test(text));
    expect(plural.filter(([key]) => key !== "replay.at")).toEqual([]);
  });

  it("leaves an argument that is not given, and a word that it does not know", () => {
    expect(fill("{a} {b}", { a: 1 })).toBe("1 {b}");
    expect(tOr("state.moved", "x")).toBe("has moved");
    expect(tOr("state.unheard-of", "x")).toBe("x");
  });
});
