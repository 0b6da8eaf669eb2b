/** Where over the map a note lies on the least of what can be chosen and of what is asked about. */
import type { Size } from "../board/camera";
import type { Point } from "../board/geometry";
import type { BoardView } from "../board/view";
import { covered } from "./reduce";
import type { TableStore } from "./store";

export type Corner = "right" | "left" | "low right" | "low left";

/** The upper right corner, unless another one is freer; in the lower left one lies the card of a counter. */
const CORNERS: readonly Corner[] = ["right", "left", "low right"];

/** Where in the window lies what can be chosen now, and what is asked about. */
export function placesInQuestion(store: TableStore, view: BoardView): Point[] {
  const { units, hexes } = store.offers.value;
  const position = store.position.value;
  const labels = [
    ...(position?.picture.cards ?? []).filter((card) => units.has(card.id)).map((card) => card.at),
    ...hexes.keys(),
    ...store.glowing.value,
    ...(position?.question?.about ?? []),
  ];
  return labels.flatMap((label) => store.sheet.value?.hexes.get(label) ?? []).map((hex) => view.toWindow(hex));
}

/** The corner of a window in which something so large lies on the fewest of some places. */
export function freest(
  places: readonly Point[],
  window: Size,
  size: Size,
  corners: readonly Corner[] = CORNERS,
): Corner {
  const counts = corners.map((corner) => {
    const x = corner.endsWith("left") ? 0 : window.width - size.width;
    const y = corner.startsWith("low") ? window.height - size.height : 0;
    return covered(places, { x, y, ...size });
  });
  return corners[counts.indexOf(Math.min(...counts))] ?? "right";
}
