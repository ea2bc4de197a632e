import type { OrderView } from '@merchant-edge/orders/api'
import { formatVnd } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { sumOf } from '../layout/sum.ts'
import { disputeTitle } from '../runbook/alert-titles.ts'
import { lastLineOf } from './last-line.ts'
import { mayBeNeverMade, mayCountInstead } from './never-made.ts'
import { orderMessages } from '../orders/messages.ts'
import { sourceOfLine } from '../orders/evidence.ts'
import { mayNeedDenial } from '../orders/may-need-denial.ts'
import { choicesOf } from './choices.ts'
import { verdictMessages } from './messages.ts'
import type { VerdictCase } from './verdict-case.ts'

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
    choices: choicesOf(texts.choices, [
      ...(mayCountInstead(order) ? (['accept_instead'] as const) : (['accept'] as const)),
      'release',
      ...(mayBeNeverMade(order, transactionId) ? (['never_made'] as const) : []),
      'return',
    ]),
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
      const insteadOf = order.payment?.transactionId
      const release = () =>
        money.releaseDispute(order.id, {
          ...verdict,
          ...(choice === 'never_made' && { neverMade: true }),
        })
      const accept = () =>
        money.acceptDispute(order.id, {
          ...verdict,
          ...(choice === 'accept_instead' && insteadOf !== undefined && { insteadOf }),
        })
      const isAccepted = choice === 'accept' || choice === 'accept_instead'
      return (await (isAccepted ? accept() : release())).outcome
    },
  }
}

/**
 * A disputed payment that was released wrongly. It has an address of its own: a form that was opened
 * while the payment waited for a verdict must not take back the release of a colleague.
 */
export function reopeningCase(
  c: ConsoleContext,
  order: OrderView,
  transactionId: string,
): VerdictCase | undefined {
  const { language } = c.var
  const { reopening: texts, settled } = verdictMessages[language]
  const found = disputeCase(c, order, transactionId)
  if (found === undefined) return undefined
  const { leadsTo: _leadsTo, settledBy, ...rest } = found
  const payment = order.disputedPayments.find((one) => one.transactionId === transactionId)
  return {
    ...rest,
    title: texts.title(transactionId),
    facts: [...rest.facts, [settled.by, sourceOfLine(settledBy, language)]],
    choices: choicesOf(texts.choices, ['reopen']),
    warning: texts.warning,
    isOpen: payment?.state === 'released',
    settledBy,
    async settle({ reason, staffId }) {
      const verdict = { transactionId, reason, staffId }
      return (await c.env.CONSOLE_MONEY.reopenDispute(order.id, verdict)).outcome
    },
  }
}

/**
 * The case of an order that is paid according to a callback but not according to the service, or
 * whose payment the service does not know.
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
