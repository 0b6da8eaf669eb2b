/** The first page: start a game within two clicks, or go on with one. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Modal } from "../common/Modal";
import { Switches } from "../common/Switches";
import { t } from "../i18n";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { Keys, SeatPlan, TitleCard } from "../protocol";
import { tableAddress } from "../route";
import { keep, lang, person } from "../settings";
import { Account } from "./Account";
import { Games } from "./Games";
import { Invitations } from "./Invitations";
import { Learn, LessonsLink } from "./Learn";
import { asked, botsOf, firstPlan, type Plan } from "./plan";
import { Seating, SetUp } from "./SetUp";
import { type SavedGame, savedGame } from "./saves";
import { useShelf } from "./shelf";

export function StartPage() {
  const titles = useSignal<TitleCard[] | null>(null);
  const shelf = useShelf();
  const problem = useSignal("");
  const setUp = useSignal<TitleCard | null>(null);
  const invited = useSignal<string | null>(null);
  const saved = useSignal<(SavedGame & { save: File }) | null>(null);
  const busy = useSignal(false);
  const spoken = lang.value;
  const who = person.value?.name ?? "";

  useEffect(() => {
    Promise.all([api.titles(), shelf.look(shelf.archive.value)])
      .then(([found]) => {
        titles.value = found;
        problem.value = "";
      })
      .catch((error: unknown) => {
        problem.value = t("start.failed", { problem: told(error) });
      });
  }, [spoken, who]);

  const opened = (keys: Keys) => {
    keep(keys);
    if (Object.keys(keys.invitations).length > 0) invited.value = keys.table;
    else location.hash = tableAddress(keys.table);
  };
  const begin = async (plan: Plan) => {
    if (busy.value) return;
    busy.value = true;
    try {
      const keys = await api.create(asked(plan));
      setUp.value = null;
      opened(keys);
    } catch (error) {
      problem.value = told(error);
    }
    busy.value = false;
  };
  const uploaded = async (save: File) => {
    const found = await savedGame(save, titles.value ?? []);
    if (found === null) opened(await api.upload(save, {}));
    else saved.value = { save, ...found };
  };
  const goOn = async (seats: Record<string, SeatPlan>) => {
    const save = saved.value?.save;
    saved.value = null;
    if (save === undefined) return;
    try {
      opened(await api.upload(save, botsOf(seats)));
    } catch (error) {
      problem.value = told(error);
    }
  };
  const sideName = (title: string, side: string) => {
    const scenarios = titles.value?.find((one) => one.id === title)?.scenarios ?? [];
    return scenarios.flatMap((one) => one.sides).find((one) => one.id === side)?.name ?? side;
  };
  return (
    <div class="start-page">
      <header class="masthead">
        <Switches />
        <h1>{t("app.name")}</h1>
        <p>{t("app.motto")}</p>
        <Account />
      </header>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <main>
        <Learn titles={titles.value ?? []} plays={shelf.tables.value.length > 0} />
        <section class={(titles.value?.length ?? 0) < 3 ? "titles few" : "titles"} aria-label={t("start.titles")}>
          {titles.value?.length === 0 && <p>{t("start.empty")}</p>}
          {inOrder(titles.value ?? []).map((title) => (
            <Title
              key={title.id}
              title={title}
              busy={busy.value}
              begin={(plan) => void begin(plan)}
              setUp={() => {
                setUp.value = title;
              }}
            />
          ))}
        </section>
        <Games shelf={shelf} sideName={sideName} uploaded={uploaded} />
      </main>
      {setUp.value !== null && (
        <SetUp
          title={setUp.value}
          begin={(plan) => void begin(plan)}
          close={() => {
            setUp.value = null;
          }}
        />
      )}
      {saved.value !== null && (
        <Seating
          title={saved.value.title}
          scenario={saved.value.scenario}
          begin={(seats) => void goOn(seats)}
          close={() => {
            saved.value = null;
          }}
        />
      )}
      {invited.value !== null && <Invited table={invited.value} sideName={(side) => anySide(titles.value, side)} />}
    </div>
  );
}

function Invited({ table, sideName }: { table: string; sideName: (side: string) => string }) {
  const go = () => {
    location.hash = tableAddress(table);
  };
  return (
    <Modal title={t("invite.title")} close={go}>
      <Invitations table={table} sideName={sideName} />
      <div class="choices">
        <button type="button" class="primary large" onClick={go}>
          {t("invite.go")}
        </button>
      </div>
    </Modal>
  );
}

function anySide(titles: readonly TitleCard[] | null, side: string): string {
  const sides = (titles ?? []).flatMap((title) => title.scenarios).flatMap((scenario) => scenario.sides);
  return sides.find((one) => one.id === side)?.name ?? side;
}

function inOrder(titles: readonly TitleCard[]): TitleCard[] {
  return [...titles].sort((a, b) => Number(b.tutorial) - Number(a.tutorial));
}

interface TitleProps {
  title: TitleCard;
  busy: boolean;
  begin: (plan: Plan) => void;
  setUp: () => void;
}

function Title({ title, busy, begin, setUp }: TitleProps) {
  const [scenario] = title.scenarios;
  if (scenario === undefined) return null;
  const [mine, other] = scenario.sides;
  return (
    <article class={title.tutorial ? "title tutorial" : "title"} data-title={title.id}>
      <div class="picture">
        <img src={api.picture(title.id, scenario.id)} alt="" />
        {title.tutorial && <span class="ribbon">{t("start.tutorial")}</span>}
      </div>
      <div class="words">
        <h2>{title.name}</h2>
        <h3>
          {scenario.name} <small>{t("start.turns", { n: scenario.turns })}</small>
        </h3>
        <p>{scenario.description}</p>
        {title.tutorial && <p class="muted">{t("start.tutorial.note")}</p>}
        <div class="choices">
          <button type="button" class="primary large" disabled={busy} onClick={() => begin(firstPlan(title, scenario))}>
            {t("start.play")}
          </button>
          <button type="button" class="large" onClick={setUp}>
            {t("start.options")}
          </button>
          <LessonsLink title={title} />
          {mine !== undefined && other !== undefined && (
            <small class="muted">{t("start.opponent", { side: other.name })}</small>
          )}
        </div>
      </div>
    </article>
  );
}
