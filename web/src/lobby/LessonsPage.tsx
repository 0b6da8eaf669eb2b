/** The lessons of a title, with a tick for those that are done. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Switches } from "../common/Switches";
import { t } from "../i18n";
import * as api from "../net/api";
import { told } from "../net/problems";
import type { LessonCard, TitleCard } from "../protocol";
import { lang, learned } from "../settings";
import { beginEasyGame, beginLesson, firstUndone } from "./learning";

export function LessonsPage({ title: id }: { title: string }) {
  const title = useSignal<TitleCard | null>(null);
  const problem = useSignal("");
  const spoken = lang.value;
  const failed = (error: unknown) => {
    problem.value = told(error);
  };
  useEffect(() => {
    api
      .titles()
      .then((found) => {
        title.value = found.find((one) => one.id === id) ?? null;
        if (title.value === null) problem.value = t("learn.none");
      })
      .catch(failed);
  }, [id, spoken]);
  const done = learned.value[id] ?? [];
  const lessons = title.value?.lessons ?? [];
  const next = firstUndone(lessons, done);
  const [scenario] = title.value?.scenarios ?? [];
  return (
    <div class="start-page lessons-page">
      <header class="masthead">
        <Switches />
        <a href="#/">{t("app.home")}</a>
        <h1>{t("learn.of", { title: title.value?.name ?? "" })}</h1>
      </header>
      <main>
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <ol class="lesson-list">
          {lessons.map((lesson) => (
            <Lesson
              key={lesson.id}
              lesson={lesson}
              done={done.includes(lesson.id)}
              next={lesson === next}
              begin={() => void beginLesson(id, lesson.id).catch(failed)}
            />
          ))}
        </ol>
        {scenario !== undefined && (
          <p class="after-lessons">
            {t("learn.game")}:{" "}
            <button
              type="button"
              class={next === null ? "primary" : ""}
              onClick={() => title.value !== null && void beginEasyGame(title.value).catch(failed)}
            >
              {t("lesson.play", { scenario: scenario.name })}
            </button>
          </p>
        )}
      </main>
    </div>
  );
}

function Lesson(props: { lesson: LessonCard; done: boolean; next: boolean; begin: () => void }) {
  const { lesson, done, next, begin } = props;
  return (
    <li class={done ? "lesson done" : "lesson"} data-lesson={lesson.id}>
      <div>
        <h2>{lesson.name}</h2>
        <p class="muted">{lesson.about}</p>
      </div>
      {done && <span class="tick">{t("learn.done")}</span>}
      <button type="button" class={next ? "primary" : ""} onClick={begin}>
        {t(done ? "learn.again" : "learn.start")}
      </button>
    </li>
  );
}
