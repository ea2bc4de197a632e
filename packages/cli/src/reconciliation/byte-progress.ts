import type { Progress } from '@merchant-edge/reconcile'
import type { Terminal } from '../command/terminal.ts'

const betweenMs = 1_000
const secondMs = 1_000

/** The settings of {@link byteProgress}. */
export interface ProgressSettings {
  /** Size of all files; undefined when unknown. */
  readonly totalBytes: number | undefined
  /** Whether progress is also printed when standard error is not a terminal. */
  readonly isWanted: boolean
}

function thousands(value: number): string {
  return new Intl.NumberFormat('en').format(Math.round(value))
}

function durationOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 90 ? `${whole} s` : `${Math.ceil(whole / 60)} min`
}

/**
 * Prints the progress of a comparison every second: validated rows, rows per second, and for each
 * phase the completed share and the remaining time. The phases are shown separately, because
 * comparing may take as long as validating, or almost no time. On a terminal it is one updated
 * line; elsewhere lines are printed only on request.
 */
export function byteProgress(terminal: Terminal, { totalBytes, isWanted }: ProgressSettings) {
  const show = terminal.showStatus ?? (isWanted ? (text: string) => terminal.note(text) : undefined)
  const startedAt = terminal.now()
  let shownAt = startedAt
  let isShown = false
  let phaseNow: Progress['phase'] = 'checking'
  let phaseStart = { at: startedAt, bytes: 0 }
  let last = { at: startedAt, bytes: 0 }
  return {
    /** Receives the progress of the comparison. */
    take({ bytes, rows, phase }: Progress): void {
      const now = terminal.now()
      if (phase !== phaseNow) phaseStart = last
      phaseNow = phase
      last = { at: now, bytes }
      if (show === undefined || now - shownAt < betweenMs) return
      shownAt = now
      isShown = true
      const seconds = (now - phaseStart.at) / secondMs
      const parts = [`${phase}: ${thousands(rows)} rows`]
      if (phase === 'checking') parts.push(`${thousands(rows / seconds)} a second`)
      if (totalBytes !== undefined && bytes > phaseStart.bytes) {
        const done = Math.min(0.99, (bytes - phaseStart.bytes) / totalBytes)
        const left = durationOf((seconds / done) * (1 - done))
        parts.push(`${Math.floor(done * 100)} % done`, `about ${left} left`)
      }
      show(parts.join(', '))
    },
    /** Removes the line from the terminal. */
    end(): void {
      if (isShown) terminal.showStatus?.('')
    },
  }
}
