/** Where an invitation leads: takes the seat and goes to the table. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import * as api from "../net/api";
import { tableAddress } from "../route";
import { keep } from "../settings";
import { look } from "./session";

export function JoinPage({ token }: { token: string }) {
  const problem = useSignal("");
  useEffect(() => {
    look()
      .then(() => api.join(token))
      .then((keys) => {
        keep(keys);
        location.replace(tableAddress(keys.table));
      })
      .catch((error: unknown) => {
        problem.value = error instanceof Error ? error.message : String(error);
      });
  }, [token, problem]);
  return (
    <main class="lone-page">
      <div class="paper">
        <h1>{t("join.title")}</h1>
        <p role="status">{problem.value === "" ? t("join.note") : t("join.failed", { problem: problem.value })}</p>
        <a href="#/">{t("app.home")}</a>
      </div>
    </main>
  );
}

/** Where a spectator's link leads. */
export function WatchPage({ table, token }: { table: string; token: string }) {
  useEffect(() => {
    keep({ table, tokens: {}, invitations: {}, spectator: token });
    location.replace(tableAddress(table));
  }, [table, token]);
  return null;
}
