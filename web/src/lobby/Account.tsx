/** Who is signed in on a shared server, and the sheet on which one signs in or makes an account. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Modal } from "../common/Modal";
import { t } from "../i18n";
import * as api from "../net/api";
import { person } from "../settings";
import { Letters } from "./Letters";
import { Places } from "./Places";
import { type Door, enter, leave, look, reason } from "./session";

export function Account() {
  const door = useSignal<Door | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    void look();
  }, []);
  if (!person.value?.shared) return null;
  const { name } = person.value;
  const open = (chosen: Door) => {
    door.value = chosen;
  };
  const signOut = () => {
    problem.value = "";
    leave().catch((error: unknown) => {
      problem.value = reason(error);
    });
  };
  return (
    <section class="account" aria-label={t("account.title")}>
      {name === "" ? (
        <>
          <span class="muted">{t("account.note")}</span>
          <button type="button" onClick={() => open("in")}>
            {t("account.in")}
          </button>
          <button type="button" onClick={() => open("up")}>
            {t("account.up")}
          </button>
        </>
      ) : (
        <>
          <span>{t("account.who", { name })}</span>
          <Letters key={name} />
          <Places key={name} />
          <button type="button" onClick={signOut}>
            {t("account.out")}
          </button>
        </>
      )}
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {door.value !== null && (
        <Sheet
          key={door.value}
          door={door.value}
          other={open}
          close={() => {
            door.value = null;
          }}
        />
      )}
    </section>
  );
}

function Sheet({ door, other, close }: { door: Door; other: (door: Door) => void; close: () => void }) {
  const name = useSignal("");
  const password = useSignal("");
  const problem = useSignal("");
  const busy = useSignal(false);
  const written = useSignal(false);
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    busy.value = true;
    problem.value = "";
    enter(door, { name: name.value.trim(), password: password.value })
      .then(close)
      .catch((error: unknown) => {
        problem.value = reason(error);
        busy.value = false;
      });
  };
  const forgot = () => {
    problem.value = "";
    api.forgotten(name.value.trim()).then(
      () => {
        written.value = true;
      },
      (error: unknown) => {
        problem.value = reason(error);
      },
    );
  };
  const [title, action, turn] =
    door === "in"
      ? (["account.in.title", "account.in", "account.up.instead"] as const)
      : (["account.up.title", "account.up", "account.in.instead"] as const);
  return (
    <Modal title={t(title)} close={close} name="narrow">
      <form class="credentials" onSubmit={submit}>
        <label>
          {t("account.name")}
          <input
            data-first
            name="name"
            autocomplete="username"
            required
            maxLength={32}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <label>
          {t("account.password")}
          <input
            type="password"
            name="password"
            autocomplete={door === "in" ? "current-password" : "new-password"}
            required
            maxLength={256}
            value={password.value}
            onInput={(event) => {
              password.value = event.currentTarget.value;
            }}
          />
        </label>
        {door === "up" && <p class="muted">{t("account.rules")}</p>}
        {door === "in" && (
          <button type="button" class="quiet" data-act="forgotten" disabled={name.value.trim() === ""} onClick={forgot}>
            {t("password.forgotten")}
          </button>
        )}
        {written.value && <p role="status">{t("password.written")}</p>}
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="choices">
          <button type="submit" class="primary" disabled={busy.value}>
            {t(action)}
          </button>
          <button type="button" onClick={() => other(door === "in" ? "up" : "in")}>
            {t(turn)}
          </button>
        </div>
      </form>
    </Modal>
  );
}
