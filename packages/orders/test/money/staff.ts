import {
  acceptDispute,
  denyPayment,
  refundOrder,
  releaseOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
} from '../../src/index.ts'
import {
  approveProposal,
  findProposal,
  refundByOperator,
  refuseProposal,
} from '../../src/operators/index.ts'
import type { OrderRows } from '../../src/orders/order-view.ts'
import { atOnce } from '../trouble.ts'
import { wasCalling } from './books.ts'
import type { AskedRefund, MoneyOrder, MoneyStage } from './money-stage.ts'

const people = ['an', 'binh', 'chi'] as const
const reason = 'seen on the merchant web site'
/** How long a person waits after a call before looking up its outcome. */
const patienceMs = 10 * 60_000

type Row<Name extends 'refunds' | 'attempts' | 'disputedPayments'> = OrderRows[Name][number]

/** The shop requests a refund, for the first time or again. */
export async function refundByShop(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const refund = stage.any(order.ofShop)
  if (refund === undefined) return
  const { outcome } = await refundOrder(stage.world.context, order.id, refund)
  if (outcome === 'conflict') stage.untruths.push(`${refund.id} is another refund than before`)
}

async function askByStaff(
  stage: MoneyStage,
  orderId: string,
  refund: AskedRefund,
): Promise<string> {
  const { outcome } = await refundByOperator(stage.world.context, orderId, refund)
  if (outcome === 'conflict' || outcome === 'proposal_conflict') {
    stage.untruths.push(`${refund.id} is another refund than before (${outcome})`)
  }
  return outcome
}

/** An operator requests a refund, for the first time or again. */
export async function refundByStaff(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const refund = stage.any(order.ofStaff)
  if (refund !== undefined) await askByStaff(stage, order.id, refund)
}

/** A part of a payment is refunded on the merchant site, outside of this system. */
export function refundAtSite(stage: MoneyStage): void {
  const { world, chance, taken } = stage
  const payment = stage.any(taken)
  if (payment === undefined) return
  const { reference } = payment
  const left = stage.leftOf(reference)
  const number = world.service.returns.length
  // An amount that no refund of ours has, so that the two cannot be confused.
  const vnd = 101 + number + Math.floor(chance() * 200) * 2
  if (vnd > left.vnd) return
  const refund = { refundId: `SITE-${number}`, originalReference: reference, vnd, points: 0 }
  world.service.returns.push({ refund, vnd, points: 0, atMs: world.now() })
}

async function proposalsOf(stage: MoneyStage, { id }: MoneyOrder) {
  const rows = await stage.database
    .prepare('SELECT id, proposed_by AS proposedBy FROM refund_proposals WHERE order_id = ?')
    .bind(id)
    .all<{ id: string; proposedBy: string }>()
  return rows.results
}

async function approve(
  stage: MoneyStage,
  proposal: { readonly id: string; readonly proposedBy: string },
  staffId: string,
): Promise<void> {
  if (staffId !== proposal.proposedBy) stage.approved.add(proposal.id)
  await approveProposal(stage.world.context, proposal.id, { reason, staffId })
}

/** A proposal is approved: by the proposer, another person, or two persons concurrently. */
export async function approveAny(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const proposal = stage.any(await proposalsOf(stage, order))
  if (proposal === undefined) return
  const [first, second] = [stage.any(people) ?? 'an', stage.any(people) ?? 'an']
  if (stage.chance() < 0.5) await approve(stage, proposal, first)
  else await atOnce([first, second].map((one) => () => approve(stage, proposal, one)))
}

export async function rejectAny(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  const proposal = stage.any(await proposalsOf(stage, order))
  if (proposal === undefined) return
  const staffId = stage.any(people) ?? 'an'
  const { outcome } = await refuseProposal(stage.world.context, proposal.id, { reason, staffId })
  if (outcome === 'refused') stage.rejected.add(proposal.id)
}

/**
 * A correct verdict on a refund, by a person who has waited long enough or did not wait for a
 * running call.
 */
