/** Where one is signed in, and how one signs out elsewhere. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Modal } from "../common/Modal";
import { t } from "../i18n";
import * as api from "../net/api";
import type { Place } from "../protocol";
import { lang } from "../settings";
import { reason } from "./session";

export function Places() {
  const open = useSignal(false);
  return (
    <>
      <button
        type="button"
        data-act="places"
        onClick={() => {
          open.value = true;
        }}
      >
        {t("places.open")}
      </button>
      {open.value && (
        <Sheet
          close={() => {
            open.value = false;
          }}
        />
      )}
    </>
  );
}

function Sheet({ close }: { close: () => void }) {
  const places = useSignal<Place[]>([]);
  const problem = useSignal("");
  const tell = (error: unknown) => {
    problem.value = reason(error);
  };
  const look = () =>
    api.places().then((found) => {
      places.value = found;
    });
  useEffect(() => {
    look().catch(tell);
  }, []);
  const end = (place: Place) => {
    problem.value = "";
    api.endPlace(place.id).then(look).catch(tell);
  };
  return (
    <Modal title={t("places.title")} close={close}>
      <ul class="places">
        {places.value.map((place) => (
          <li key={place.id}>
            <span>
              {place.here ? t("places.here") : place.agent || t("places.unknown")}
              <small class="muted">
                {" "}
                {t("places.since", { since: new Date(place.since).toLocaleString(lang.value) })}
              </small>
            </span>
            {!place.here && (
              <button type="button" onClick={() => end(place)}>
                {t("account.out")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </Modal>
  );
}
