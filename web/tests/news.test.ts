import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import type { LogLine } from "../src/protocol";
import { News } from "../src/table/news";
import { line, position, question } from "./samples";

const chit = (index: number): LogLine => ({ ...line(index, "Chit"), kind: "Began" });
const asked = position({ question: question(["do:pass"]) });
const waiting = position();

/** A log of two lines, after which blue has chosen something. */
function chosen() {
  const log = signal([line(0), line(1)]);
  const news = new News(log);
  news.moved(asked);
  news.chose("blue", { line: 2, number: 7 });
  return { log, news };
}

describe("news", () => {
  it("are told when others have acted and the own turn comes", () => {
    const { log, news } = chosen();
    news.moved(waiting);
    log.value = [...log.value, chit(2), line(3)];
    expect(news.lines.value).toEqual([]);
    news.moved(asked);
    expect(news.lines.value.map((one) => one.index)).toEqual([2, 3]);
    expect(news.number).toBe(7);
  });

  it("are not told where nobody else has acted", () => {
    const { log, news } = chosen();
    log.value = [...log.value, chit(2)];
    news.moved(asked);
    expect(news.lines.value).toEqual([]);
  });

  it("are told at the end of the game", () => {
    const { log, news } = chosen();
    log.value = [...log.value, chit(2)];
    news.moved(position({ result: "Blue wins" }));
    expect(news.lines.value.length).toBe(1);
  });

  it("go with the next choice, or when they are closed", () => {
    const { log, news } = chosen();
    log.value = [...log.value, chit(2)];
    news.moved(waiting);
    news.moved(asked);
    news.close();
    expect(news.lines.value).toEqual([]);
    news.moved(waiting);
    news.moved(asked);
    expect(news.lines.value.length).toBe(1);
    news.chose("blue", { line: 3, number: 9 });
    expect(news.lines.value).toEqual([]);
  });

  it("are those of the side that looks", () => {
    const { log, news } = chosen();
    log.value = [chit(0), line(1), line(2)];
    news.moved(position({ side: "red" }));
    news.moved(position({ side: "red", question: question(["do:pass"]) }));
    expect(news.lines.value).toEqual([]);
  });
});
