import { html } from 'hono/html'
import { formatTime } from './format.ts'
import type { Markup } from './html-document.ts'
import type { Language } from './language.ts'

/** A duration as a clock shows it: `14:05`. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A time limit that is counted down on the page. */
export interface RunningTime {
  /** Label before the minutes and seconds that are left. */
  readonly leftLabel: string
  /** Label before the time of the end, for browsers without the script and for paper. */
  readonly untilLabel: string
  /** The end, in seconds since 1970. */
  readonly until: number
  readonly nowSeconds: number
  readonly language: Language
}

/**
 * Shows the minutes and seconds that are left. The script counts from the number of seconds that the
 * server sent, so that a wrong clock of the customer's device does not matter. Paper says when the time ends.
 */
export function countdown(time: RunningTime): Markup {
  const secondsLeft = Math.max(0, Math.floor(time.until - time.nowSeconds))
  const end = html`${time.untilLabel} ${formatTime(time.until, time.language, 'minute')}`
  return html`<p class="countdown" hidden>
      ${time.leftLabel}
      <time data-seconds-left="${secondsLeft}">${clockOf(secondsLeft)}</time>
    </p>
    <noscript><p class="countdown">${end}</p></noscript>
    <p class="paper-only">${end}</p>`
}
