/** Looks up the client's own words in the language that is switched on. */
import { lang } from "../settings";
import { en, type Key } from "./en";
import { ja } from "./ja";

const CATALOGUES: Record<"en" | "ja", Record<Key, string>> = { en, ja };

export type { Key };

/** A text with its {arguments} put in, of which {n|hex|hexes} counts. */
export function t(key: Key, args: Record<string, string | number> = {}): string {
  return fill(CATALOGUES[lang.value][key], args);
}

export function fill(template: string, args: Record<string, string | number>): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : `${value} ${Number(value) === 1 ? one : many}`;
  });
}

/** The text of a key made from a server's word, or that word where the client has none of its own. */
export function tOr(key: string, otherwise: string): string {
  return isKey(key) ? t(key) : otherwise;
}

function isKey(key: string): key is Key {
  return key in en;
}

/** Several names as a list in the language. */
export function list(names: string[]): string {
  return names.join(lang.value === "ja" ? "、" : ", ");
}
