import type { OrderView, VerdictOutcome } from '@merchant-edge/orders/api'
import { transactionIdRule } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { type ApiError, callOrders, errorAnswer, methodRefused } from '../../api/api-error.ts'
import { isOrderId } from '../../api/order-id.ts'
import { readJson } from '../../api/read-json.ts'
import { orderNotFound } from '../access/not-found.ts'
import type { OperatorHono } from '../access/require-operator.ts'
import { asOperator, newAcceptance, newAction, newRelease } from '../access/staff-action.ts'

/** The body of a verdict; each field beside the reason belongs to one of them. */
type Asked = v.InferOutput<typeof newRelease> & v.InferOutput<typeof newAcceptance>

type Outcome = VerdictOutcome<{ readonly order: OrderView }>

const notAcceptable: ApiError = {
  reason: 'not_acceptable',
  message:
    'The payment is accepted, released or on its way back already, or the order has a payment; nothing changed.',
  remedy: 'Look at the order; a payment beside the one that counts is returned by a refund.',
}

const notInstead: ApiError = {
  reason: 'not_acceptable',
  message:
    'The payment is settled or on its way back already, or not a person alone has said that the one that counts was made, or some of it is refunded; nothing changed.',
  remedy:
    'Look at the order: only a payment that nothing but a verdict has called paid was never made. A payment beside one that the service has named is returned by a refund.',
}

const notReleasable: ApiError = {
  reason: 'not_releasable',
  message:
    'The payment is accepted, released or on its way back already, or no other order has its transaction; nothing changed.',
  remedy:
    'Look for the transaction in the list of orders; a payment of this order alone is accepted or returned.',
}

const notNeverMade: ApiError = {
  reason: 'not_releasable',
  message:
    'The payment is settled or on its way back already, the service has named it, or a call about its money waits for an answer; nothing changed.',
  remedy:
    'Look at the order: only a payment that nothing but a verdict has called paid was never made. One that the service has named is accepted or returned.',
}

const notReleased: ApiError = {
  reason: 'not_released',
  message:
    'The payment is not released, or a verdict has named its transaction since; nothing changed.',
  remedy: 'Look at the order; a payment that is open is accepted, released or returned.',
}

function answer(
  c: Context,
  outcome: Outcome,
  { id, refused }: { readonly id: string; readonly refused: ApiError },
): Response {
  if (outcome.outcome === 'settled') return c.json(outcome)
  if (outcome.outcome === 'not_unknown') {
    return errorAnswer(c, { status: 409, ...outcome, error: refused })
  }
  return errorAnswer(c, {
    status: 404,
    error: {
      reason: 'payment_not_found',
      message:
        'There is no order with this id, or no disputed payment with this transaction in it.',
      remedy: `Look the id up with GET /operator/orders, and the transaction with GET /operator/orders/${id}.`,
    },
  })
}

/**
 * Verdicts on the disputed payments of an order. `accept`: it counts as the payment of its order, also
 * in the place of one that was never made (`insteadOf`); `release`: it belongs to another order, which
 * has the transaction too, is another name of the payment that counts, which a callback has given, or
 * was never made (`neverMade`); `reopen`: that release is taken back. 200 done, 404
 * the order has no such payment, 409 not possible. To refund it, make a refund that names its transaction.
 */
export function disputeRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  const verdicts = [
    ['accept', 'acceptDispute', { body: newAcceptance, refused: notAcceptable }],
    ['release', 'releaseDispute', { body: newRelease, refused: notReleasable }],
    ['reopen', 'reopenDispute', { body: newAction, refused: notReleased }],
  ] as const
  for (const [name, method, { body, refused }] of verdicts) {
    const path = `/orders/:id/disputed-payments/:transactionId/${name}`
    routes.post(path, async (c) => {
      const id = c.req.param('id') ?? ''
      const transactionId = c.req.param('transactionId') ?? ''
      const asked: Asked = await readJson(c, body)
      const verdict = { ...asOperator(c, asked), transactionId }
      if (!isOrderId(id)) return orderNotFound(c)
      const outcome: Outcome = transactionIdRule.pattern.test(transactionId)
        ? await callOrders(() => c.env.OPERATOR_MONEY[method](id, verdict))
        : { outcome: 'not_found' }
      const said = asked.neverMade === true ? notNeverMade : undefined
      const instead = asked.insteadOf === undefined ? undefined : notInstead
      return answer(c, outcome, { id, refused: said ?? instead ?? refused })
    })
    routes.all(path, () => methodRefused('POST'))
  }
  return routes
}
