import { formatRow } from '@merchant-edge/reconcile/files'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { journalLines, type JournalLine } from './journal-lines.ts'
import { partnerRow } from './partner-rows.ts'
import type { VietnamDay } from '../vietnam-day.ts'

/**
 * Number of rows that a stream of the partner file has written, and of transactions without a row.
 */
export interface RowCount {
  rows: number
  leftOut: number
  /** Left-out transactions that the service has not confirmed in any other way. */
  unproven: number
  /** Our references or ids of the first left-out transactions that the service has confirmed. */
  confirmedIds: string[]
  /** Our references or ids of the first unproven transactions. */
  unprovenIds: string[]
}

const maxIds = 20
const confirmedBy: ReadonlySet<string> = new Set([
  'answer of the service',
  'signed query',
  'daily file of the service',
])

/**
 * Whether the service itself has confirmed the transaction. It does not count when the service only
 * knew the id or named the transaction of another order, or when a person settled it.
 */
function isConfirmed({ evidence, isSecondOfTransaction }: JournalLine): boolean {
  if (isSecondOfTransaction) return false
  return confirmedBy.has(evidence) || evidence.startsWith('callback signature of key ')
}

function countLeftOut(count: RowCount, line: JournalLine): void {
  count.leftOut += 1
  const isUnproven = !isConfirmed(line)
  if (isUnproven) count.unproven += 1
  const { reference, refund_id: refundId } = line.data
  const id = reference ?? refundId
  const ids = isUnproven ? count.unprovenIds : count.confirmedIds
  if (typeof id === 'string' && ids.length < maxIds) ids.push(id)
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
      countLeftOut(count, line)
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
 * The partner file of a day as a stream that reads the journal on demand, and the counts that it
 * updates meanwhile.
 */
export function partnerFileStream(
  context: DailyFilesContext,
  day: VietnamDay,
): { readonly stream: ReadableStream<Uint8Array>; readonly count: RowCount } {
  const count: RowCount = { rows: 0, leftOut: 0, unproven: 0, confirmedIds: [], unprovenIds: [] }
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
