/** What one side asks of the other: to take back the end of a phase, or to be content with a draw. */
import { Icon } from "../common/Icon";
import { list, t } from "../i18n";
import type { PleaCard } from "../protocol";
import type { TableStore } from "./store";

/** Undo; where a phase has just ended, ask for it instead. */
export function UndoButton({ store }: { store: TableStore }) {
  const position = store.position.value;
  const asks = position?.can_undo === false && position.can_plead;
  return (
    <button
      type="button"
      class="quiet"
      data-act={asks ? "plead" : "undo"}
      disabled={!position?.can_undo && !asks}
      title={asks ? t("plea.why") : undefined}
      onClick={() => void store.undo()}
    >
      <Icon name="undo" /> {t(asks ? "plea.ask" : "act.undo")}
    </button>
  );
}

/** What is asked for, for everybody at the table to see; those who are asked can answer here. */
export function PleaNote({ store }: { store: TableStore }) {
  const position = store.position.value;
  const plea = position?.plea;
  if (position == null || plea == null || store.looking.value !== null) return null;
  const isAsked = plea.asked.includes(position.side) && !plea.granted.includes(position.side);
  const isMine = plea.side === position.side;
  return (
    <aside class="plea" role="status" aria-label={t(plea.kind === "draw" ? "draw.title" : "plea.title")}>
      <p>{said(store, plea, isMine)}</p>
      {!plea.declined && isAsked && (
        <>
          <button type="button" class="primary" data-act="grant" onClick={() => void store.tell("grant")}>
            {t("plea.grant")}
          </button>
          <button type="button" data-act="decline" onClick={() => void store.tell("decline")}>
            {t("plea.decline")}
          </button>
        </>
      )}
      {!plea.declined && isMine && (
        <button type="button" data-act="withdraw" onClick={() => void store.tell("decline")}>
          {t("plea.withdraw")}
        </button>
      )}
    </aside>
  );
}

function said(store: TableStore, plea: PleaCard, isMine: boolean): string {
  const asked = list(plea.asked.filter((side) => !plea.granted.includes(side)).map((side) => store.sideName(side)));
  if (plea.kind === "draw") {
    if (isMine) return t(plea.declined ? "draw.declined.mine" : "draw.waiting", { side: asked });
    return t(plea.declined ? "draw.declined" : "draw.offers", { side: store.sideName(plea.side) });
  }
  if (isMine) return t(plea.declined ? "plea.declined.mine" : "plea.waiting", { side: asked });
  return t(plea.declined ? "plea.declined" : "plea.asks", { side: store.sideName(plea.side) });
}
