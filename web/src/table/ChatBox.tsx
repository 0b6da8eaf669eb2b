/** Talk at the table. */
import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import type { TableStore } from "./store";

export function ChatBox({ store }: { store: TableStore }) {
  const text = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    if (text.value.trim() === "") return;
    void store.say(text.value.trim());
    text.value = "";
  };
  return (
    <section class="chat">
      <ol aria-live="polite">
        {store.chat.value.length === 0 && <li class="muted">{t("chat.none")}</li>}
        {store.chat.value.map((line, place) => (
          <li key={place}>
            <b>{store.sideName(line.who)}</b> {line.text}
          </li>
        ))}
      </ol>
      <form onSubmit={send}>
        <input
          value={text.value}
          maxLength={500}
          aria-label={t("chat.say")}
          placeholder={t("chat.say")}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <button type="submit">{t("chat.send")}</button>
      </form>
    </section>
  );
}
