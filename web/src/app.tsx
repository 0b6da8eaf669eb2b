/** The whole client: the page that the address names, in the chosen language and light. */
import { useSignalEffect } from "@preact/signals";
import { t } from "./i18n";
import { JoinPage, WatchPage } from "./lobby/JoinPage";
import { StartPage } from "./lobby/StartPage";
import { route } from "./route";
import { lang, theme } from "./settings";
import { TablePage } from "./table/TablePage";

export function App() {
  useSignalEffect(() => {
    document.documentElement.lang = lang.value;
    document.documentElement.dataset.theme = theme.value;
    document.title = t("app.name");
  });
  const at = route.value;
  switch (at.page) {
    case "table":
      return <TablePage key={at.table} table={at.table} />;
    case "join":
      return <JoinPage token={at.token} />;
    case "watch":
      return <WatchPage table={at.table} token={at.token} />;
    case "start":
      return <StartPage />;
  }
}
