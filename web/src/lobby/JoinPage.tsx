/** Where an invitation leads: takes the seat and goes to the table. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { list, t } from "../i18n";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { InvitationCard } from "../protocol";
import { tableAddress } from "../route";
import { keep } from "../settings";
import { look } from "./session";

export function JoinPage({ token }: { token: string }) {
  const problem = useSignal("");
  const offered = useSignal<InvitationCard | null>(null);
  const failed = (error: unknown) => {
    problem.value = told(error);
  };
  const sit = (hints: boolean) => {
    offered.value = null;
    api.join(token, hints).then((keys) => {
      keep(keys);
      location.replace(tableAddress(keys.table));
    }, failed);
  };
  useEffect(() => {
    look()
      .then(() => api.invitedTo(token))
      .then((card) => {
        if (card.hints || card.clock !== null || card.study.length > 0) offered.value = card;
        else sit(false);
      })
      .catch(failed);
  }, [token]);
  return (
    <main class="lone-page">
      <div class="paper">
        <h1>{t("join.title")}</h1>
        {offered.value === null ? (
          <p role="status">{problem.value === "" ? t("join.note") : t("join.failed", { problem: problem.value })}</p>
        ) : (
          <Agreement card={offered.value} sit={sit} />
        )}
        <a href="#/">{t("app.home")}</a>
      </div>
    </main>
  );
}

/** What the other side would like to agree on before the game. */
function Agreement({ card, sit }: { card: InvitationCard; sit: (hints: boolean) => void }) {
  return (
    <>
      <p>{t("join.game", { title: card.title_name, scenario: card.scenario_name, side: card.side })}</p>
      {card.clock !== null && (
        <p>{t("join.clock", { clock: t(`clock.${card.clock.kind}`, { n: card.clock.amount }) })}</p>
      )}
      {card.study.length > 0 && (
        <p class="problem">
          {t("study.title")}: {list(card.study.map((why) => t(`study.${why}`)))}
        </p>
      )}
      {card.hints && <p>{t("join.hints")}</p>}
      <div class="choices">
        {card.hints && (
          <button type="button" class="primary" data-act="agree" onClick={() => sit(true)}>
            {t("join.agree")}
          </button>
        )}
        <button type="button" class={card.hints ? "" : "primary"} data-act="plain" onClick={() => sit(false)}>
          {t(card.hints ? "join.without" : "join.sit")}
        </button>
      </div>
    </>
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
