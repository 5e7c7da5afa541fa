import "@mantine/charts/styles.layer.css";
import "@mantine/core/styles/ColorSwatch.layer.css";
import { BarChart } from "@mantine/charts";
import { Table } from "@mantine/core";
import { count } from "../../lib/text/text";
import css from "./SeriesChart.module.css";

export type Series<Row> = { label: string; value: (row: Row) => number; color?: string };

const colors = ["var(--uv-lamp)", "var(--uv-control)"];

/**
 * Counts over time as bars, with the same numbers in a table for everyone who does not see them. Its code is large, so the screens
 * that show it load it lazily.
 */
export function SeriesChart<Row>({
  title,
  rows,
  time,
  series,
  height = 200,
  legend = series.length > 1,
}: {
  title: string;
  rows: Row[];
  /** The label of a row, such as "22 Nov". */
  time: (row: Row) => string;
  series: Series<Row>[];
  height?: number;
  legend?: boolean;
}) {
  const data = rows.map((row) => ({
    time: time(row),
    ...Object.fromEntries(series.map(({ label, value }) => [label, value(row)])),
  }));
  return (
    <figure className={css.figure}>
      <figcaption>{title}</figcaption>
      <div role="img" aria-label={`${title}: ${summary(rows, series)}`} className={css.chart}>
        <BarChart
          h={height}
          data={data}
          dataKey="time"
          series={series.map(({ label, color }, i) => ({ name: label, color: color ?? colors[i] ?? "var(--uv-text)" }))}
          withLegend={legend}
          legendProps={{ verticalAlign: "bottom", itemSorter: null }}
          gridAxis="x"
          tickLine="none"
          strokeDasharray="0"
          valueFormatter={count}
          barProps={{ isAnimationActive: false, maxBarSize: 24 }}
          barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
          xAxisProps={{ minTickGap: 24 }}
          yAxisProps={{ allowDecimals: false, width: 44, tickCount: height < 200 ? 3 : 5 }}
        />
      </div>
      <details>
        <summary>Show {title.toLowerCase()} as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard */}
        <section className={css.table} tabIndex={0} aria-label={`${title}, table`}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Time</Table.Th>
                {series.map(({ label }) => (
                  <Table.Th scope="col" key={label}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={time(row)}>
                  <Table.Th scope="row">{time(row)}</Table.Th>
                  {series.map(({ label, value }) => (
                    <Table.Td key={label}>{count(value(row))}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      </details>
    </figure>
  );
}

const summary = <Row,>(rows: Row[], series: Series<Row>[]): string =>
  series.map(({ label, value }) => `${label} ${count(rows.reduce((sum, row) => sum + value(row), 0))}`).join(", ");
