/** The whole client: the page that the address names, in the chosen language and light. */
import { useSignalEffect } from "@preact/signals";
import { lazy, Suspense } from "preact/compat";
import { t } from "./i18n";
import { JoinPage, WatchPage } from "./lobby/JoinPage";
import { LessonsPage } from "./lobby/LessonsPage";
import { StopPage } from "./lobby/Letters";
import { PasswordPage } from "./lobby/Password";
import { StartPage } from "./lobby/StartPage";
import { route } from "./route";
import { lang, theme } from "./settings";

/** Loaded when the first table is opened, so that the start page is there at once. */
const TablePage = lazy(() => import("./table/TablePage").then((module) => ({ default: module.TablePage })));

export function App() {
  useSignalEffect(() => {
    document.documentElement.lang = lang.value;
    document.documentElement.dataset.theme = theme.value;
    document.title = t("app.name");
  });
  const at = route.value;
  switch (at.page) {
    case "table":
      return (
        <Suspense fallback={<p class="unfolding">{t("app.loading")}</p>}>
          <TablePage key={at.table} table={at.table} />
        </Suspense>
      );
    case "join":
      return <JoinPage token={at.token} />;
    case "stop":
      return <StopPage token={at.token} />;
    case "password":
      return <PasswordPage token={at.token} />;
    case "watch":
      return <WatchPage table={at.table} token={at.token} />;
    case "lessons":
      return <LessonsPage title={at.title} />;
    case "start":
      return <StartPage />;
  }
}
