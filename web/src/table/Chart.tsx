/** A chart as it is printed, with what is in hand lit. */
import { Rule } from "../common/Rule";
import type { ChartCard, HeadCard } from "../protocol";
import type { Lit } from "./book";

export function Chart({ chart, lit }: { chart: ChartCard; lit: Lit }) {
  const mark = (row: number, column: number) =>
    [
      lit.rows.has(row) && "lit",
      lit.columns.has(column) && "lit",
      lit.rows.has(row) && lit.columns.has(column) && "hit",
    ]
      .filter(Boolean)
      .join(" ");
  return (
    <section class="chart" data-chart={chart.id}>
      <h3>
        {chart.name} <Rule id={chart.rule} />
      </h3>
      <div class="scroller">
        <table>
          <thead>
            <tr>
              <th />
              {chart.columns.map((head, column) => (
                <th key={head.name} scope="col" class={lit.columns.has(column) ? "lit" : ""}>
                  {head.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map((row, place) => (
              <tr key={row.head.name}>
                <RowHead head={row.head} isLit={lit.rows.has(place)} />
                {row.cells.map((cell, column) => (
                  <td key={chart.columns[column]?.name ?? column} class={mark(place, column)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chart.notes.length > 0 && <p class="muted">{chart.notes.join(" · ")}</p>}
    </section>
  );
}

function RowHead({ head, isLit }: { head: HeadCard; isLit: boolean }) {
  return (
    <th scope="row" class={isLit ? "lit" : ""}>
      {head.swatch !== "" && <i class="swatch" style={{ background: head.swatch }} />}
      {head.name}
    </th>
  );
}
