/** Where the letter about a forgotten password leads: another is chosen. */
import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import * as api from "../net/api";
import { reason } from "./session";

export function PasswordPage({ token }: { token: string }) {
  const password = useSignal("");
  const said = useSignal("");
  const isDone = useSignal(false);
  const submit = (event: Event) => {
    event.preventDefault();
    said.value = "";
    api.newPassword({ token, password: password.value }).then(
      () => {
        isDone.value = true;
        said.value = t("password.done");
      },
      (error: unknown) => {
        said.value = reason(error);
      },
    );
  };
  return (
    <main class="lone-page">
      <div class="paper">
        <h1>{t("password.title")}</h1>
        {!isDone.value && (
          <form class="credentials" onSubmit={submit}>
            <label>
              {t("account.password")}
              <input
                type="password"
                name="password"
                autocomplete="new-password"
                required
                maxLength={256}
                value={password.value}
                onInput={(event) => {
                  password.value = event.currentTarget.value;
                }}
              />
            </label>
            <div class="choices">
              <button type="submit" class="primary">
                {t("password.keep")}
              </button>
            </div>
          </form>
        )}
        <p role="status">{said.value}</p>
        <a href="#/">{t("app.home")}</a>
      </div>
    </main>
  );
}
