/** Whether the one who plays has only fingers to point with. */

export function onlyTouch(): boolean {
  return matchMedia("(hover: none)").matches;
}
