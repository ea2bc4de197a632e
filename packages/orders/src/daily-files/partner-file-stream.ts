import { formatRow } from '@merchant-edge/reconcile/files'
import type { DailyFilesContext } from './daily-files-context.ts'
import { journalLines } from './journal-lines.ts'
import { partnerRow } from './partner-rows.ts'
import type { VietnamDay } from './vietnam-day.ts'

/** How many rows a stream of the partner file has written, and what has none. */
export interface RowCount {
  rows: number
  leftOut: number
}

const pieceChars = 64 * 1024

async function* texts(
  { context, count }: { readonly context: DailyFilesContext; readonly count: RowCount },
  day: VietnamDay,
): AsyncGenerator<string, void, void> {
  const { files } = context
  const form = { profile: files.profile, key: files.checksumKey }
  let text = ''
  for await (const line of journalLines(context, day)) {
    const row = partnerRow(line, files)
    if (row === undefined) continue
    if (row === 'left_out') {
      count.leftOut += 1
      continue
    }
    count.rows += 1
    text += formatRow(row, form)
    if (text.length < pieceChars) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/**
 * The partner file of a day as a stream that reads the journal as it is read itself, and the count that
 * it keeps meanwhile.
 */
export function partnerFileStream(
  context: DailyFilesContext,
  day: VietnamDay,
): { readonly stream: ReadableStream<Uint8Array>; readonly count: RowCount } {
  const count = { rows: 0, leftOut: 0 }
  const pieces = texts({ context, count }, day)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await pieces.return()
    },
  })
  return { stream, count }
}
