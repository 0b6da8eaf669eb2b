/** The games that this browser can go on with. */
import { useSignal } from "@preact/signals";
import { download, openPage } from "../common/download";
import { list, t } from "../i18n";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { Clocks, TableCard } from "../protocol";
import { tableAddress } from "../route";
import { lang, leave, person, seats } from "../settings";
import { spoken } from "../table/ClockFace";
import type { Shelf } from "./shelf";

interface Props {
  shelf: Shelf;
  sideName: (title: string, side: string) => string;
  uploaded: (save: File) => Promise<void>;
}

export function Games({ shelf, sideName, uploaded }: Props) {
  const problem = useSignal("");
  const tables = shelf.tables.value;
  const archive = shelf.archive.value;
  const attempt = (act: () => Promise<void>) => {
    problem.value = "";
    act().catch((error: unknown) => {
      problem.value = told(error);
    });
  };
  const upload = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (file !== undefined) attempt(() => uploaded(file));
  };
  return (
    <section class="games">
      <header>
        <h2>{t(archive ? "archive.title" : "start.games")}</h2>
        <button type="button" class="quiet" data-act="archive" onClick={() => attempt(() => shelf.look(!archive))}>
          {t(archive ? "archive.leave" : "archive.title")}
        </button>
        <label class="button">
          {t("start.upload")}
          <input type="file" class="unseen" accept=".sandtable,application/json" onChange={upload} />
        </label>
      </header>
      {problem.value !== "" && <p class="problem">{problem.value}</p>}
      {tables.length === 0 && <p class="muted">{t(archive ? "archive.none" : "start.games.none")}</p>}
      <ul>
        {inOrder(tables).map((table) => (
          <Game key={table.id} table={table} shelf={shelf} sideName={sideName} attempt={attempt} />
        ))}
      </ul>
      {shelf.next.value !== "" && (
        <button type="button" data-act="more-games" onClick={() => attempt(shelf.more)}>
          {t("start.games.more")}
        </button>
      )}
    </section>
  );
}

interface GameProps {
  table: TableCard;
  shelf: Shelf;
  sideName: Props["sideName"];
  attempt: (act: () => Promise<void>) => void;
}

function Game({ table, shelf, sideName, attempt }: GameProps) {
  const name = table.name || table.scenario_name;
  const putAway = async () => {
    await api.archive(table.id, !shelf.archive.value);
    await shelf.look(shelf.archive.value);
  };
  const waiting = list(table.waiting_for.map((side) => sideName(table.title, side)));
  return (
    <li class="game">
      <div>
        <b>{name}</b>
        <small>
          {table.title_name}
          {table.name !== "" && ` · ${table.scenario_name}`} · {t("start.turn", { n: table.turn })} ·{" "}
          {when(table.updated)}
        </small>
        <small class={table.result === "" ? "" : "result"}>
          {table.result || (waiting !== "" && t("start.waiting", { sides: waiting }))}
          {isMyMove(table) && <b class="my-move"> {t("start.my-move")}</b>}
        </small>
        {table.clocks !== null && <TimeLeft clocks={table.clocks} name={(side) => sideName(table.title, side)} />}
      </div>
      <span class="choices">
        <a class="button primary" href={tableAddress(table.id)}>
          {t(table.sides.length > 0 ? "start.resume" : "start.watch")}
        </a>
        <button
          type="button"
          onClick={() => attempt(async () => download(await api.save(table.id), `${table.scenario}.sandtable`))}
        >
          {t("start.download")}
        </button>
        <button type="button" onClick={() => attempt(async () => openPage(await api.report(table.id)))}>
          {t("start.report")}
        </button>
        {table.result === "" && holdsSeat(table.id) && <GiveUp table={table.id} attempt={attempt} />}
        <button type="button" class="quiet" data-act="put-away" onClick={() => attempt(putAway)}>
          {t(shelf.archive.value ? "archive.take-out" : "archive.put-away")}
        </button>
        {shelf.archive.value && <Delete table={table.id} shelf={shelf} attempt={attempt} />}
      </span>
    </li>
  );
}

/** The clocks as they stood when the list was asked for; those that run come first. */
function TimeLeft({ clocks, name }: { clocks: Clocks; name: (side: string) => string }) {
  const running = Object.entries(clocks.due).map(([side, due]) => ({ side, seconds: Math.max(0, due - clocks.now) }));
  const resting = Object.entries(clocks.left).map(([side, seconds]) => ({ side, seconds }));
  return (
    <ul class="clocks" aria-label={t("clock.title")}>
      {[...running, ...resting].map(({ side, seconds }) => (
        <li key={side} data-clock={side} class={side in clocks.due ? "runs" : ""}>
          <span>{name(side)}</span> <time>{spoken(seconds)}</time>
        </li>
      ))}
    </ul>
  );
}

/** Whether the game waits for a side that this browser holds, or that the account signed in plays. */
function isMyMove(table: TableCard): boolean {
  const held = Object.keys(seats.value[table.id]?.tokens ?? {});
  const mine = person.value?.shared ? table.sides : held;
  return table.result === "" && table.waiting_for.some((side) => mine.includes(side));
}

/** Games that wait for this player first; among the others, as the server lists them, those changed last. */
function inOrder(tables: readonly TableCard[]): TableCard[] {
  return [...tables.filter(isMyMove), ...tables.filter((table) => !isMyMove(table))];
}

function holdsSeat(table: string): boolean {
  return person.value?.shared === false && Object.keys(seats.value[table]?.tokens ?? {}).length > 0;
}

/** Let somebody else at this server have the seat; asks once more before it does. */
function GiveUp({ table, attempt }: { table: string; attempt: GameProps["attempt"] }) {
  const sure = useSignal(false);
  const press = () => {
    if (!sure.value) {
      sure.value = true;
      return;
    }
    attempt(async () => {
      await api.giveUp(table);
      leave(table);
    });
  };
  return (
    <button type="button" class="quiet" data-act="give-up" onClick={press}>
      {t(sure.value ? "seat.sure" : "seat.give-up")}
    </button>
  );
}

/** Delete a game for good; asks once more before it does. */
function Delete({ table, shelf, attempt }: { table: string; shelf: Shelf; attempt: GameProps["attempt"] }) {
  const sure = useSignal(false);
  const press = () => {
    if (!sure.value) {
      sure.value = true;
      return;
    }
    attempt(async () => {
      await api.remove(table);
      leave(table);
      await shelf.look(true);
    });
  };
  return (
    <button type="button" class="quiet" data-act="delete" onClick={press}>
      {t(sure.value ? "archive.delete.sure" : "archive.delete")}
    </button>
  );
}

function when(updated: string): string {
  const date = new Date(updated);
  if (Number.isNaN(date.getTime())) return updated;
  return date.toLocaleString(lang.value, { dateStyle: "medium", timeStyle: "short" });
}
