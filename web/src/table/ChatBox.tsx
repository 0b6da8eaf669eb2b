/** Talk at the table. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { lang } from "../settings";
import type { TableStore } from "./store";

export function ChatBox({ store }: { store: TableStore }) {
  const text = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    if (text.value.trim() === "") return;
    void store.say(text.value.trim());
    text.value = "";
  };
  const lines = store.chat.value.length;
  useEffect(() => store.people.read(), [store, lines]);
  return (
    <section class="chat">
      <ol aria-live="polite">
        {store.chat.value.length === 0 && <li class="muted">{t("chat.none")}</li>}
        {store.chat.value.map((line, place) => (
          <li key={place}>
            <b>{store.sideName(line.who)}</b> <time dateTime={line.at}>{clock(line.at)}</time> {line.text}
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

/** The time of day, with the date if it was on another day. */
function clock(at: string): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return "";
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(lang.value, isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
}
