/** The tab of a table page: title and icon say whose move it is. */
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { list, t } from "../i18n";
import type { TableStore } from "./store";

const NAME = "Sandtable";

/** What the tab says: an unread word first, then whose move it is, then the game. */
export function tabTitle(store: TableStore): string {
  const position = store.position.value;
  const game = store.welcome.value?.scenario_name ?? NAME;
  const unread = store.people.unread.value;
  const said = unread > 0 ? `(${unread}) ` : "";
  if (position === null) return `${said}${game}`;
  if (position.result !== "") return `${said}${t("tab.over")} · ${game}`;
  if (isMyMove(store)) return `${said}● ${t("tab.move")} · ${game}`;
  const sides = list(position.waiting_for.map((side) => store.sideName(side)));
  return sides === "" ? `${said}${game}` : `${said}${t("tab.waiting", { side: sides })} · ${game}`;
}

export function isMyMove(store: TableStore): boolean {
  const position = store.position.value;
  const mine = store.welcome.value?.mine ?? [];
  return position?.waiting_for.some((side) => mine.includes(side)) ?? false;
}

/** A hexagon: lit when it is one's own move, pale while one waits. */
export function tabIcon(lit: boolean): string {
  const fill = lit ? "%23e0a400" : "%238c8365";
  const dot = lit ? "<circle cx='16' cy='16' r='6' fill='%239c2f1c'/>" : "";
  const hexagon = `<path d='M9 4h14l7 12-7 12H9L2 16z' fill='${fill}' stroke='%232b2418' stroke-width='2'/>`;
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>${hexagon}${dot}</svg>`;
}

export function Tab({ store }: { store: TableStore }) {
  useSignalEffect(() => {
    document.title = tabTitle(store);
    setIcon(tabIcon(isMyMove(store)));
    store.people.moved(isMyMove(store), store.position.value?.question?.prompt ?? "");
  });
  useEffect(() => {
    const before = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
    return () => {
      document.title = NAME;
      setIcon(before);
    };
  }, []);
  return null;
}

function setIcon(address: string): void {
  let link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link === null) {
    link = document.createElement("link");
    link.rel = "icon";
    document.head.append(link);
  }
  if (link.href !== address) link.href = address;
}
