import type {
  OperatorRefundOutcome,
  OrderView,
  RefundProposal,
  RefundView,
} from '@merchant-edge/orders/api'
import { Hono } from 'hono'
import { takeDraft } from '../forms/draft.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showNotFound, showNotice, showRoleMissing } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { sumOf } from '../layout/sum.ts'
import { orderMessages } from '../orders/messages.ts'
import { findVisibleOrder } from '../orders/visible-order.ts'
import { refundMessages } from './messages.ts'
import { paymentsToReturn } from './payments-to-return.ts'
import { freshRefund, showRefundCheck, showRefundForm } from './refund-form.tsx'
import { refundIdOf } from './refund-id.ts'
import { showRefundList } from './refund-list-page.tsx'
import { readRefund, typedRefund, type RefundRequest } from './refund-request.ts'

function showNothingLeft(c: ConsoleContext): Response | Promise<Response> {
  return showNotice(c, { ...refundMessages[c.var.language].nothingLeft, status: 409 })
}

async function showForm(c: ConsoleContext): Promise<Response> {
  if (c.var.operator.role !== 'money') return showRoleMissing(c)
  const order = await findVisibleOrder(c)
  if (order instanceof Response) return order
  const draft = await takeDraft(c)
  if (draft !== undefined) {
    const notice = refundMessages[c.var.language].restored
    return showRefundForm(c, { order, typed: typedRefund(draft), notice })
  }
  if (paymentsToReturn(order).length === 0) return showNothingLeft(c)
  return showRefundForm(c, { order, typed: freshRefund(order, c.req.query('transaction')) })
}

/** The operator who made a refund, from the timeline. */
function authorOf(order: OrderView, refundId: string): string | undefined {
  const line = order.timeline.find(
    ({ kind, facts }) => kind === 'refund.reserved' && facts['refund_id'] === refundId,
  )
  const name = line?.facts['staff_id']
  return typeof name === 'string' ? name : undefined
}

/**
 * The order has changed since the form was shown: either exactly this refund was already made, or
 * something else has happened.
 */
async function answerChanged(
  c: ConsoleContext,
  order: OrderView,
  request: RefundRequest,
): Promise<Response> {
  const { version, payment, vnd, points } = request
  const id = await refundIdOf(order.id, { version, transactionId: payment.transactionId })
  const made = order.refunds.find((refund) => refund.id === id)
  const proposal = made === undefined ? await c.env.CONSOLE_VIEW.findProposal(id) : null
  if (proposal !== null) {
    const isSame =
      proposal.vnd === vnd && proposal.points === points && proposal.reason === request.reason
    return isSame && proposal.proposedBy === c.var.operator.name
      ? c.redirect(`/approvals/${id}`, 303)
      : showProposed(c, proposal)
  }
  if (made === undefined) return showAgain(c, order, refundMessages[c.var.language].changed)
  const isSame = made.vnd === vnd && made.points === points && made.reason === request.reason
  if (isSame && authorOf(order, id) === c.var.operator.name) {
    return c.redirect(`/orders/${order.id}?refund=${id}`, 303)
  }
  return showRefundMadeMeanwhile(c, order, made)
}

/**
 * Shows the form again with the typed values and the current order: why nothing was refunded, and
 * what is left.
 */
function showAgain(
  c: ConsoleContext,
  order: OrderView,
  notice: string,
): Response | Promise<Response> {
  const payments = paymentsToReturn(order)
  if (payments.length === 0) return showNothingLeft(c)
  const typed = { ...typedRefund(c.var.form), version: String(order.version) }
  const { problems } = readRefund(typed, payments)
  return showRefundForm(c, { order, typed, problems, notice, status: 409 })
}

function showRefundMadeMeanwhile(
  c: ConsoleContext,
  order: OrderView,
  made: RefundView,
): Response | Promise<Response> {
  const { language } = c.var
  const messages = refundMessages[language]
  const text = messages.taken.text({
    who: authorOf(order, made.id) ?? messages.somebody,
    sum: sumOf(made, language),
    state: orderMessages[language].refundStates[made.state],
  })
  if (paymentsToReturn(order).length > 0) {
    return showAgain(c, order, `${text} ${messages.typedStays}`)
  }
  return showNotice(c, {
    title: messages.taken.title,
    text,
    status: 409,
    actions: (
      <a class="button main" href={`/orders/${order.id}`}>
        {messages.order} {order.id}
      </a>
    ),
  })
}

