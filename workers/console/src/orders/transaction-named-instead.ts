import type { AttemptView, OrderView, TimelineEntry, TransferView } from '@merchant-edge/orders/api'

function fact({ facts }: TimelineEntry, name: string): unknown {
  return new Map<string, unknown>(Object.entries(facts)).get(name)
}

/** The newest transaction of the contradictions, where the present one is not among them. */
function newestInstead(contradictions: readonly TimelineEntry[], present: string | undefined) {
  const named = contradictions.map((line) => fact(line, 'transaction_id'))
  const newest = named.at(-1)
  return typeof newest === 'string' && !named.includes(present) ? newest : undefined
}

/** The lines that name the transaction of a payment, by which it counts or is disputed. */
const namingPayment = new Set(['payment.disputed', 'payment.confirmed', 'payment.corrected'])

/**
 * The transaction that the service names for a payment with a linked wallet whose stored
 * transaction only a verdict has named, and the stored one; `undefined` for any other payment. It
 * may be the payment of the order, or a disputed one.
 */
export function paymentNamedInstead(
  { timeline }: Pick<OrderView, 'timeline'>,
  { reference, method, state }: Pick<AttemptView, 'reference' | 'method' | 'state'>,
): { readonly present: string; readonly service: string } | undefined {
  if (method !== 'linked-wallet' || state !== 'paid') return undefined
  const about = timeline.filter((line) => fact(line, 'reference') === reference)
  const naming = about.filter(({ kind }) => namingPayment.has(kind))
  const [first] = naming
  if (first === undefined || fact(first, 'known') !== 'word of a person') return undefined
  const present = naming.map((line) => fact(line, 'transaction_id')).at(-1)
  if (typeof present !== 'string') return undefined
  const contradictions = about.filter(({ kind }) => kind === 'payment.contradicted')
  const service = newestInstead(contradictions, present)
  return service === undefined ? undefined : { present, service }
}

/**
 * The transaction that the service names for a transfer whose stored transaction only a verdict has
 * named; `undefined` for any other transfer.
 */
export function transferNamedInstead(
  { state, transactionId }: Pick<TransferView, 'state' | 'transactionId'>,
  timeline: readonly TimelineEntry[],
): string | undefined {
  const made = timeline.findLast(({ kind }) => kind === 'transfer.succeeded')
  if (state !== 'succeeded' || made === undefined) return undefined
  if (fact(made, 'known') !== 'word of a person') return undefined
  // What the file has named too stays.
  if (timeline.some(({ kind }) => kind === 'transfer.known')) return undefined
  const contradictions = timeline.filter(({ kind }) => kind === 'transfer.contradicted')
  return newestInstead(contradictions, transactionId)
}
