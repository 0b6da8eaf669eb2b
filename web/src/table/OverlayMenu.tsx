/** The menu of what a title can light up on the map, and the note that says what is lit. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../common/Icon";
import { t } from "../i18n";
import type { OverlayCard } from "../protocol";
import type { TableStore } from "./store";

export function OverlayMenu({ store }: { store: TableStore }) {
  const { overlays } = store;
  const button = useRef<HTMLButtonElement>(null);
  const offered = store.welcome.value?.overlays ?? [];
  const open = overlays.menu.value;
  const close = () => {
    overlays.menu.value = false;
    button.current?.focus();
  };
  if (offered.length === 0) return null;
  return (
    <span
      class="overlay-menu"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) overlays.menu.value = false;
      }}
    >
      <button
        ref={button}
        type="button"
        class="quiet icon"
        title={t("overlay.menu")}
        aria-label={t("overlay.menu")}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-keyshortcuts="o"
        aria-pressed={overlays.chosen.value !== null}
        onClick={() => {
          overlays.menu.value = !open;
        }}
      >
        <Icon name="eye" />
      </button>
      {open && <Items store={store} offered={offered} close={close} />}
    </span>
  );
}

function Items(props: { store: TableStore; offered: readonly OverlayCard[]; close: () => void }) {
  const { store, offered, close } = props;
  const list = useRef<HTMLDivElement>(null);
  const chosen = store.overlays.chosen.value?.id ?? null;
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
  }, []);
  const item = (overlay: OverlayCard | null, name: string) => (
    <button
      key={overlay?.id ?? ""}
      type="button"
      role="menuitemradio"
      tabindex={-1}
      aria-checked={chosen === (overlay?.id ?? null)}
      data-overlay={overlay?.id ?? ""}
      onClick={() => {
        store.overlays.choose(overlay);
        close();
      }}
    >
      {name}
    </button>
  );
  return (
    <div ref={list} role="menu" aria-label={t("overlay.menu")} class="menu" onKeyDown={(event) => move(event, close)}>
      {item(null, t("overlay.none"))}
      {offered.map((overlay) => item(overlay, overlay.name))}
    </div>
  );
}

/** Arrow keys go round the menu, Escape leaves it; no key of the table works meanwhile. */
function move(event: KeyboardEvent & { currentTarget: HTMLElement }, close: () => void): void {
  event.stopPropagation();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitemradio]")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const place = places[event.key];
  if (event.key === "Escape") close();
  if (place === undefined) return;
  event.preventDefault();
  items[(place + items.length) % items.length]?.focus();
}

/** What is lit, and the way to put it out. */
export function OverlayChip({ store }: { store: TableStore }) {
  const { chosen, lit, hex } = store.overlays;
  const card = store.welcome.value?.overlays.find((one) => one.id === chosen.value?.id);
  if (card === undefined || store.looking.value !== null) return null;
  const waiting = card.needs_hex && hex.value === "";
  return (
    <p class="overlay-chip" role="status">
      <span class="swatch" aria-hidden="true" />
      <span>
        {card.name}
        <small>
          {waiting ? t("overlay.point") : t("overlay.count", { n: lit.value.length })}
          {card.needs_hex && !waiting && ` · ${t("board.hex", { hex: hex.value })}`}
        </small>
        {card.about !== "" && <small>{card.about}</small>}
      </span>
      <button
        type="button"
        class="quiet icon"
        title={t("overlay.clear")}
        aria-label={t("overlay.clear")}
        onClick={() => store.overlays.choose(null)}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
