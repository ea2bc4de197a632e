import type { EvidenceSource } from '../database/journal-entry.ts'
import type { JournalData } from '../database/schema.ts'
import type { Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import { linesAbout } from '../journal/lines-about.ts'
import type { OrdersContext } from '../orders-context.ts'
import { refundInFacts, type Refund } from './find-refund.ts'
import type { Amounts } from '../rules/amounts.ts'

const kind = 'refund.contradicted'

/**
 * The journal line about a refund that counts as not returned, and of which the service says that
 * it was made. It changes nothing; an operator who corrects the verdict finds the transaction in
 * it.
 */
export function contradicted(
  refund: Refund,
  word: Amounts & {
    readonly atMs: number
    readonly evidence: EvidenceSource
    readonly data: JournalData
  },
): Transition {
  const { id, orderId, calls } = refund
  const { atMs, evidence, vnd, points, data } = word
  const code = data['wallet_code'] ?? `call ${calls}`
  return entryOnce({
    atMs,
    kind,
    orderId,
    dedupe: `${kind}:${id}:${code}:${vnd}:${points}`,
    evidence,
    data: { ...refundInFacts(refund), vnd, points, ...data },
  })
}

/** A transaction that, according to the service, has returned a refund. */
export interface NamedReturn extends Amounts {
  readonly walletCode: string
  /** The facts of the transaction for the journal line from which the partner-file row is made. */
  readonly data: JournalData
}

const kept = ['file', 'file_sha256', 'service_code', 'file_date', 'file_time'] as const

/**
 * The transactions that, according to the service, have returned a refund that counts as not
 * returned, oldest first.
 */
export async function namedReturns(
  context: Pick<OrdersContext, 'database'>,
  { id, orderId }: Pick<Refund, 'id' | 'orderId'>,
): Promise<readonly NamedReturn[]> {
  const lines = await linesAbout(context, { orderId, kind, fact: 'refund_id', text: id })
  return lines.flatMap((facts) => {
    const { wallet_code: walletCode, vnd, points } = facts
    if (typeof walletCode !== 'string' || typeof vnd !== 'number' || typeof points !== 'number') {
      return []
    }
    const data: Record<string, JournalData[string]> = {}
    for (const name of kept) {
      const value = facts[name]
      if (value !== undefined) data[name] = value
    }
    return [{ walletCode, vnd, points, data }]
  })
}
