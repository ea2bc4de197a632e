import type { EvidenceSource } from '../database/journal-entry.ts'
import type { JournalData } from '../database/schema.ts'
import type { Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import { linesAbout } from '../journal/lines-about.ts'
import type { OrdersContext } from '../orders-context.ts'

const kind = 'payment.contradicted'

/** A payment with a linked wallet, by its order and our reference. */
export interface PaymentOfOrder {
  readonly orderId: string
  readonly reference: string
}

/**
 * The journal line of a transaction that the service names for a payment which counts as paid under
 * another one. It changes nothing; an operator who corrects a verdict finds the transaction in it.
 */
export function contradictedPayment(
  { orderId, reference }: PaymentOfOrder,
  word: {
    readonly atMs: number
    readonly evidence: EvidenceSource
    readonly transactionId: string
    readonly data: JournalData
  },
): Transition {
  const { atMs, evidence, transactionId, data } = word
  return entryOnce({
    atMs,
    kind,
    orderId,
    dedupe: `${kind}:${reference}:${transactionId}`,
    evidence,
    data: { reference, transaction_id: transactionId, ...data },
  })
}

/** The transactions that {@link contradictedPayment} has stored, with the facts of each. */
export async function transactionsNamedInstead(
  context: Pick<OrdersContext, 'database'>,
  { orderId, reference }: PaymentOfOrder,
): Promise<ReadonlyMap<string, JournalData>> {
  const lines = await linesAbout(context, { orderId, kind, fact: 'reference', text: reference })
  const named = new Map<string, JournalData>()
  for (const data of lines) {
    const code = data['transaction_id']
    if (typeof code === 'string') named.set(code, data)
  }
  return named
}
