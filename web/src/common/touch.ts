/** Whether the one who plays has only fingers to point with, and the words for them. */

export function onlyTouch(): boolean {
  return matchMedia("(hover: none)").matches;
}

/** What fingers do in the place of what a mouse does, in both languages. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(Click|Point at)\b/g, "Tap"],
  [/\b(click|point at)\b/g, "tap"],
  [/クリック/g, "タップ"],
  [/指して/g, "タップして"],
];

/** A text that speaks of a mouse, in the words for fingers where there is none. */
export function inWordsForTouch(text: string, touch = onlyTouch()): string {
  return touch ? WORDS.reduce((words, [of, instead]) => words.replace(of, instead), text) : text;
}
