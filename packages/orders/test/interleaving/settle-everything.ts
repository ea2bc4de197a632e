import {
  acceptDispute,
  captureOrder,
  denyPayment,
  refundOrder,
  releaseDispute,
  releaseOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  settleTransfer,
  sweep,
} from '../../src/index.ts'
import type { House } from './house.ts'

const by = { reason: 'seen on the merchant web site', staffId: 'dung' }
/** A call is retried forty times at most; only then does a person decide. */
const rounds = 100

async function decideRefunds(house: House, orderId: string): Promise<void> {
  const { refunds } = await house.order(orderId)
  for (const { id, state, owedRefused, settledVnd, settledPoints, callingUntilMs } of refunds) {
    const truth = house.service.returnedOf(id)
    const isBack = truth.vnd + truth.points > 0
    if (callingUntilMs !== null && callingUntilMs > house.now()) continue
    if (state === 'refunded' || (state === 'refused' && !isBack)) continue
    if (owedRefused && truth.vnd === settledVnd && truth.points === settledPoints) continue
    const word = isBack
      ? ({ ...by, result: 'refunded', ...truth, walletCode: `W${id}` } as const)
      : ({ ...by, result: 'not_refunded' } as const)
    await settleRefundByVerdict(house.context, orderId, id, word)
  }
}

async function decidePayments(house: House, orderId: string): Promise<void> {
  const { attempts } = await house.order(orderId)
  const contradicted = await house.rows<{ subject: string }>(
    "SELECT subject FROM alerts WHERE kind = 'hold_contradicted' AND state <> 'closed'",
  )
  for (const { reference, state, nextCallAtMs, method } of attempts) {
    if (method !== 'linked-wallet') continue
    const truth = house.service.payments.find((one) => one.reference === reference)
    const isOpen =
      state === 'payment_unknown' ||
      ((state === 'capturing' || state === 'releasing') && nextCallAtMs === null)
    const isMissed = truth?.status === 'SUCCESS' && (state === 'refused' || state === 'released')
    if (contradicted.some(({ subject }) => subject === reference)) {
      await (state === 'paid' ? captureOrder : releaseOrder)(house.context, orderId)
      continue
    }
    if (!isOpen && !isMissed) continue
    if (truth?.status === 'HOLDING') {
      await releaseOrder(house.context, orderId)
    } else if (truth?.status === 'SUCCESS') {
      const { transactionId } = truth
      await settleLinkedPayment(house.context, orderId, {
        ...by,
        reference,
        result: 'paid',
        transactionId,
      })
    } else {
      await settleLinkedPayment(house.context, orderId, { ...by, reference, result: 'not_paid' })
    }
  }
}

async function decideDisputes(house: House, orderId: string): Promise<void> {
  const { order, disputedPayments } = await house.order(orderId)
  for (const payment of disputedPayments) {
    const { transactionId, state, paidVnd, paidPoints, refundedVnd, refundedPoints } = payment
    if (state !== 'open') continue
    const isTaken = house.taken.some(({ reference }) => reference === payment.reference)
    if (payment.foundBy === 'person' && !isTaken) {
      await releaseDispute(house.context, orderId, { ...by, transactionId, neverMade: true })
      continue
    }
    if (order.paidTransactionId === null && refundedVnd + refundedPoints === 0) {
      await acceptDispute(house.context, orderId, { ...by, transactionId })
      continue
    }
    const { paidTransactionId: counted, paidReference, confirmedBy } = order
    const isCountedTaken = house.taken.some(({ reference }) => reference === paidReference)
    if (
      counted !== null &&
      confirmedBy === 'person' &&
      !isCountedTaken &&
      order.refundedVnd === 0
    ) {
      await acceptDispute(house.context, orderId, { ...by, transactionId, insteadOf: counted })
      continue
    }
    const vnd = paidVnd - refundedVnd
    const points = paidPoints - refundedPoints
    if (vnd + points === 0) continue
    await refundOrder(house.context, orderId, {
      id: `back-${transactionId}-${vnd}-${points}`,
      transactionId,
      ...(vnd > 0 && { vnd }),
      ...(points > 0 && { points }),
    })
  }
}

/** Moves the clock and runs sweeps; what stays open is decided by correct verdicts. */
export async function settleEverything(house: House): Promise<void> {
  const { service } = house
  service.fault = () => 'none'
  const orders = await house.rows<{ id: string }>('SELECT id FROM orders')
  for (let round = 0; round < rounds; round += 1) {
    house.advance({ seconds: round === 0 ? 100 : 3_000 })
    await sweep(house.context)
    if (round < 2) continue
    if (round === 5) house.advance({ hours: 49 })
    for (const { id } of orders) {
      await denyPayment(house.context, id, by)
      await decideRefunds(house, id)
      await decidePayments(house, id)
      await decideDisputes(house, id)
    }
    const transfers = await house.rows<{ id: string; reference: string }>(
      "SELECT id, reference FROM transfers WHERE state NOT IN ('succeeded', 'refused')",
    )
    for (const { id, reference } of transfers) {
      const place = [...service.transfers.keys()].indexOf(reference)
      const transactionId = `TR${String(place + 1).padStart(6, '0')}`
      const result =
        place < 0
          ? ({ result: 'refused' } as const)
          : ({ result: 'succeeded', transactionId } as const)
      await settleTransfer(house.context, id, { ...by, ...result })
    }
    if (!(await isOpen(house))) break
  }
  house.advance({ seconds: 3_700 })
  await sweep(house.context)
}

async function isOpen(house: House): Promise<boolean> {
  const [row] = await house.rows<{ n: number }>(`SELECT
    (SELECT count(*) FROM orders WHERE state NOT IN ('expired', 'cancelled', 'paid', 'part_refunded', 'refunded'))
    + (SELECT count(*) FROM refunds WHERE state NOT IN ('refunded', 'refused') AND NOT owed_refused)
    + (SELECT count(*) FROM attempts WHERE state NOT IN ('refused', 'expired', 'paid', 'released'))
    + (SELECT count(*) FROM transfers WHERE state NOT IN ('succeeded', 'refused'))
    + (SELECT count(*) FROM outbox WHERE state = 'open') AS n`)
  return (row?.n ?? 0) > 0
}
