/** Language and light, switchable everywhere. */
import { t } from "../i18n";
import { lang, theme } from "../settings";
import { Icon } from "./Icon";

export function Switches() {
  const dark = theme.value === "dark";
  const toggle = () => {
    theme.value = dark ? "light" : "dark";
  };
  return (
    <div class="switches">
      <fieldset class="languages">
        <legend class="unseen">{t("app.language")}</legend>
        <button type="button" lang="en" aria-pressed={lang.value === "en"} onClick={() => speak("en")}>
          EN
        </button>
        <button type="button" lang="ja" aria-pressed={lang.value === "ja"} onClick={() => speak("ja")}>
          日本語
        </button>
      </fieldset>
      <button
        type="button"
        class="quiet icon"
        title={t(dark ? "app.theme.light" : "app.theme.dark")}
        aria-label={t(dark ? "app.theme.light" : "app.theme.dark")}
        onClick={toggle}
      >
        <Icon name={dark ? "sun" : "moon"} />
      </button>
    </div>
  );
}

function speak(chosen: "en" | "ja"): void {
  lang.value = chosen;
}
