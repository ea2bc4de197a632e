import { html } from 'hono/html'
import { formatTime } from './format.ts'
import type { Markup } from './html-document.ts'
import type { Language } from './language.ts'

const twoDigits = (part: number) => String(part).padStart(2, '0')

/**
 * A duration as a clock shows it: `14:05`, from an hour on `1:14:05`. The script writes it in the
 * same way.
 */
function clockOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const end = twoDigits(seconds % 60)
  return minutes < 60
    ? `${minutes}:${end}`
    : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${end}`
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
 * Shows the minutes and seconds that are left. The script counts from the number of seconds that
 * the server sent, so that a wrong clock of the customer's device does not matter. Paper says when
 * the time ends.
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
