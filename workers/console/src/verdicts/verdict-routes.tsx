import { Hono } from 'hono'
import { takeDraft } from '../forms/draft.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound, showOfNoStore, showRoleMissing } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { findVisibleOrder } from '../orders/visible-order.ts'
import { disputeCase, reopeningCase, unconfirmedCase } from './find-cases.tsx'
import { correctionCase, linkedCase } from './linked-cases.ts'
import { refundCase, refundCorrectionCase } from './refund-cases.ts'
import { transferCase, transferCorrectionCase } from './transfer-cases.tsx'
import { addressOfDifference } from './difference-place.ts'
import { verdictMessages } from './messages.ts'
import {
  openedFrom,
  readVerdict,
  showNotDecided,
  showSettled,
  showStillOpen,
  showVerdictCheck,
  showVerdictForm,
} from './verdict-form.tsx'
import type { VerdictCase, OperatorVerdict } from './verdict-case.ts'
import { showVerdictList } from './verdict-list-page.tsx'

/** Finds the case of a verdict's address, or the page that explains why it cannot be settled. */
export type FindCase = (c: ConsoleContext) => Promise<VerdictCase | Response>

function ofOrder(
  find: typeof refundCase,
  parameter: 'refundId' | 'transactionId' | 'reference',
): FindCase {
  return async (c) => {
    const order = await findVisibleOrder(c)
    if (order instanceof Response) return order
    return find(c, order, c.req.param(parameter) ?? '') ?? showNotFound(c)
  }
}

async function ofUnconfirmed(c: ConsoleContext): Promise<VerdictCase | Response> {
  const order = await findVisibleOrder(c)
  return order instanceof Response ? order : unconfirmedCase(c, order)
}

function ofTransfer(find: typeof transferCase): FindCase {
  return async (c) => {
    if (c.var.operator.stores !== undefined) return showOfNoStore(c)
    return (await find(c, c.req.param('id') ?? '')) ?? showNotFound(c)
  }
}

const cases: readonly (readonly [path: string, find: FindCase])[] = [
  ['/orders/:id/refunds/:refundId/verdict', ofOrder(refundCase, 'refundId')],
  ['/orders/:id/refunds/:refundId/correction', ofOrder(refundCorrectionCase, 'refundId')],
  ['/orders/:id/payments/:transactionId/verdict', ofOrder(disputeCase, 'transactionId')],
  ['/orders/:id/payments/:transactionId/reopening', ofOrder(reopeningCase, 'transactionId')],
  ['/orders/:id/attempts/:reference/verdict', ofOrder(linkedCase, 'reference')],
  ['/orders/:id/attempts/:reference/correction', ofOrder(correctionCase, 'reference')],
  ['/orders/:id/unconfirmed-payment/verdict', ofUnconfirmed],
  ['/transfers/:id/verdict', ofTransfer(transferCase)],
  ['/transfers/:id/correction', ofTransfer(transferCorrectionCase)],
]

async function show(c: ConsoleContext, find: FindCase): Promise<Response> {
  if (c.var.operator.role !== 'money') return showRoleMissing(c)
  const found = await find(c)
  if (found instanceof Response) return found
  const draft = await takeDraft(c)
  if (!found.isOpen) return showSettled(c, found)
  if (draft === undefined) return showVerdictForm(c, found, { typed: new Map() })
  const notice = verdictMessages[c.var.language].restored
  return showVerdictForm(c, found, { typed: draft, notice })
}

/**
 * Decides the difference of the daily files from which the form was opened, with the same reason.
 * The verdict is recorded before: when this fails, the operator is told so, for the form cannot be
 * sent again.
 */
async function decideWith(
  c: ConsoleContext,
  found: VerdictCase,
  { reason, staffId }: OperatorVerdict,
): Promise<Response> {
  const place = openedFrom(c)
  if (place === undefined) return c.redirect(found.page, 303)
  const { day, runId, position } = place
  const verdict = { runId, position, verdict: 'explained', reason, staffId } as const
  try {
    await c.env.CONSOLE_MONEY.decideDifference(day, verdict)
  } catch {
    return showNotDecided(c, place)
  }
  return c.redirect(addressOfDifference(place), 303)
}

/** Only the order store knows whether a transaction is required and to whom it belongs. */
async function settledBy(
  found: VerdictCase,
  verdict: OperatorVerdict,
): Promise<Awaited<ReturnType<VerdictCase['settle']>> | 'wrong_transaction'> {
  try {
    return await found.settle(verdict)
  } catch (error) {
    const isWrong =
      error instanceof TypeError &&
      /^The verdict's (?:transactionId|walletCode) must /.test(error.message)
    if (isWrong) return 'wrong_transaction'
    throw error
  }
}

async function settle(c: ConsoleContext, find: FindCase): Promise<Response> {
  const found = await find(c)
  if (found instanceof Response) return found
  if (!found.isOpen) return showSettled(c, found)
  const { form } = c.var
  if (form.get('step') === 'change') return showVerdictForm(c, found, { typed: form })
  const elsewhere = found.leadsTo?.get(form.get('choice') ?? '')
  if (elsewhere !== undefined) return c.redirect(elsewhere, 303)
  const { verdict, problems } = readVerdict(c, found, form)
  if (verdict === undefined) return showVerdictForm(c, found, { typed: form, problems })
  if (form.get('step') !== 'confirm') return showVerdictCheck(c, found, verdict)
  const outcome = await settledBy(found, verdict)
  if (outcome === 'wrong_transaction') {
    return showVerdictForm(c, found, { typed: form, problems: new Set(['transactionId']) })
  }
  if (outcome === 'settled') return decideWith(c, found, verdict)
  // The service's file or a colleague may have settled it since it was read.
  const now = await find(c)
  if (now instanceof Response) return now
  if (!now.isOpen) return showSettled(c, now)
  const { notDenied, stillOpen } = verdictMessages[c.var.language]
  const notice = outcome === 'exceeds' ? now.exceeding : undefined
  return showStillOpen(c, now, notice ?? (outcome === 'not_denied' ? notDenied : stillOpen))
}

/** Routes of a verdict form: the question, the confirmation, and the answer. */
export function routeVerdict(routes: Hono<ConsoleHono>, path: string, find: FindCase): void {
  routes.get(path, (c) => show(c, find))
  routes.post(path, (c) => settle(c, find))
}

function verdictRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/verdicts', showVerdictList)
  for (const [path, find] of cases) routeVerdict(routes, path, find)
  return routes
}

/** Verdicts: the list of what a person has to settle, and a form for each. */
export const verdictsSection: Section = {
  path: '/verdicts',
  title: { vi: 'Kết luận', en: 'Verdicts' },
  routes: verdictRoutes,
  byStore: true,
}
