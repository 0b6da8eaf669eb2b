/** A sheet of paper laid over the page, which keeps the keyboard until it is put away. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

interface Props {
  title: string;
  close: () => void;
  children: ComponentChildren;
  name?: string;
}

export function Modal({ title, close, children, name = "" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`modal ${name}`}
      aria-label={title}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet icon" aria-label={t("app.close")} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