export async function decideRefund(stage: MoneyStage, refund: Row<'refunds'>): Promise<void> {
  const { world } = stage
  const { told } = world
  const { id, orderId, state, settledVnd, settledPoints } = refund
  const { lastCallAtMs, callingUntilMs } = refund
  if (state === 'refunded' || state === 'refused' || refund.owedRefused) return
  const { vnd, points } = world.service.returnedOf(id)
  const verdict = { reason, staffId: 'chi' }
  if (callingUntilMs !== null && callingUntilMs > world.now()) {
    const result = vnd + points === 0 ? 'not_refunded' : 'refunded'
    const hasty = await settleRefundByVerdict(world.context, orderId, id, { ...verdict, result })
    if (hasty.outcome !== 'settled') return
    // Another sweep may have stored the answer of the call since the person looked.
    told.add(`${result === 'refunded' ? 'back' : 'refused'} ${id}`)
    if (await wasCalling(stage, id))
      stage.untruths.push(`a verdict has overtaken the call of ${id}`)
    return
  }
  if (lastCallAtMs === null || lastCallAtMs > world.now() - patienceMs) return
  if (vnd + points === 0) {
    told.add(`refused ${id}`)
    await settleRefundByVerdict(world.context, orderId, id, { ...verdict, result: 'not_refunded' })
    return
  }
  const isSaid = state === 'part_settled' && vnd === settledVnd && points === settledPoints
  if (isSaid) return
  told.add(`back ${id}`)
  const result = 'refunded'
  await settleRefundByVerdict(world.context, orderId, id, { ...verdict, result, vnd, points })
}

/** A wrong verdict: a person does not find the money of a refund, and settles it as not returned. */
export async function denyWrongly(stage: MoneyStage): Promise<void> {
  const { world } = stage
  const orders = await Promise.all(stage.orders.map(({ id }) => world.order(id)))
  const refund = stage.any(
    orders
      .flatMap(({ refunds }) => refunds)
      .filter(({ id, state, settledVnd, settledPoints, owedRefused }) => {
        const { vnd, points } = world.service.returnedOf(id)
        if (state === 'part_settled')
          return !owedRefused && (vnd > settledVnd || points > settledPoints)
        return (
          ['reserved', 'refund_unknown', 'presumed_refunded'].includes(state) && vnd + points > 0
        )
      }),
  )
  if (refund === undefined || (refund.callingUntilMs ?? 0) > world.now()) return
  const { id, orderId } = refund
  stage.mistaken.add(id)
  world.told.add(`refused ${id}`)
  const verdict = { result: 'not_refunded', reason, staffId: 'chi' } as const
  await settleRefundByVerdict(world.context, orderId, id, verdict)
}

/**
 * A correction: a person finds out that a refund which was settled as not returned was made, and
 * corrects it in the halves that the service lists. Nothing is recorded above the paid amount.
 */
export async function correctRefund(stage: MoneyStage, refund: Row<'refunds'>): Promise<void> {
  const { world, mistaken, untruths } = stage
  const { id, orderId } = refund
  if (!mistaken.has(id)) return
  for (const [index, { refund: made, vnd, points }] of world.service.returns.entries()) {
    if (made.refundId !== id) continue
    world.told.add(`back ${id}`)
    const word = { reason, staffId: 'an', walletCode: `W-${index}`, vnd, points } as const
    const said = await settleRefundByVerdict(world.context, orderId, id, {
      ...word,
      result: 'refunded',
    })
    if (said.outcome === 'exceeds' && said.left.vnd >= vnd && said.left.points >= points) {
      untruths.push(`${id} is not corrected although ${said.left.vnd} VND are left`)
    }
  }
  const { refunds } = await world.order(orderId)
  const now = refunds.find((one) => one.id === id)
  const truth = world.service.returnedOf(id)
  const isBooked = now?.settledVnd === truth.vnd && now.settledPoints === truth.points
  if (isBooked && now.state === 'refunded') mistaken.delete(id)
}

/** One wrong verdict is corrected. */
export async function correctAny(stage: MoneyStage): Promise<void> {
  const orders = await Promise.all(stage.orders.map(({ id }) => stage.world.order(id)))
  const refunds = orders.flatMap((order) => order.refunds)
  const refund = stage.any(refunds.filter(({ id }) => stage.mistaken.has(id)))
  if (refund !== undefined) await correctRefund(stage, refund)
}

