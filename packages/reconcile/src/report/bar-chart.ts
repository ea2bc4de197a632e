import { formatCount } from '../summary/format-number.ts'
import type { Language } from '../summary/messages.ts'
import { html, type Html, type HtmlValue } from './html.ts'

/** One bar: its parts follow one another. */
export interface Bar {
  readonly label: string
  readonly parts: readonly {
    readonly value: number
    readonly color: string
    readonly name: string
  }[]
}

const width = 640
const rowHeight = 26
const labelWidth = 150
const numberWidth = 90

/** What the colours mean, where a bar has several parts. */
function legend([first]: readonly Bar[]): HtmlValue {
  if (first === undefined || first.parts.length < 2) return ''
  return first.parts.map(
    ({ color, name }) => html`<div class="legend"><b style="color: ${color}">■</b> ${name}</div>`,
  )
}

/** Draws horizontal bars as SVG; their lengths are relative to the longest. */
export function barChart(title: string, bars: readonly Bar[], language: Language): Html {
  const sum = ({ parts }: Bar) => parts.reduce((all, { value }) => all + value, 0)
  const most = Math.max(1, ...bars.map(sum))
  const scale = (width - labelWidth - numberWidth) / most
  const height = bars.length * rowHeight + 4
  return html`<figure tabindex="0">
    <figcaption>${title}</figcaption>
    ${legend(bars)}
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
      ${bars.map((bar, index) => {
        const y = index * rowHeight + 2
        let x = labelWidth
        return html`<text x="${labelWidth - 8}" y="${y + 16}" text-anchor="end">${bar.label}</text>
          ${bar.parts.map(({ value, color, name }) => {
            const start = x
            // A part stays visible, however short it is beside the others.
            const length = value === 0 ? 0 : Math.max(2, value * scale)
            x += length
            return html`<rect
              x="${start}"
              y="${y}"
              width="${length}"
              height="${rowHeight - 6}"
              fill="${color}"
            >
              <title>${name}: ${value}</title>
            </rect>`
          })}
          <text x="${x + 6}" y="${y + 16}">${formatCount(sum(bar), language)}</text>`
      })}
    </svg>
  </figure>`
}
