/** A list of what counts, with its figures: points, losses, goals. */
import type { Status } from "../protocol";
import { inks } from "./StrengthChart";
import type { TableStore } from "./store";

/** What is longer is no figure but a sentence, which is read from the left, below what it is about. */
const FIGURE = 40;

/** What, how much and whose, line by line. */
export function Lines({ store, lines }: { store: TableStore; lines: readonly Status[] }) {
  const colours = inks(store.position.value?.picture);
  return (
    <dl class="tally">
      {lines.map((line) => (
        <div key={`${line.side} ${line.label}`} class={line.value.length > FIGURE ? "worded" : ""}>
          <dt>
            {line.side !== "" && <i style={{ background: colours[line.side] }} />}
            {line.side !== "" && <span class="muted">{store.sideName(line.side)} </span>}
            {line.label}
          </dt>
          <dd>{line.value}</dd>
        </div>
      ))}
    </dl>
  );
}