/** Verdicts of persons who do not wait, on refunds whose calls are running. */
export async function decideRunning(stage: MoneyStage): Promise<void> {
  const { world, orders } = stage
  for (const { id } of orders) {
    const { refunds } = await world.order(id)
    for (const refund of refunds) {
      if ((refund.callingUntilMs ?? 0) > world.now()) await decideRefund(stage, refund)
    }
  }
}

/**
 * A correct verdict on a payment with a linked wallet.
 *
 * @param isLate also on one that is still queried
 */
export async function decideLinked(
  stage: MoneyStage,
  attempt: Row<'attempts'>,
  { isLate = false }: { readonly isLate?: boolean } = {},
): Promise<void> {
  const { world } = stage
  const { reference, orderId, state, nextCallAtMs, leaseUntilMs } = attempt
  const isAsked = state === 'capturing' || state === 'releasing'
  const isGivenUp = isAsked && (nextCallAtMs === null || isLate)
  if (state !== 'payment_unknown' && !isGivenUp) return
  if (leaseUntilMs > world.now() - patienceMs) return
  const truth = world.service.payments.find((payment) => payment.reference === reference)
  const by = { reason, staffId: 'chi', reference }
  if (truth?.status === 'HOLDING') {
    await releaseOrder(world.context, orderId)
  } else if (truth?.status === 'SUCCESS') {
    const { transactionId } = truth
    world.told.add(`paid ${transactionId}`)
    await settleLinkedPayment(world.context, orderId, { ...by, result: 'paid', transactionId })
  } else {
    world.told.add(`gone ${reference}`)
    await settleLinkedPayment(world.context, orderId, { ...by, result: 'not_paid' })
  }
}

/** A person accepts a disputed payment, or refunds the rest of it. */
export async function decideDispute(
  stage: MoneyStage,
  payment: Row<'disputedPayments'>,
): Promise<void> {
  const { world } = stage
  const { orderId, transactionId, state } = payment
  if (state !== 'open') return
  const { order, refunds } = await world.order(orderId)
  if (order.paidTransactionId === null && stage.chance() < 0.5) {
    await acceptDispute(world.context, orderId, { transactionId, reason, staffId: 'chi' })
    return
  }
  const vnd = payment.paidVnd - payment.refundedVnd
  const points = payment.paidPoints - payment.refundedPoints
  if (vnd + points === 0) return
  const isOver = async (refundId: string) =>
    refunds.some(({ id, state: after }) => id === refundId && after === 'refused') ||
    ['refused', 'expired'].includes((await findProposal(world.context, refundId))?.state ?? '')
  // A refund with other fields, or after one that was not made, has another id.
  const idOf = (number: number) =>
    `${orderId}-${transactionId.slice(-3)}-${vnd}-${points}-${number}`
  let number = 0
  while (await isOver(idOf(number))) number += 1
  const id = idOf(number)
  const refund = { id, vnd, points, transactionId, reason, staffId: 'binh' }
  if (vnd === 0 || points === 0) {
    const { vnd: _vnd, points: _points, ...rest } = refund
    await askByStaff(stage, orderId, { ...rest, ...(vnd > 0 ? { vnd } : { points }) })
  } else await askByStaff(stage, orderId, refund)
}

/** A person decides an open outcome. */
export async function decideAny(stage: MoneyStage, { id }: MoneyOrder): Promise<void> {
  const { refunds, attempts, disputedPayments } = await stage.world.order(id)
  const choice = stage.chance()
  const refund = stage.any(refunds)
  const attempt = stage.any(attempts)
  const payment = stage.any(disputedPayments)
  if (choice < 0.35 && refund !== undefined) await decideRefund(stage, refund)
  else if (choice < 0.6 && attempt !== undefined) await decideLinked(stage, attempt)
  else if (choice < 0.9 && payment !== undefined) await decideDispute(stage, payment)
  else await denyPayment(stage.world.context, id, { reason, staffId: 'chi' })
}

/** Second persons approve proposed refunds of disputed payments. */
export async function approveReturns(stage: MoneyStage, order: MoneyOrder): Promise<void> {
  for (const proposal of await proposalsOf(stage, order)) {
    if (order.ofStaff.some(({ id }) => id === proposal.id)) continue
    await approve(stage, proposal, 'an')
  }
}
