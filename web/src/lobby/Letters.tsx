/** Being told by e-mail of one's move: the sheet on which one asks for it, and where the link that ends it leads. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Modal } from "../common/Modal";
import { t } from "../i18n";
import * as api from "../net/api";
import type { LetterWish } from "../protocol";
import { lang } from "../settings";
import { reason } from "./session";

/** A button where the server sends letters; a server that sends none answers with no language. */
export function Letters() {
  const wish = useSignal<LetterWish | null>(null);
  const open = useSignal(false);
  useEffect(() => {
    api.letters().then(
      (found) => {
        wish.value = found.lang === "" ? null : found;
      },
      () => undefined,
    );
  }, []);
  if (wish.value === null) return null;
  return (
    <>
      <button
        type="button"
        data-act="letters"
        onClick={() => {
          open.value = true;
        }}
      >
        {t(wish.value.wanted ? "letters.on" : "letters.off")}
      </button>
      {open.value && (
        <WishSheet
          wish={wish.value}
          kept={(kept) => {
            wish.value = kept;
          }}
          close={() => {
            open.value = false;
          }}
        />
      )}
    </>
  );
}

function WishSheet(props: { wish: LetterWish; kept: (wish: LetterWish) => void; close: () => void }) {
  const address = useSignal(props.wish.address);
  const wanted = useSignal(props.wish.wanted || props.wish.address === "");
  const problem = useSignal("");
  const submit = (event: Event) => {
    event.preventDefault();
    api
      .wishLetters({ address: address.value.trim(), lang: lang.value, wanted: wanted.value })
      .then((kept) => {
        props.kept(kept);
        props.close();
      })
      .catch((error: unknown) => {
        problem.value = reason(error);
      });
  };
  return (
    <Modal title={t("letters.title")} close={props.close} name="narrow">
      <form class="credentials" onSubmit={submit}>
        <p>{t("letters.note")}</p>
        <label>
          {t("letters.address")}
          <input
            data-first
            type="email"
            name="email"
            autocomplete="email"
            required={wanted.value}
            maxLength={250}
            value={address.value}
            onInput={(event) => {
              address.value = event.currentTarget.value;
            }}
          />
        </label>
        <span>
          <input
            type="checkbox"
            id="letters-wanted"
            checked={wanted.value}
            onInput={(event) => {
              wanted.value = event.currentTarget.checked;
            }}
          />{" "}
          <label for="letters-wanted" class="plain">
            {t("letters.wanted")}
          </label>
        </span>
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="choices">
          <button type="submit" class="primary">
            {t("letters.keep")}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Where the link at the end of a letter leads. */
export function StopPage({ token }: { token: string }) {
  const said = useSignal("…");
  useEffect(() => {
    api.stopLetters(token).then(
      () => {
        said.value = t("letters.stopped");
      },
      (error: unknown) => {
        said.value = reason(error);
      },
    );
  }, [token]);
  return (
    <main class="lone-page">
      <div class="paper">
        <h1>{t("letters.title")}</h1>
        <p role="status">{said.value}</p>
        <a href="#/">{t("app.home")}</a>
      </div>
    </main>
  );
}
