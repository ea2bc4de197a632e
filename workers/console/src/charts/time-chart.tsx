import { scaleBand, scaleLinear, type ScaleBand, type ScaleLinear } from 'd3-scale'
import type { Child } from 'hono/jsx'

/** One place on the time axis: an hour, a day. */
export interface ChartSlot {
  /** Name under the axis, short. */
  readonly label: string
  /** A value of each series, in their order; 0 or more. */
  readonly values: readonly number[]
}

/** Content of a chart, and its text alternative. */
export interface TimeChartProps {
  /** Text alternative of the picture; the table next to it has the figures. */
  readonly summary: string
  /** Names of the series; at most two, the first is drawn strongest. */
  readonly series: readonly string[]
  readonly slots: readonly ChartSlot[]
  /** Writes a value at the axis, short. */
  readonly short: (value: number) => string
  /** The whole figures: a table. */
  readonly table: Child
  /** Link that opens the table. */
  readonly tableLabel: string
}

const heightPx = 220
const topPx = 12
const floorPx = heightPx - 24
const maxLabels = 8
/** On a phone only every second label has room, and in large type only every fourth. */
const labelClasses = ['tick', 'tick wide', 'tick wider', 'tick wide'] as const
/** Width of the axis labels: three digits and a letter on a phone. */
const axisPercent = 9
const ticks = 4

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`
}

type HeightScale = ScaleLinear<number, number>

function Grid({
  y,
  short,
}: {
  readonly y: HeightScale
  readonly short: (value: number) => string
}) {
  return (
    <>
      {y
        .ticks(ticks)
        .filter(Number.isInteger)
        .map((tick) => (
          <>
            <line class="grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
            {tick > 0 && (
              <text class="tick" x="0" y={y(tick) - 4}>
                {short(tick)}
              </text>
            )}
          </>
        ))}
    </>
  )
}

function bandsOf(
  count: number,
  range: readonly [start: number, end: number],
  padding: number,
): ScaleBand<number> {
  return scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range(range)
    .padding(padding)
}

function Bars({
  y,
  slots,
  series,
}: Pick<TimeChartProps, 'slots' | 'series'> & { readonly y: HeightScale }) {
  const x = bandsOf(slots.length, [axisPercent, 100], 0.25)
  const inSlot = bandsOf(series.length, [0, x.bandwidth()], 0)
  const every = Math.ceil(slots.length / maxLabels)
  return (
    <>
      {slots.map(({ label, values }, index) => {
        const left = x(index) ?? 0
        return (
          <>
            {values.map((value, number) => (
              <rect
                class={`series-${number}`}
                x={percent(left + (inSlot(number) ?? 0))}
                width={percent(inSlot.bandwidth())}
                y={y(value)}
                height={floorPx - y(value)}
              />
            ))}
            {index % every === 0 && (
              <text
                class={labelClasses[(index / every) % labelClasses.length]}
                text-anchor="middle"
                x={percent(left + x.bandwidth() / 2)}
                y={heightPx - 6}
              >
                {label}
              </text>
            )}
          </>
        )
      })}
    </>
  )
}

function Legend({ series }: Pick<TimeChartProps, 'series'>) {
  return (
    <figcaption class="legend" aria-hidden="true">
      {series.map((name, number) => (
        <span>
          <svg width="12" height="12">
            <rect class={`series-${number}`} width="12" height="12" rx="3" />
          </svg>{' '}
          {name}
        </span>
      ))}
    </figcaption>
  )
}

/**
 * Bars over time, rendered on the server as SVG without script or inline style. Positions on the
 * time axis are fractions of the width, so the chart fits phones and desktops while its texts keep
 * their size.
 */
export function TimeChart({ summary, series, slots, short, table, tableLabel }: TimeChartProps) {
  const most = Math.max(1, ...slots.flatMap(({ values }) => values))
  const y = scaleLinear().domain([0, most]).nice(ticks).range([floorPx, topPx])
  return (
    <figure class="chart">
      <svg role="img" aria-label={summary} width="100%" height={heightPx}>
        <Grid y={y} short={short} />
        <Bars y={y} slots={slots} series={series} />
      </svg>
      <Legend series={series} />
      <details>
        <summary>{tableLabel}</summary>
        {table}
      </details>
    </figure>
  )
}
