import { and, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { orders, type JournalData } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import type { OrdersContext } from '../orders-context.ts'
import { refundView } from '../orders/order-view.ts'
import { isDeniedByPerson } from '../states/refund-state.ts'
import { namedReturns } from './contradicted-refund.ts'
import { readRefund, type Refund } from './find-refund.ts'
import { isOwnCode, requireOwnCode } from './own-code.ts'
import { paymentOfRefund } from './payment-of-refund.ts'
import { returned, type Halves } from './record-refund.ts'
import type { Amounts } from '../rules/amounts.ts'

const evidence = 'word of a person'

/**
 * A correction: the halves that were returned after all, and the transaction that returned them.
 */
export interface Correction {
  readonly halves: Halves
  readonly walletCode: string
  /** Name and reason of the operator. */
  readonly data: JournalData
}

/** What became of a correction. */
export type CorrectionOutcome =
  | { readonly outcome: 'recorded' }
  /** The refund no longer counts as not returned, or these halves never did. */
  | { readonly outcome: 'known' }
  /** The payment has less left to refund than what was returned; nothing was changed. */
  | { readonly outcome: 'exceeds'; readonly left: Amounts }

/** Whether the service has named this half, money or points, which counts as not returned. */
function isHalf(back: number, named: number): boolean {
  return back > 0 && back === named
}

/**
 * The facts of the transaction by which the service has reported these halves as returned, such as its
 * day.
 *
 * @throws TypeError when the service has named another transaction for them, or for one of them
 */
async function factsOfService(
  context: OrdersContext,
  { refund, back, walletCode }: { refund: Refund; back: Amounts; walletCode: string },
): Promise<JournalData> {
  const named = (await namedReturns(context, refund)).filter(
    ({ vnd, points }) => isHalf(back.vnd, vnd) || isHalf(back.points, points),
  )
  const same = named.findLast((one) => one.walletCode === walletCode)
  if (same !== undefined) return same.data
  if (named.length === 0) return {}
  const codes = [...new Set(named.map((one) => one.walletCode))].join(', ')
  throw new TypeError(
    `The verdict's walletCode must be one that the service has named for it: ${codes}.`,
  )
}

/** What the payment that a refund returns has left; nothing when it does not count. */
async function leftOf(context: OrdersContext, refund: Refund): Promise<Amounts> {
  const nothing: Amounts = { vnd: 0, points: 0 }
  const returns = await paymentOfRefund(context, refund)
  if (returns === undefined) return nothing
  const { payment } = returns
  if (payment !== undefined && payment.state !== 'accepted') {
    if (payment.state !== 'open') return nothing
    return {
      vnd: payment.paidVnd - payment.refundedVnd,
      points: payment.paidPoints - payment.refundedPoints,
    }
  }
  const [left] = await openDatabase(context)
    .select({
      vnd: sql<number>`${orders.paidVnd} - ${orders.refundedVnd}`,
      points: sql<number>`${orders.paidPoints} - ${orders.refundedPoints}`,
    })
    .from(orders)
    .where(sql`${orders.id} = ${refund.orderId}`)
  return left ?? nothing
}

async function alertExceeding(
  context: OrdersContext,
  { id, orderId }: Refund,
  {
    back,
    left,
    correction,
  }: { readonly back: Amounts; readonly left: Amounts; readonly correction: Correction },
): Promise<void> {
  await raiseAlert(context, {
    kind: 'refund_correction_exceeds',
    subject: id,
    atMs: context.now(),
    data: {
      order_id: orderId,
      vnd: back.vnd,
      points: back.points,
      left_vnd: left.vnd,
      left_points: left.points,
      wallet_code: correction.walletCode,
      ...correction.data,
    },
  })
}

/** Maximum lost races with other workers; after each the refund is read again. */
const maxRaces = 4

/**
 * Corrects an operator's verdict that a refund, or a half of it, was not returned: its amount is
 * reserved anew and counts as returned. Nothing is sent; the shop gets `order.refunded` with the
 * fact `corrected`. When too little of the payment is left, an alert is raised and nothing else is
 * changed.
 *
 * @throws TypeError when another transaction has the code, or the service has named another code
 */
export async function correctRefund(
  context: OrdersContext,
  refund: Refund,
  correction: Correction,
): Promise<CorrectionOutcome> {
  const { halves, walletCode } = correction
  let now: Refund | undefined = refund
  for (let race = 0; race < maxRaces && now !== undefined; race += 1) {
    await requireOwnCode(context, refund, walletCode)
    if (!isDeniedByPerson(refundView(now))) return { outcome: 'known' }
    const back = {
      vnd: halves.money ? now.vnd - now.settledVnd : 0,
      points: halves.points ? now.points - now.settledPoints : 0,
    }
    if (back.vnd + back.points === 0) return { outcome: 'known' }
    const named = await factsOfService(context, { refund: now, back, walletCode })
    const data = { wallet_code: walletCode, ...named, ...correction.data }
    const returns = await paymentOfRefund(context, now)
    if (returns !== undefined) {
      const { payment } = returns
      const where = and(isOwnCode(refund, walletCode), returns.where)
      const how = {
        evidence,
        data,
        payment,
        atMs: context.now(),
        isCorrection: true,
        where,
      } as const
      const transitions = returned(now, halves, how)
      if (transitions === undefined) return { outcome: 'known' }
      const done = await transactAll(context, { transitions })
      if (done.happened(transitions[0])) return { outcome: 'recorded' }
    }
    const left = await leftOf(context, now)
    const after = await readRefund(context, now.id)
    const isSame = after?.settledVnd === now.settledVnd && after.settledPoints === now.settledPoints
    const isShort = left.vnd < back.vnd || left.points < back.points
    if (isSame && isDeniedByPerson(refundView(after)) && isShort) {
      await alertExceeding(context, now, { back, left, correction })
      return { outcome: 'exceeds', left }
    }
    now = after
  }
  throw new Error(`The refund ${refund.id} kept changing while its verdict was corrected.`)
}
