/** Beside the map: the turn, the state of victory, losses, the log, talk and the replay. */
import type { BoardView } from "../board/view";
import { t } from "../i18n";
import type { Status } from "../protocol";
import { PhaseTrack } from "./BookPanel";
import { asksOfABox, Boxes } from "./Boxes";
import { ChatBox } from "./ChatBox";
import { SheetHead } from "./Dock";
import { Log } from "./Log";
import { Present } from "./Present";
import { Replay } from "./Replay";
import { Said } from "./Said";
import { OrdersInForce } from "./StandingMenu";
import { StrengthChart } from "./StrengthChart";
import type { Record, TableStore } from "./store";
import { Lines } from "./Tally";
import { TurnTrack } from "./TurnTrack";
import { UnitList } from "./UnitList";

export function SidePanel({ store, view }: { store: TableStore; view: BoardView }) {
  const shown = store.shown.value;
  const welcome = store.welcome.value;
  if (shown === null || welcome === null) return <aside class="side-panel" />;
  const paper = store.paper.value;
  // What is to be picked now comes before whatever is only to be read.
  const waits = asksOfABox(store);
  return (
    <aside
      id="papers"
      class={waits ? "side-panel" : "side-panel calm"}
      data-paper={paper ?? ""}
      aria-label={t("panel.side")}
    >
      <SheetHead title={t(`panel.${paper ?? "brief"}`)} close={() => store.layOut(null)} />
      <section class="brief" aria-label={t("panel.brief")}>
        <TurnTrack turn={shown.turn} turns={welcome.turns} first={welcome.first_turn} />
        <PhaseTrack store={store} />
        <p class="heading-line">{shown.heading}</p>
        {waits && <Boxes store={store} view={view} />}
        <Teaching remarks={shown.teaching} />
        <OrdersInForce store={store} />
        {shown.status.length > 0 && <Victory store={store} status={shown.status} />}
        {welcome.goals.length > 0 && (
          <details class="fold">
            <summary>{t("panel.goals")}</summary>
            <Lines store={store} lines={welcome.goals} />
          </details>
        )}
        {!waits && <Boxes store={store} view={view} />}
        <details class="fold" open={innerHeight > 1000 && innerWidth > 900}>
          <summary>{t("panel.strength")}</summary>
          <StrengthChart store={store} />
        </details>
      </section>
      <Present store={store} />
      <div class="record">
        <div class="tabs" role="tablist" aria-label={t("panel.record")}>
          <Tab name="log" tab={store.record} label={t("panel.log")} />
          <Tab name="units" tab={store.record} label={t("panel.units")} />
          {store.talks.value && <Tab name="chat" tab={store.record} label={talk(store)} />}
        </div>
        <div class="tab-body" role="tabpanel" aria-label={t(`panel.${store.record.value}`)}>
          {store.record.value === "log" && <Log store={store} />}
          {store.record.value === "chat" && <ChatBox store={store} />}
          {store.record.value === "units" && <UnitList store={store} view={view} />}
        </div>
        <Replay store={store} />
      </div>
    </aside>
  );
}

function talk(store: TableStore): string {
  const { unread } = store.people;
  return unread.value > 0 ? `${t("panel.chat")} (${unread.value})` : t("panel.chat");
}

function Tab(props: { name: Record; tab: { value: Record }; label: string }) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={props.tab.value === props.name}
      onClick={() => {
        props.tab.value = props.name;
      }}
    >
      {props.label}
    </button>
  );
}

/** What the scenario teaches at this point; whoever knows it all folds it away. */
function Teaching({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <details class="fold teaching" open>
      <summary>{t("panel.teaching")}</summary>
      {remarks.map((remark) => (
        <p key={remark} class="said">
          <Said text={remark} />
        </p>
      ))}
    </details>
  );
}

function Victory({ store, status }: { store: TableStore; status: readonly Status[] }) {
  return (
    <section class="victory">
      <h3>{t("panel.status")}</h3>
      <Lines store={store} lines={status} />
    </section>
  );
}
