/** The turn track: a row of boxes like that on a printed map. */
import { t } from "../i18n";

const MOST_BOXES = 16;

export function TurnTrack({ turn, turns }: { turn: number; turns: number }) {
  if (turns < 1) return null;
  const told = t("panel.turn", { turn, turns });
  if (turns > MOST_BOXES) {
    return (
      <div class="turn-track long">
        <progress value={turn} max={turns} aria-label={told} />
        <span>{told}</span>
      </div>
    );
  }
  const boxes = Array.from({ length: turns }, (_, place) => place + 1);
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
