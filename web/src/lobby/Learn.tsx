/** The way into the lessons from the start page: for newcomers at the top, for each title on its card. */
import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { told } from "../net/problems";
import type { TitleCard } from "../protocol";
import { lessonsAddress } from "../route";
import { learned } from "../settings";
import { beginLesson, countDone, firstUndone } from "./learning";

/** One click to the first lesson that is not done; nothing for those who play already without lessons, or have done all. */
export function Learn({ titles, plays }: { titles: readonly TitleCard[]; plays: boolean }) {
  const problem = useSignal("");
  const title = titles.find((one) => one.tutorial && one.lessons.length > 0);
  const done = learned.value[title?.id ?? ""] ?? [];
  const next = firstUndone(title?.lessons ?? [], done);
  if (title === undefined || next === null) return null;
  const count = countDone(title.lessons, done);
  if (plays && count === 0) return null;
  const begin = () => {
    beginLesson(title.id, next.id).catch((error: unknown) => {
      problem.value = told(error);
    });
  };
  const n = title.lessons.length;
  return (
    <section class="learn" aria-label={t("learn.begin")}>
      <div>
        <h2>{t(count === 0 ? "learn.title" : "learn.begin")}</h2>
        <p>{count === 0 ? t("learn.note", { n }) : t("learn.on", { n, done: count })}</p>
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
      </div>
      <div class="choices">
        <button type="button" class="primary large" data-act="learn" onClick={begin}>
          {count === 0 ? t("learn.begin") : t("learn.go-on", { name: next.name })}
        </button>
        <a class="button large" href={lessonsAddress(title.id)}>
          {t("learn.all")}
        </a>
      </div>
    </section>
  );
}

/** The lessons of a title, and how many of them are done. */
export function LessonsLink({ title }: { title: TitleCard }) {
  if (title.lessons.length === 0) return null;
  const count = countDone(title.lessons, learned.value[title.id] ?? []);
  return (
    <a class="button large" href={lessonsAddress(title.id)}>
      {t("learn.lessons")}{" "}
      <small class="muted">
        {count}/{title.lessons.length}
      </small>
    </a>
  );
}
