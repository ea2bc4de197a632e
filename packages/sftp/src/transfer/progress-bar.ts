import { checkExchangeOptions } from '../exchange/check-exchange-options.ts'
import { printableName } from '../exchange/file-name.ts'
import type { TransferEvent } from './transfer-event.ts'

/** The progress of a transfer as one line of text that is redrawn. */
export interface ProgressBar {
  /**
   * The line to show after an event, without a line break; `undefined` when nothing changes.
   * With `isLast` the line is final, and the next one goes below it.
   */
  line(event: TransferEvent): { readonly text: string; readonly isLast: boolean } | undefined
}

/** Options of {@link createProgressBar}. */
export interface ProgressBarOptions {
  /** Width of the terminal in characters; 80 when left out. */
  readonly columns?: number | undefined
  /** Clock in milliseconds; the system clock when left out. */
  readonly now?: (() => number) | undefined
}

const redrawMs = 100

/** A size for people: `12.3 MB`. */
function readableBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

const outcomes = {
  moved: 'moved',
  replaced: 'replaced',
  skipped: 'is there already',
  refused: 'refused',
} as const

/**
 * Creates a progress bar. It redraws at most ten times a second.
 *
 * @example
 * ```ts
 * import { moveFiles, type FileExchange } from '@merchant-edge/sftp'
 * import { createProgressBar } from '@merchant-edge/sftp/progress'
 *
 * export async function moveWithProgress(from: FileExchange, to: FileExchange): Promise<void> {
 *   const bar = createProgressBar({ columns: process.stderr.columns })
 *   await moveFiles(from, to, {
 *     onEvent(event) {
 *       const line = bar.line(event)
 *       if (line) process.stderr.write(`\r\u001B[K${line.text}${line.isLast ? '\n' : ''}`)
 *     },
 *   })
 * }
 * ```
 */
export function createProgressBar(options: ProgressBarOptions = {}): ProgressBar {
  checkExchangeOptions('createProgressBar', options, { columns: 'number', now: 'function' })
  const { columns = 80, now = Date.now } = options
  let startedAtMs = now()
  let drawnAtMs = Number.NEGATIVE_INFINITY
  const bar = (share: number, width: number): string => {
    const full = Math.round(share * width)
    return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`
  }
  const cut = (text: string): string => text.slice(0, Math.max(10, columns - 1))
  return {
    line(event) {
      if (event.kind === 'started') {
        startedAtMs = now()
        drawnAtMs = Number.NEGATIVE_INFINITY
        return undefined
      }
      if (event.kind === 'progress') {
        if (now() - drawnAtMs < redrawMs) return undefined
        drawnAtMs = now()
        const { name, sizeBytes } = event.file
        const share = sizeBytes === 0 ? 1 : event.doneBytes / sizeBytes
        const seconds = Math.max(0.001, (now() - startedAtMs) / 1000)
        const rate = readableBytes(event.doneBytes / seconds)
        const percent = `${Math.floor(share * 100)} %`.padStart(5)
        const text = `${bar(share, 20)} ${percent} of ${readableBytes(sizeBytes)} ${rate}/s ${printableName(name)}`
        return { text: cut(text), isLast: false }
      }
      if (event.kind === 'ended') {
        const { name, outcome } = event.result
        const why = event.result.outcome === 'refused' ? `: ${event.result.error.message}` : ''
        return { text: `${printableName(name)} ${outcomes[outcome]}${why}`, isLast: true }
      }
      if (event.kind === 'trouble') return { text: event.error.message, isLast: true }
      return { text: `${event.entry.name} ignored (${event.entry.reason})`, isLast: true }
    },
  }
}
