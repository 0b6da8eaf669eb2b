/** The turn track: a row of boxes like that on a printed map. */
import { t } from "../i18n";

const MOST_BOXES = 16;

/** `first` is the number of the first of the turns, which need not be 1. */
export function TurnTrack({ turn, turns, first }: { turn: number; turns: number; first: number }) {
  if (turns < 1) return null;
  const told = t("panel.turn", { turn, turns: first + turns - 1 });
  if (turns > MOST_BOXES) {
    return (
      <div class="turn-track long">
        <progress value={turn - first + 1} max={turns} aria-label={told} />
        <span>{told}</span>
      </div>
    );
  }
  const boxes = Array.from({ length: turns }, (_, place) => first + place);
  return (
    <ol class="turn-track" aria-label={told}>
      {boxes.map((box) => (
        <li key={box} class={box === turn ? "now" : box < turn ? "past" : ""} aria-current={box === turn && "step"}>
          {box}
        </li>
      ))}
    </ol>
  );
}
