/** The links that let others sit down at a table. */
import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { invitation, watching } from "../route";
import { seats } from "../settings";

export function Invitations({ table, sideName }: { table: string; sideName: (side: string) => string }) {
  const known = seats.value[table];
  if (known === undefined) return null;
  return (
    <div class="invitations">
      <p>{t("invite.note")}</p>
      {Object.entries(known.invitations).map(([side, token]) => (
        <Link key={side} label={t("invite.seat", { side: sideName(side) })} address={invitation(token)} />
      ))}
      {known.spectator !== "" && <Link label={t("invite.watch")} address={watching(table, known.spectator)} />}
    </div>
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
