import type { LinkedPaymentVerdict, OrderView } from '@merchant-edge/orders/api'
import { attemptStates, mayBeCorrected } from '@merchant-edge/orders/states'
import { formatVnd } from '@merchant-edge/pages'
import type { ConsoleContext } from '../layout/console-hono.ts'
import type { Fact } from '../layout/facts/facts.tsx'
import { sourceOfLine } from '../orders/evidence.ts'
import { orderMessages } from '../orders/messages.ts'
import { paymentNamedInstead } from '../orders/transaction-named-instead.ts'
import { choicesOf } from './choices.ts'
import { lastLineOf } from './last-line.ts'
import { verdictMessages } from './messages.ts'
import type { VerdictCase, OperatorVerdict } from './verdict-case.ts'

/** What the cases of a payment with a linked wallet have in common. */
function caseOfLinked(c: ConsoleContext, order: OrderView, reference: string) {
  const attempt = order.attempts.find((one) => one.reference === reference)
  if (attempt?.method !== 'linked-wallet') return undefined
  const { language } = c.var
  const names = orderMessages[language]
  return {
    attempt,
    facts: [
      [names.order, order.id],
      [names.amount, formatVnd(order.amountVnd, language)],
      [names.state, names.attemptStates[attempt.state]],
    ],
    transactionFor: { choice: 'paid', isNeeded: false },
    settledBy: lastLineOf(order, 'reference', reference),
    page: `/orders/${order.id}`,
    settle: async (
      result: LinkedPaymentVerdict['result'],
      typed: Omit<OperatorVerdict, 'choice'>,
    ) => {
      const verdict = { reference, result, ...typed }
      return (await c.env.CONSOLE_MONEY.settleLinkedPayment(order.id, verdict)).outcome
    },
  } as const
}

/**
 * A payment with a linked wallet whose outcome is unknown, or whose held money is neither captured
 * nor released yet.
 */
export function linkedCase(
  c: ConsoleContext,
  order: OrderView,
  reference: string,
): VerdictCase | undefined {
  const common = caseOfLinked(c, order, reference)
  if (common === undefined) return undefined
  const { attempt, settle, ...rest } = common
  const texts = verdictMessages[c.var.language].linked
  return {
    ...rest,
    title: texts.title(reference),
    choices: choicesOf(texts.choices, ['paid', 'not_paid']),
    isOpen: attemptStates[attempt.state].settleable,
    settle: ({ choice, ...verdict }) => settle(choice === 'paid' ? 'paid' : 'not_paid', verdict),
  }
}

/**
 * A payment with a linked wallet that counts as not paid, or for which a verdict and the service
 * name different transactions. It has an address of its own: a form that was opened while the
 * outcome was unknown must not overrule the verdict of a colleague.
 */
export function correctionCase(
  c: ConsoleContext,
  order: OrderView,
  reference: string,
): VerdictCase | undefined {
  const common = caseOfLinked(c, order, reference)
  if (common === undefined) return undefined
  const { attempt, settle, facts, ...rest } = common
  const { correction: texts, transactionCorrection, settled } = verdictMessages[c.var.language]
  const instead = paymentNamedInstead(order, attempt)
  const by: Fact = [settled.by, sourceOfLine(rest.settledBy, c.var.language)]
  if (instead !== undefined) {
    return {
      ...rest,
      title: texts.title(reference),
      facts: [
        ...facts,
        [transactionCorrection.present, instead.present],
        [transactionCorrection.service, instead.service],
        by,
      ],
      choices: choicesOf({ paid: transactionCorrection.choice }, ['paid']),
      warning: transactionCorrection.warning,
      transactionFor: { choice: 'paid', isNeeded: true, known: instead.service },
      isOpen: true,
      settle: ({ choice: _paid, ...verdict }) => settle('paid', verdict),
    }
  }
  return {
    ...rest,
    title: texts.title(reference),
    facts: [...facts, by],
    choices: choicesOf(texts.choices, ['paid']),
    warning: texts.warning,
    isOpen: mayBeCorrected(attempt),
    settle: ({ choice: _paid, ...verdict }) => settle('paid', verdict),
  }
}
