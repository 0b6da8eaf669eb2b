/** Which page is shown, as the part of the address after the hash sign says. */
import { signal } from "@preact/signals";

export type Route =
  | { page: "start" }
  | { page: "lessons"; title: string }
  | { page: "table"; table: string }
  | { page: "join"; token: string }
  | { page: "stop"; token: string }
  | { page: "password"; token: string }
  | { page: "watch"; table: string; token: string };

export function parse(hash: string): Route {
  const [page = "", first = "", second = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "table" && first) return { page: "table", table: first };
  if (page === "lessons" && first) return { page: "lessons", title: first };
  if (page === "join" && first) return { page: "join", token: first };
  if (page === "stop" && first) return { page: "stop", token: first };
  if (page === "password" && first) return { page: "password", token: first };
  if (page === "watch" && first && second) return { page: "watch", table: first, token: second };
  return { page: "start" };
}

export const route = signal<Route>(parse(typeof location === "undefined" ? "" : location.hash));

export function follow(): void {
  addEventListener("hashchange", () => {
    route.value = parse(location.hash);
  });
}

export function tableAddress(table: string): string {
  return `#/table/${encodeURIComponent(table)}`;
}

/** Where the lessons of a title are listed. */
export function lessonsAddress(title: string): string {
  return `#/lessons/${encodeURIComponent(title)}`;
}

/** After how many choices the position lies that an address names, if it names one: `#/table/<id>/<number>`. */
export function positionOf(hash: string): number | null {
  const [page, , number = ""] = hash.replace(/^#\/?/, "").split("/");
  return page === "table" && /^\d+$/.test(number) ? Number(number) : null;
}

/** A link to a position of a table. */
export function positionLink(table: string, number: number): string {
  return `${location.origin}/${tableAddress(table)}/${number}`;
}

/** A link to hand to somebody, with the address at which this server is to be found. */
export function invitation(token: string, origin: string): string {
  return `${origin}/#/join/${encodeURIComponent(token)}`;
}

export function watching(table: string, token: string, origin: string): string {
  return `${origin}/#/watch/${encodeURIComponent(table)}/${encodeURIComponent(token)}`;
}

/** Whether an address means the machine on which it is opened, whichever that is. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}
