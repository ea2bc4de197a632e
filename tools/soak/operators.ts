import * as v from 'valibot'
import type { ShopCalls } from './shop-calls.ts'
import type { MerchantBooks, ServiceBooks } from './stored-books.ts'

const undecided = v.object({
  items: v.array(v.object({ kind: v.string(), id: v.string(), orderId: v.optional(v.string()) })),
})

/** An outcome that waits for a person. */
export type Undecided = v.InferOutput<typeof undecided>['items'][number]

const openAlerts = v.object({
  alerts: v.array(
    v.object({
      kind: v.string(),
      subject: v.string(),
      facts: v.object({ order_id: v.optional(v.string()) }),
    }),
  ),
})

const reason = 'looked up at the service'

/** What a person can look up at both sides. */
export interface Truth {
  readonly service: {
    readonly purchases: readonly Pick<
      ServiceBooks['purchases'][number],
      'reference' | 'transactionId' | 'status'
    >[]
    readonly refunds: readonly Pick<ServiceBooks['refunds'][number], 'id'>[]
    readonly transfers: readonly Pick<ServiceBooks['transfers'][number], 'id' | 'transactionId'>[]
  }
  readonly merchant: {
    readonly transfers: readonly Pick<MerchantBooks['transfers'][number], 'id' | 'reference'>[]
    readonly disputed: MerchantBooks['disputed']
  }
}

/** The amounts of a refund, without those that are 0. */
export function amountsOf({ vnd = 0, points = 0 }: { vnd?: number; points?: number } = {}): object {
  return { ...(vnd > 0 && { vnd }), ...(points > 0 && { points }) }
}

/** The verdict about an unknown outcome: the path to which it is sent, and what is sent. */
export function verdictOn({ kind, id, orderId = '' }: Undecided, { service, merchant }: Truth) {
  if (kind === 'payment') {
    const purchase = service.purchases.find(({ reference }) => reference === id)
    const path = `/operator/orders/${orderId}/payments/${id}/settle`
    if (purchase?.status !== 'SUCCESS' && purchase?.status !== 'HOLDING')
      return { path, json: { result: 'not_paid', reason } }
    return { path, json: { result: 'paid', transactionId: purchase.transactionId, reason } }
  }
  if (kind === 'refund') {
    const isMade = service.refunds.some((refund) => refund.id === id)
    const path = `/operator/orders/${orderId}/refunds/${id}/settle`
    return { path, json: { result: isMade ? 'refunded' : 'not_refunded', reason } }
  }
  if (kind === 'transfer') {
    const reference = merchant.transfers.find((transfer) => transfer.id === id)?.reference
    const made = service.transfers.find((transfer) => transfer.id === reference)
    const path = `/operator/transfers/${id}/settle`
    if (made === undefined) return { path, json: { result: 'refused', reason } }
    return { path, json: { result: 'succeeded', transactionId: made.transactionId, reason } }
  }
  if (kind === 'dispute') {
    const kept = merchant.disputed.find(
      (one) => one.transactionId === id && one.orderId === orderId,
    )
    const { vnd = 0, points = 0 } = kept ?? {}
    // If a refund was refused because a part had been returned on the merchant site, what is left is another refund.
    const refundId = `${id}-${vnd}-${points}`.slice(-35)
    const json = { id: refundId, transactionId: id, reason, ...amountsOf(kept) }
    return { path: `/operator/orders/${orderId}/refunds`, json }
  }
  return { path: `/operator/orders/${orderId}/unconfirmed-payment/deny`, json: { reason } }
}

/** Every outcome that the house lists for a person. */
export async function readUndecided(shop: ShopCalls): Promise<readonly Undecided[]> {
  const answer = await shop.call('/operator/undecided', { as: 'operator' })
  return v.parse(undecided, answer?.json).items
}

/** Held money whose release the service does not answer is in the alerts until it is given up. */
async function unansweredHolds(shop: ShopCalls): Promise<readonly Undecided[]> {
  const answer = await shop.call('/operator/alerts?state=open', { as: 'operator' })
  return v
    .parse(openAlerts, answer?.json)
    .alerts.filter(({ kind }) => kind === 'hold_unanswered')
    .map(({ subject, facts }) => ({ kind: 'payment', id: subject, orderId: facts.order_id }))
}

/**
 * Decides what only a person can decide, by what the service did.
 *
 * @param decidesNow whether an outcome is decided now; otherwise it is left for a later visit
 * @returns the verdicts that were refused, one line each
 */
export async function decide(
  shop: ShopCalls,
  truth: Truth,
  decidesNow: () => boolean,
): Promise<readonly string[]> {
  const items = await readUndecided(shop)
  const refused: string[] = []
  for (const item of [...items, ...(await unansweredHolds(shop))]) {
    if (!decidesNow()) continue
    const { path, json } = verdictOn(item, truth)
    const verdict = await shop.call(path, { json, as: 'operator' })
    if (verdict === undefined || verdict.status >= 400) {
      const said = JSON.stringify(verdict?.json).slice(0, 300)
      refused.push(`${path} ${JSON.stringify(json)}: ${verdict?.status ?? 'no answer'} ${said}`)
    }
  }
  return refused
}
