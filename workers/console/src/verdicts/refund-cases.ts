import type { OrderView, RefundView, TimelineEntry } from '@merchant-edge/orders/api'
import { walletCodeRule } from '@merchant-edge/orders/rules'
import { isDeniedByPerson } from '@merchant-edge/orders/states'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { sumOf } from '../layout/sum.ts'
import { sourceOfLine } from '../orders/evidence.ts'
import { orderMessages } from '../orders/messages.ts'
import { isOpenRefund } from '../orders/open-refund.ts'
import { choicesOf } from './choices.ts'
import { lastLineOf } from './last-line.ts'
import { verdictMessages } from './messages.ts'
import type { VerdictCase, OperatorVerdict } from './verdict-case.ts'

/** What the cases of a refund have in common. */
function caseOfRefund(c: ConsoleContext, order: OrderView, refundId: string) {
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (refund === undefined) return undefined
  const names = orderMessages[c.var.language]
  const { vnd, points, state, reason } = refund
  const isHalfBack = state === 'part_settled'
  return {
    refund,
    isHalfBack,
    halves: vnd > 0 && points > 0 && !isHalfBack ? (['money', 'points'] as const) : [],
    facts: [
      [names.order, order.id],
      [names.amount, sumOf(refund, c.var.language)],
      [names.state, names.refundStates[state]],
    ],
    reasonFact: [names.reason, reason],
    settledBy: lastLineOf(order, 'refund_id', refundId),
    page: `/orders/${order.id}?refund=${refundId}`,
    settle: async ({
      choice,
      reason: why,
      staffId,
      walletCode,
    }: OperatorVerdict & { walletCode?: string }) => {
      const half = { ...(choice === 'money' && { vnd }), ...(choice === 'points' && { points }) }
      const result = choice === 'not_refunded' ? 'not_refunded' : 'refunded'
      const named = walletCode === undefined ? {} : { walletCode }
      const verdict = { result, ...half, ...named, reason: why, staffId } as const
      return (await c.env.CONSOLE_MONEY.settleRefund(order.id, refundId, verdict)).outcome
    },
  } as const
}

/** A refund whose outcome, or a half of it, is open. */
export function refundCase(
  c: ConsoleContext,
  order: OrderView,
  refundId: string,
): VerdictCase | undefined {
  const common = caseOfRefund(c, order, refundId)
  if (common === undefined) return undefined
  const { refund, isHalfBack, halves, facts, reasonFact, ...rest } = common
  const { language } = c.var
  const texts = verdictMessages[language].refund
  const { owed } = orderMessages[language]
  return {
    ...rest,
    title: texts.title(refundId),
    facts: [...facts, [owed, isHalfBack ? sumOf(refund.owed, language) : undefined], reasonFact],
    choices: isHalfBack
      ? choicesOf(texts.owedChoices, ['refunded', 'not_refunded'])
      : choicesOf(texts.choices, ['refunded', ...halves, 'not_refunded']),
    isOpen: isOpenRefund(refund),
  }
}

/** What the payment that a refund returns has left. */
function leftOf(
  { payment, refunded, disputedPayments }: OrderView,
  { transactionId }: RefundView,
): { readonly vnd: number; readonly points: number } {
  const disputed = disputedPayments.find((one) => one.transactionId === transactionId)
  const isOfOrder = disputed === undefined || disputed.state === 'accepted'
  const [paid, used] = isOfOrder ? [payment, refunded] : [disputed, disputed.refunded]
  const isGone = paid === undefined || (!isOfOrder && disputed.state !== 'open')
  if (isGone) return { vnd: 0, points: 0 }
  return { vnd: paid.vnd - used.vnd, points: paid.points - used.points }
}

function lineAbout(
  { timeline }: OrderView,
  refundId: string,
  kind: string,
): TimelineEntry | undefined {
  return timeline.findLast(
    (line) =>
      line.kind === kind && new Map(Object.entries(line.facts)).get('refund_id') === refundId,
  )
}

/** The wallet transaction code that the service has named for a refund. */
function codeIn(line: TimelineEntry | undefined): string | undefined {
  const code = new Map(Object.entries(line?.facts ?? {})).get('wallet_code')
  return typeof code === 'string' ? code : undefined
}

/**
 * A refund, or a half of it, that counts as not returned only because of a verdict. It has an
 * address of its own, as the correction of a payment has.
 */
export function refundCorrectionCase(
  c: ConsoleContext,
  order: OrderView,
  refundId: string,
): VerdictCase | undefined {
  const common = caseOfRefund(c, order, refundId)
  if (common === undefined) return undefined
  const { refund, isHalfBack, halves, facts, reasonFact: _reason, settle, ...rest } = common
  const { language } = c.var
  const { refundCorrection: texts, settled } = verdictMessages[language]
  const verdict = lineAbout(order, refundId, 'refund.refused')
  const word = lineAbout(order, refundId, 'refund.contradicted')
  const code = codeIn(word)
  const left = sumOf(leftOf(order, refund), language)
  return {
    ...rest,
    title: texts.title(refundId),
    facts: [
      ...facts,
      [settled.by, sourceOfLine(verdict, language)],
      [texts.service, code && `${code} · ${sourceOfLine(word, language)}`],
      [texts.left, left],
    ],
    choices: choicesOf(isHalfBack ? texts.halfChoices : texts.choices, ['refunded', ...halves]),
    warning: texts.warning,
    transactionFor: {
      isNeeded: true,
      label: texts.code,
      problem: texts.codeProblem,
      pattern: walletCodeRule.pattern,
      ...(code !== undefined && { known: code }),
    },
    isOpen: isDeniedByPerson(refund),
    exceeding: texts.exceeding(left),
    settle: ({ transactionId, ...said }) =>
      settle({ ...said, ...(transactionId !== undefined && { walletCode: transactionId }) }),
  }
}
