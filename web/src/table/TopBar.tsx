/** The strip above the map: where one is, whose game it is, and the switches. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardView } from "../board/view";
import { Icon, type IconName } from "../common/Icon";
import { Switches } from "../common/Switches";
import { list, t } from "../i18n";
import type { Study } from "../protocol";
import { seats } from "../settings";
import { ClockFaces } from "./ClockFace";
import { OverlayMenu } from "./OverlayMenu";
import type { TableStore } from "./store";

export function TopBar({ store, view }: { store: TableStore; view: BoardView }) {
  const welcome = store.welcome.value;
  const invites = Object.keys(seats.value[store.table]?.invitations ?? {}).length > 0;
  const open = useSignal(false);
  useEffect(() => {
    const close = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest(".top-bar"))) open.value = false;
    };
    addEventListener("pointerdown", close, true);
    return () => removeEventListener("pointerdown", close, true);
  }, [open]);
  return (
    <header class={open.value ? "top-bar unfolded" : "top-bar"}>
      <a class="home" href="#/" title={t("app.home")}>
        <span class="mark" aria-hidden="true" />
        {t("app.name")}
      </a>
      <p class="where">
        {welcome !== null && (
          <>
            <b>{welcome.title_name}</b> {welcome.scenario_name} <StudyMark why={welcome.study} />
          </>
        )}
      </p>
      <ClockFaces store={store} />
      <button
        type="button"
        class="quiet icon unfold"
        aria-label={t("app.tools")}
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <Icon name="tools" />
      </button>
      <div class="map-tools" role="toolbar" aria-label={t("app.tools")}>
        <Tool label={t("board.zoom.out")} act={view.zoomOut} icon="minus" />
        <Tool label={t("board.zoom.fit")} act={() => view.fit()} icon="fit" />
        <Tool label={t("board.zoom.in")} act={view.zoomIn} icon="plus" />
        <Toggle label={t("board.overlay.control")} flag={view.control} icon="flag" />
        <Toggle label={t("board.overlay.labels")} flag={view.numbers} icon="hash" />
        <OverlayMenu store={store} />
        {welcome?.sights && (
          <button
            type="button"
            class="quiet icon"
            data-tool="sight"
            title={t("sight.title")}
            aria-label={t("sight.title")}
            aria-keyshortcuts="s"
            aria-pressed={store.sights.picking.value}
            onClick={() => store.sights.toggle()}
          >
            <Icon name="sight" />
          </button>
        )}
        <Tool label={t("book.title")} act={() => store.rulebook.toggle()} icon="book" />
        {invites && <Tool label={t("invite.show")} act={() => show(store, "invite")} icon="mail" />}
        <Tool label={t("app.help")} act={() => show(store, "keys")} icon="help" />
      </div>
      <Switches />
    </header>
  );
}

/** Says at a table, for good, that its game is no fair one between people, and why. */
function StudyMark({ why }: { why: readonly Study[] }) {
  if (why.length === 0) return null;
  const reasons = list(why.map((each) => t(`study.${each}`)));
  return (
    <small class="study-mark" title={reasons}>
      {t("study.title")}
      <span class="unseen">: {reasons}</span>
    </small>
  );
}

function show(store: TableStore, dialog: "invite" | "keys"): void {
  store.dialog.value = dialog;
}

function Tool({ label, act, icon }: { label: string; act: () => void; icon: IconName }) {
  return (
    <button type="button" class="quiet icon" data-tool={icon} title={label} aria-label={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

function Toggle({ label, flag, icon }: { label: string; flag: { value: boolean }; icon: IconName }) {
  const flip = () => {
    flag.value = !flag.value;
  };
  return (
    <button type="button" class="quiet icon" title={label} aria-label={label} aria-pressed={flag.value} onClick={flip}>
      <Icon name={icon} />
    </button>
  );
}
