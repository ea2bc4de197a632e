import { and, eq, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { refunds } from '../database/schema.ts'
import { isAbout, isRepeated } from '../journal/repeated-verdict.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, refundView } from '../orders/order-view.ts'
import { isDeniedByPerson, notReturned, refundStates } from '../states/refund-state.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import { correctRefund, type CorrectionOutcome } from './correct-refund.ts'
import { readRefund, type Refund } from './find-refund.ts'
import { isOwnCode, requireOwnCode } from './own-code.ts'
import { recordReturned, type Halves } from './record-refund.ts'
import { recordOwedRefused, recordRefused } from './refuse-refund.ts'
import type { RefundVerdict, RefundVerdictOutcome } from './refunds-api.ts'

const verdictRules: OptionRules<RefundVerdict> = {
  result: ['refunded', 'not_refunded'],
  vnd: 'number',
  points: 'number',
  walletCode: 'string',
  reason: 'any',
  staffId: 'any',
}

const evidence = 'word of a person'

/** The refusal shown for a refund that an operator settled as not refunded. */
const refusalByPerson = {
  code: 0,
  reason: notReturned,
  remedy: 'Refund the order anew, under a new refund id.',
} as const

function halfOf(
  field: 'vnd' | 'points',
  refund: Refund,
  { vnd, points }: Pick<RefundVerdict, 'vnd' | 'points'>,
): boolean {
  if (vnd === undefined && points === undefined) return true
  const said = (field === 'vnd' ? vnd : points) ?? 0
  if (said === refund[field]) return true
  if (said === 0) return false
  throw new TypeError(
    `The verdict's ${field} must be ${refund[field]}, which is what was to be returned, or 0: a half comes back whole.`,
  )
}

function halvesOf(refund: Refund, verdict: RefundVerdict): Halves {
  const halves = {
    money: halfOf('vnd', refund, verdict),
    points: halfOf('points', refund, verdict),
  }
  const isAny = (halves.money && refund.vnd > 0) || (halves.points && refund.points > 0)
  if (!isAny) throw new TypeError("The verdict's vnd or points must be greater than 0.")
  return halves
}

/** A verdict must not overtake a running call, whose answer is still to come. */
function isCalling(context: OrdersContext, { callingUntilMs }: Refund): boolean {
  return callingUntilMs !== null && callingUntilMs > context.now()
}

/**
 * Condition: no call began since the refund was read. The operator has only seen the results of the
 * earlier calls.
 */
function isAsLookedAt({ calls }: Refund): SQL {
  return eq(refunds.calls, calls)
}

async function apply(
  context: OrdersContext,
  refund: Refund,
  verdict: RefundVerdict,
): Promise<boolean> {
  const { staffId, reason, walletCode } = verdict
  const data = { staff_id: staffId, verdict_reason: reason }
  const where = isAsLookedAt(refund)
  if (verdict.result === 'refunded') {
    const returned = { halves: halvesOf(refund, verdict), evidence } as const
    if (walletCode === undefined) {
      return (await recordReturned(context, refund, { ...returned, data, where })) === 'recorded'
    }
    await requireOwnCode(context, refund, walletCode)
    const recording = await recordReturned(context, refund, {
      ...returned,
      data: { wallet_code: walletCode, ...data },
      where: and(where, isOwnCode(refund, walletCode)),
    })
    // Another transaction may have got the code meanwhile.
    if (recording === 'overtaken') await requireOwnCode(context, refund, walletCode)
    return recording === 'recorded'
  }
  if (refund.state === 'part_settled') return recordOwedRefused(context, refund, { evidence, data })
  return recordRefused(context, refund, {
    evidence,
    data,
    refusal: refusalByPerson,
    where,
  })
}

/**
 * Corrects the verdict that a refund was not returned; `undefined` when the new verdict is no
 * correction.
 */
async function correct(
  context: OrdersContext,
  refund: Refund,
  verdict: RefundVerdict,
): Promise<CorrectionOutcome | undefined> {
  const { result, walletCode } = verdict
  // A verdict without a code may be meant for the open outcome that a colleague has settled since.
  if (result !== 'refunded' || walletCode === undefined) return undefined
  if (!isDeniedByPerson(refundView(refund))) return undefined
  const data = { staff_id: verdict.staffId, verdict_reason: verdict.reason }
  return correctRefund(context, refund, { halves: halvesOf(refund, verdict), walletCode, data })
}

/** Whether the refund is as the verdict says because this very verdict was recorded before. */
async function wasSaid(
  context: OrdersContext,
  refund: Refund,
  verdict: RefundVerdict,
): Promise<boolean> {
  const { orderId, id, state, settledVnd, settledPoints } = refund
  const { result, vnd, points, walletCode } = verdict
  const isWhole = vnd === undefined && points === undefined
  const isAsSaid =
    result === 'refunded'
      ? isWhole
        ? state === 'refunded'
        : settledVnd === (vnd ?? 0) && settledPoints === (points ?? 0)
      : state === 'refused' || refund.owedRefused
  if (!isAsSaid) return false
  const about = isAbout(orderId, 'refund_id', id)
  return isRepeated(context, verdict, { about, said: { wallet_code: walletCode } })
}

function checkRefundVerdict(verdict: RefundVerdict): void {
  checkVerdict(verdict)
  if (verdict.result === 'refunded') return
  if (verdict.vnd !== undefined || verdict.points !== undefined) {
    throw new TypeError("The verdict's vnd and points must be left out of `not_refunded`.")
  }
  if (verdict.walletCode !== undefined) {
    throw new TypeError("The verdict's walletCode must be left out of `not_refunded`.")
  }
}

/**
 * Settles a refund of open outcome by the verdict of an operator who has looked it up in the daily
 * file or on the merchant web site. For a refund of money and points the verdict may name only one
 * half; the other stays owed. `not_refunded` releases the reservation, or that of the owed half
 * when one half was already refunded. The journal keeps the verdict and the name.
 *
 * A verdict that a refund, or a half of it, was not returned may be corrected, with the wallet
 * transaction code of the refund, if the payment has as much left to refund. No verdict leads back
 * from returned to not returned. The same verdict of the same person for the same reason is answered
 * like the first one.
 *
 * @throws TypeError when a field of the verdict is out of its range, or another transaction has the
 *   code
 *
 * @example
 * ```ts
 * import { settleRefundByVerdict, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function moneyIsBack(context: OrdersContext): Promise<string> {
 *   const { outcome } = await settleRefundByVerdict(context, 'order-1', 'refund-1', {
 *     result: 'refunded',
 *     reason: 'Seen on the merchant web site, W20260302000001',
 *     staffId: 'an',
 *   })
 *   return outcome // "settled"
 * }
 * ```
 */
// oxlint-disable-next-line max-params -- order, refund and verdict are what a verdict is about
export async function settleRefundByVerdict(
  context: OrdersContext,
  orderId: string,
  refundId: string,
  verdict: RefundVerdict,
): Promise<RefundVerdictOutcome> {
  checkContext('settleRefundByVerdict', context)
  checkArguments('settleRefundByVerdict', {}, { orderId, refundId })
  checkOptions('settleRefundByVerdict', verdict, verdictRules)
  checkArguments('settleRefundByVerdict', {}, { result: verdict.result })
  checkRefundVerdict(verdict)
  const refund = await readRefund(context, refundId)
  if (refund?.orderId !== orderId) return { outcome: 'not_found' }
  const corrected = await correct(context, refund, verdict)
  const isOpen = refundStates[refund.state].open && !refund.owedRefused
  const isSettled =
    corrected?.outcome === 'recorded' ||
    (isOpen && !isCalling(context, refund) && (await apply(context, refund, verdict)))
  const rows = await readOrder(context, orderId)
  const row = rows?.refunds.find(({ id }) => id === refundId)
  if (rows === undefined || row === undefined) return { outcome: 'not_found' }
  const isSaid = isSettled || (await wasSaid(context, row, verdict))
  const views = { refund: refundView(row), order: orderView(rows) }
  if (corrected?.outcome === 'exceeds') return { ...corrected, ...views }
  return { outcome: isSaid ? 'settled' : 'not_unknown', ...views }
}
