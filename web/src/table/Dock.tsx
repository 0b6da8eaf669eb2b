/** On a phone the papers beside the map are sheets: a row of buttons calls them up, and a swipe puts them away. */
import { useRef } from "preact/hooks";
import { Icon, type IconName } from "../common/Icon";
import { t } from "../i18n";
import { waitsInABox } from "./Boxes";
import type { TableStore } from "./store";

/** Which of the papers beside the map: how the game stands, the log, the counters, or the talk. */
export type Paper = "brief" | "log" | "units" | "chat";

/** A finger that has gone down so far wants the sheet to go. */
const SWIPE = 40;

export function Dock({ store }: { store: TableStore }) {
  const { rulebook } = store;
  const unread = store.people.unread.value;
  const isWaiting = waitsInABox(store);
  return (
    <nav class="dock" aria-label={t("panel.side")}>
      <Caller store={store} paper="brief" icon="flag" label={t("panel.brief")} marked={isWaiting} />
      <Caller store={store} paper="log" icon="list" label={t("panel.log")} marked={false} />
      <Caller store={store} paper="units" icon="stack" label={t("panel.units")} marked={false} />
      {store.talks.value && (
        <Caller store={store} paper="chat" icon="talk" label={t("panel.chat")} marked={unread > 0} />
      )}
      <button
        type="button"
        class="quiet"
        data-paper="book"
        aria-expanded={rulebook.page.value !== null}
        onClick={() => rulebook.toggle()}
      >
        <Icon name="book" /> <span>{t("panel.book")}</span>
      </button>
    </nav>
  );
}

function Caller(props: { store: TableStore; paper: Paper; icon: IconName; label: string; marked: boolean }) {
  const { store, paper, icon, label, marked } = props;
  const isOpen = store.paper.value === paper;
  return (
    <button
      type="button"
      class={marked && !isOpen ? "quiet marked" : "quiet"}
      data-paper={paper}
      aria-expanded={isOpen}
      aria-controls="papers"
      onClick={() => store.layOut(isOpen ? null : paper)}
    >
      <Icon name={icon} /> <span>{label}</span>
    </button>
  );
}

/** The head of a sheet: its name and a way to put it away; a finger can also push it down. */
export function SheetHead({ title, close }: { title: string; close: () => void }) {
  const from = useRef<number | null>(null);
  return (
    <header
      class="sheet-head"
      onPointerDown={(event) => {
        from.current = event.clientY;
      }}
      onPointerUp={(event) => {
        if (from.current !== null && event.clientY - from.current > SWIPE) close();
        from.current = null;
      }}
    >
      <h2>{title}</h2>
      <button type="button" class="quiet icon" aria-label={t("app.close")} onClick={close}>
        <Icon name="close" />
      </button>
    </header>
  );
}
