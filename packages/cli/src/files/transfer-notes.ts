import type { TransferEvent } from '@merchant-edge/sftp'
import { createProgressBar } from '@merchant-edge/sftp/progress'
import type { Terminal } from '../command/terminal.ts'

/** Shows the progress of a transfer: a redrawn bar on a terminal, lines elsewhere. */
export function transferNotes(terminal: Terminal): (event: TransferEvent) => void {
  const isWatched = process.stderr.isTTY
  const bar = createProgressBar({ columns: process.stderr.columns ?? 80, now: terminal.now })
  return (event) => {
    const line = bar.line(event)
    if (line === undefined) return
    if (line.isLast) terminal.note(isWatched ? `\r\u001B[K${line.text}` : line.text)
    else if (isWatched) process.stderr.write(`\r\u001B[K${line.text}`)
  }
}