/** The typed values in one line, when the form cannot be used until a proposal is decided. */
function typedInOneLine(c: ConsoleContext): string {
  const { vnd, points, reason } = typedRefund(c.var.form)
  const messages = refundMessages[c.var.language]
  const sums = [
    ...(vnd === '' ? [] : [`${messages.vnd}: ${vnd}`]),
    ...(points === '' ? [] : [`${messages.points}: ${points}`]),
  ]
  return [...sums, reason].join(' · ')
}

function showProposed(c: ConsoleContext, proposal: RefundProposal): Response | Promise<Response> {
  const { language } = c.var
  const messages = refundMessages[language]
  return showNotice(c, {
    title: messages.proposed.title,
    text: messages.proposed.text(proposal.proposedBy, sumOf(proposal, language)),
    status: 409,
    actions: (
      <>
        <Facts rows={[[messages.youTyped, typedInOneLine(c)]]} />
        <a class="button main" href={`/approvals/${proposal.id}`}>
          {messages.proposal}
        </a>
      </>
    ),
  })
}

async function answerOutcome(
  c: ConsoleContext,
  order: OrderView,
  { outcome, id }: { readonly outcome: OperatorRefundOutcome; readonly id: string },
): Promise<Response> {
  switch (outcome.outcome) {
    case 'known':
      return c.redirect(`/orders/${order.id}?refund=${id}`, 303)
    case 'approval_needed':
      return c.redirect(`/approvals/${id}`, 303)
    case 'proposal_conflict':
      return showProposed(c, outcome.proposal)
    case 'conflict': {
      const now = await c.env.CONSOLE_VIEW.find(order.id)
      return showRefundMadeMeanwhile(c, now ?? order, outcome.refund)
    }
    case 'not_refundable':
      return showAgain(c, outcome.order, refundMessages[c.var.language].changed)
    case 'not_found':
      break
  }
  return showNotFound(c)
}

async function send(c: ConsoleContext): Promise<Response> {
  const order = await findVisibleOrder(c)
  if (order instanceof Response) return order
  const { form } = c.var
  const typed = typedRefund(form)
  if (form.get('step') === 'change') return showRefundForm(c, { order, typed })
  const isConfirmed = form.get('step') === 'confirm'
  const payments = paymentsToReturn(order)
  const { request, problems } = readRefund(typed, payments)
  const isStale = typed.version !== String(order.version)
  if (isConfirmed && isStale) {
    const asSeen = readRefund(typed, [
      {
        transactionId: typed.transactionId,
        counts: true,
        left: { vnd: Number.MAX_SAFE_INTEGER, points: Number.MAX_SAFE_INTEGER },
      },
    ])
    if (asSeen.request !== undefined) return answerChanged(c, order, asSeen.request)
  }
  if (payments.length === 0) return showNothingLeft(c)
  if (request === undefined) return showRefundForm(c, { order, typed, problems })
  if (!isConfirmed) return showRefundCheck(c, order, request)
  const { payment, vnd, points, reason, version } = request
  const id = await refundIdOf(order.id, { version, transactionId: payment.transactionId })
  const outcome = await c.env.CONSOLE_MONEY.refund(order.id, {
    id,
    ...(!payment.counts && { transactionId: payment.transactionId }),
    ...(vnd > 0 && { vnd }),
    ...(points > 0 && { points }),
    reason,
    staffId: c.var.operator.name,
    seenVersion: version,
  })
  return answerOutcome(c, order, { outcome, id })
}

function refundRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/refunds', showRefundList)
  routes.get('/orders/:id/refund', showForm)
  routes.post('/orders/:id/refund', send)
  return routes
}

/** Refunds: the list, and the form that returns money of an order. */
export const refundsSection: Section = {
  path: '/refunds',
  title: { vi: 'Hoàn tiền', en: 'Refunds' },
  routes: refundRoutes,
  byStore: true,
}
