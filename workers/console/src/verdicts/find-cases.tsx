import type { OrderView } from '@merchant-edge/orders/api'
import { formatVnd } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { sumOf } from '../layout/sum.ts'
import { disputeTitle } from '../runbook/alert-titles.ts'
import { lastLineOf } from './last-line.ts'
import { orderMessages } from '../orders/messages.ts'
import { isOpenRefund } from '../orders/open-refund.ts'
import { mayNeedDenial } from '../orders/may-need-denial.ts'
import { choicesOf } from './choices.ts'
import { verdictMessages } from './messages.ts'
import type { VerdictCase } from './verdict-case.ts'

/** A refund whose outcome, or a half of it, is open. */
export function refundCase(
  c: ConsoleContext,
  order: OrderView,
  refundId: string,
): VerdictCase | undefined {
  const { language } = c.var
  const texts = verdictMessages[language].refund
  const names = orderMessages[language]
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (refund === undefined) return undefined
  const { state, vnd, points, owed } = refund
  const isHalfBack = state === 'part_settled'
  const hasHalves = vnd > 0 && points > 0 && !isHalfBack
  return {
    title: texts.title(refundId),
    facts: [
      [names.order, order.id],
      [names.amount, sumOf(refund, language)],
      [names.state, names.refundStates[state]],
      [names.owed, isHalfBack ? sumOf(owed, language) : undefined],
      [names.reason, refund.reason],
    ],
    choices: isHalfBack
      ? choicesOf(texts.owedChoices, ['refunded', 'not_refunded'])
      : choicesOf(texts.choices, [
          'refunded',
          ...(hasHalves ? (['money', 'points'] as const) : []),
          'not_refunded',
        ]),
    isOpen: isOpenRefund(refund),
    settledBy: lastLineOf(order, 'refund_id', refundId),
    page: `/orders/${order.id}?refund=${refundId}`,
    async settle({ choice, reason, staffId }) {
      const half = choice === 'money' ? { vnd } : choice === 'points' ? { points } : {}
      const result = choice === 'not_refunded' ? 'not_refunded' : 'refunded'
      const verdict = { result, ...half, reason, staffId } as const
      return (await c.env.CONSOLE_MONEY.settleRefund(order.id, refundId, verdict)).outcome
    },
  }
}

/** A disputed payment. */
export function disputeCase(
  c: ConsoleContext,
  order: OrderView,
  transactionId: string,
): VerdictCase | undefined {
  const { language } = c.var
  const texts = verdictMessages[language].dispute
  const names = orderMessages[language]
  const payment = order.disputedPayments.find((one) => one.transactionId === transactionId)
  if (payment === undefined) return undefined
  return {
    title: texts.title(transactionId),
    facts: [
      [names.order, order.id],
      [names.amount, formatVnd(order.amountVnd, language)],
      [names.paidSum, sumOf(payment, language)],
      [names.reason, disputeTitle(payment.reason, language)],
    ],
    choices: choicesOf(texts.choices, ['accept', 'release', 'return']),
    isOpen: payment.state === 'open',
    settledBy: lastLineOf(order, 'transaction_id', transactionId),
    page: `/orders/${order.id}`,
    leadsTo: new Map([
      [
        'return',
        `/orders/${order.id}/refund?${new URLSearchParams({ transaction: transactionId }).toString()}`,
      ],
    ]),
    async settle({ choice, reason, staffId }) {
      const verdict = { transactionId, reason, staffId }
      const { CONSOLE_MONEY: money } = c.env
      const settled =
        choice === 'accept'
          ? await money.acceptDispute(order.id, verdict)
          : await money.releaseDispute(order.id, verdict)
      return settled.outcome
    },
  }
}

/**
 * The case of an order that a callback calls paid and the service does not, or whose payment the
 * service does not know.
 */
export function unconfirmedCase(c: ConsoleContext, order: OrderView): VerdictCase {
  const { language } = c.var
  const texts = verdictMessages[language].unconfirmed
  const names = orderMessages[language]
  const callback = order.timeline.findLast(({ kind }) => kind === 'callback.received')
  const transactionId = new Map(Object.entries(callback?.facts ?? {})).get('transaction_id')
  return {
    title: texts.title(order.id),
    facts: [
      [names.order, order.id],
      [names.amount, formatVnd(order.amountVnd, language)],
      [names.state, names.states[order.state]],
      [names.transaction, transactionId?.toString()],
    ],
    choices: choicesOf(texts.choices, ['none']),
    isOpen: mayNeedDenial(order, c.var.now),
    settledBy: order.timeline.findLast(
      ({ kind }) =>
        kind === 'payment.denied' || kind === 'payment.confirmed' || kind === 'order.expired',
    ),
    page: `/orders/${order.id}`,
    async settle({ reason, staffId }) {
      return (await c.env.CONSOLE_MONEY.denyPayment(order.id, { reason, staffId })).outcome
    },
  }
}
