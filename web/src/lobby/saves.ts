/** As much of a saved game as it takes to ask who is to go on with it. */
import type { ScenarioCard, TitleCard } from "../protocol";

export interface SavedGame {
  title: TitleCard;
  scenario: ScenarioCard;
}

/** What a save was played with, by its first line, which holds a checksum and the header; null for what only the server can judge. */
export async function savedGame(save: Blob, titles: readonly TitleCard[]): Promise<SavedGame | null> {
  const [first = ""] = (await save.text()).split("\n", 1);
  try {
    const header = JSON.parse(first.slice(first.indexOf("{"))) as { title?: unknown; scenario?: unknown };
    const title = titles.find((one) => one.id === header.title);
    const scenario = title?.scenarios.find((one) => one.id === header.scenario);
    return title === undefined || scenario === undefined ? null : { title, scenario };
  } catch {
    return null;
  }
}
