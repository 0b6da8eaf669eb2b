/** The page on which a game is played. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "../board/Board";
import { Glyphs } from "../board/Counter";
import { BoardView } from "../board/view";
import { citedTitle, RulePopover } from "../common/Rule";
import { t } from "../i18n";
import type { LinkState } from "../net/connection";
import { lang } from "../settings";
import { ActionBar } from "./ActionBar";
import { BookPanel } from "./BookPanel";
import { Briefing } from "./Briefing";
import { ClaimNote } from "./ClockFace";
import { Dock } from "./Dock";
import { Dialogs } from "./dialogs";
import { Ending } from "./Ending";
import { HandOver } from "./HandOver";
import { HintCard } from "./HintCard";
import { LessonCard } from "./LessonCard";
import { OddsCard } from "./OddsCard";
import { OverlayChip } from "./OverlayMenu";
import { PleaNote } from "./Plea";
import { SidePanel } from "./SidePanel";
import { SightCard } from "./SightCard";
import { StackCard } from "./StackCard";
import { StandingSheet } from "./StandingMenu";
import { shortcuts } from "./shortcuts";
import { TableStore } from "./store";
import { Tab } from "./Tab";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";
import { UnitCard } from "./UnitCard";

export function TablePage({ table }: { table: string }) {
  const store = useMemo(() => new TableStore(table), [table]);
  const view = useMemo(() => new BoardView(), []);
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  useEffect(() => {
    const onKey = shortcuts(store, view);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [store, view]);
  const spoken = useRef(lang.value);
  useSignalEffect(() => {
    if (lang.value !== spoken.current) {
      spoken.current = lang.value;
      store.speak();
    }
  });
  useSignalEffect(() => {
    citedTitle.value = store.welcome.value?.title ?? "";
  });
  useSignalEffect(() => {
    const side = store.handOver.value;
    if (side !== null && store.uncovered.value && store.connection.link.value.state === "open") void store.lookAs(side);
  });
  useSignalEffect(() => {
    // A stack stays spread only while more of it can be picked for the same thing: it would lie over what comes next.
    if (!store.position.value?.question?.gathers) view.fan.value = null;
  });
  const passTo = store.handOver.value;
  const covered = passTo !== null && !store.uncovered.value;
  return (
    <div class={covered ? "table-page covered" : "table-page"}>
      <TopBar store={store} view={view} />
      <MapWindow store={store} view={view} />
      <ActionBar store={store} />
      <Dock store={store} />
      <SidePanel store={store} view={view} />
      <BookPanel store={store} />
      {covered && <HandOver store={store} side={passTo} />}
      <Dialogs store={store} />
      <Tab store={store} />
      <LessonCard store={store} view={view} />
      <RulePopover look={(rule) => void store.rulebook.look(rule)} />
      <Drawings store={store} />
      <p class="unseen" aria-live="polite">
        {store.announced.value}
      </p>
    </div>
  );
}

/** The map; a finger on it beside a sheet that lies over it puts the sheet away, and does nothing else. */
function MapWindow({ store, view }: { store: TableStore; view: BoardView }) {
  const isSpent = useRef(false);
  const putAway = (event: Event) => {
    isSpent.current = store.paper.value !== null;
    if (isSpent.current) event.stopPropagation();
    store.layOut(null);
  };
  const swallow = (event: Event) => {
    if (!isSpent.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <main class="map-window" onPointerDownCapture={putAway} onClickCapture={swallow}>
      <Board store={store} view={view} />
      <Notes store={store} view={view} />
    </main>
  );
}

/** What floats over the map. */
function Notes({ store, view }: { store: TableStore; view: BoardView }) {
  return (
    <>
      <OverlayChip store={store} />
      <SightCard store={store} view={view} />
      <PleaNote store={store} />
      <ClaimNote store={store} />
      {store.stack.value === null && <UnitCard store={store} view={view} />}
      <StackCard store={store} view={view} />
      <HintCard store={store} />
      <StandingSheet store={store} />
      <OddsCard store={store} view={view} />
      <Briefing store={store} view={view} />
      <Ending store={store} />
      <Toasts store={store} view={view} />
      <Link
        link={store.connection.link.value}
        again={() => void store.sitDown()}
        read={() => void store.openReport()}
      />
    </>
  );
}

function Drawings({ store }: { store: TableStore }) {
  const picture = store.shown.value?.picture;
  return picture === undefined ? null : <Glyphs cards={picture.cards} palettes={picture.palettes} />;
}

/** The state of the connection, where it is not simply well. */
function Link({ link, again, read }: { link: LinkState; again: () => void; read: () => void }) {
  const left = useSignal(0);
  const seconds = link.state === "waiting" ? link.seconds : 0;
  useEffect(() => {
    left.value = Math.ceil(seconds);
    if (seconds === 0) return undefined;
    const timer = setInterval(() => {
      left.value = Math.max(0, left.value - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, left]);
  if (link.state === "open") return null;
  const text = {
    connecting: t("net.connecting"),
    waiting: t("net.lost", { n: left.value }),
    refused: t("net.refused", { problem: link.state === "refused" ? link.reason : "" }),
  }[link.state];
  return (
    <p class={`link ${link.state}`} role="status">
      {text}{" "}
      {link.state === "refused" && (
        <>
          <button type="button" onClick={link.readable ? read : again}>
            {t(link.readable ? "over.report" : "app.retry")}
          </button>{" "}
          <a href="#/">{t("app.home")}</a>
        </>
      )}
    </p>
  );
}
