/** The links that let others sit down at a table. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import * as api from "../net/api";
import type { Reach } from "../protocol";
import { invitation, isThisMachine, watching } from "../route";
import { seats } from "../settings";

export function Invitations({ table, sideName }: { table: string; sideName: (side: string) => string }) {
  const reach = useSignal<Reach | null>(null);
  const isLocal = isThisMachine(location.hostname);
  useEffect(() => {
    if (!isLocal) return;
    api.reach().then(
      (told) => {
        reach.value = told;
      },
      () => undefined,
    );
  }, [isLocal, reach]);
  const known = seats.value[table];
  if (known === undefined) return null;
  const origin = (reach.value?.listens && reach.value.addresses[0]) || location.origin;
  return (
    <div class="invitations">
      <p>{t("invite.note")}</p>
      {reach.value !== null && <Whereabouts reach={reach.value} />}
      {Object.entries(known.invitations).map(([side, token]) => (
        <Link key={side} label={t("invite.seat", { side: sideName(side) })} address={invitation(token, origin)} />
      ))}
      {known.spectator !== "" && <Link label={t("invite.watch")} address={watching(table, known.spectator, origin)} />}
    </div>
  );
}

/** From where the links work, when this page was opened by an address that means this machine. */
function Whereabouts({ reach }: { reach: Reach }) {
  const [address] = reach.addresses;
  if (reach.listens && address !== undefined) return <p class="whereabouts">{t("invite.network", { address })}</p>;
  return (
    <p class="whereabouts warning" role="alert">
      {t("invite.local")} {address === undefined ? t("invite.no-network") : t("invite.how", { address })}{" "}
      <code>sandtable serve --shared --host 0.0.0.0</code>
    </p>
  );
}

function Link({ label, address }: { label: string; address: string }) {
  const copied = useSignal(false);
  const copy = () => {
    void navigator.clipboard?.writeText(address).then(() => {
      copied.value = true;
    });
  };
  return (
    <label class="link-field">
      <span>{label}</span>
      <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={copy}>
        {t(copied.value ? "app.copied" : "app.copy")}
      </button>
    </label>
  );
}
