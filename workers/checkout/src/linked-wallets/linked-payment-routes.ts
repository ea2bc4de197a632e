import type { HoldConflict, HoldOutcome, LinkedPaymentOutcome } from '@merchant-edge/orders/api'
import { requirementOf, linkedPaymentRules, otpRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { isOrderId, orderNotFound } from '../api/order-id.ts'
import { readJson, readOptionalJson, requireNoFields } from '../api/read-json.ts'
import { fieldProblem, numberSchema, patternSchema } from '../api/rule-schema.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

/** The body of `POST /orders/:id/payments/linked`, which may be left out. */
export const newLinkedPayment = v.strictObject(
  {
    /** Points to take, a whole number worth no more than the price; the wallet's money pays the rest. */
    points: v.optional(numberSchema(linkedPaymentRules.points)),
    /**
     * Whether the wallet is to send a new one-time code: ends a payment that has waited for a code for
     * a minute, and begins another one with the same points.
     */
    newCode: v.optional(v.boolean()),
  },
  fieldProblem,
)

/** The body of `POST /orders/:id/payments/linked/otp`. */
export const newOtp = v.strictObject(
  {
    /** One-time code as the customer typed it, 1 to 64 characters; it is never stored. */
    otp: patternSchema(otpRules.otp, requirementOf(otpRules.otp)),
  },
  fieldProblem,
)

function answerPayment(c: Context, outcome: LinkedPaymentOutcome): Response {
  switch (outcome.outcome) {
    case 'paid':
    case 'held':
    case 'otp_needed':
      return c.json(outcome, 200)
    case 'unsettled':
      return c.json(outcome, 202)
    case 'busy':
      return c.json(outcome, 202, { 'retry-after': '2' })
    case 'closed':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'order_closed',
          message: 'The order cannot be paid now; its state says why.',
          remedy: 'Look at the state of the order.',
        },
      })
    case 'failed':
      return errorAnswer(c, {
        status: 422,
        ...outcome,
        error: {
          reason: outcome.reason,
          message: 'The payment was not made, and no money has moved.',
          remedy: 'Let the customer try again, or pay in another way.',
        },
      })
    case 'not_linked':
      return errorAnswer(c, {
        status: 422,
        ...outcome,
        error: {
          reason: 'not_linked',
          message: 'The order names no customer, or the customer has no linked wallet.',
          remedy: 'Name linkedCustomerId at POST /orders, and link the wallet with POST /links.',
        },
      })
    case 'not_found':
      break
  }
  return orderNotFound(c)
}

const conflicts: Readonly<Record<HoldConflict, string>> = {
  captured: 'The money that was held for this order is taken.',
  released: 'The money that was held for this order has gone back to the wallet.',
  capturing: 'The money that is held for this order is being taken.',
  releasing: 'The money that is held for this order is going back to the wallet.',
  in_question: 'A payment of the order is under way, disputed or of unknown outcome.',
}

function answerHold(c: Context, outcome: HoldOutcome): Response {
  switch (outcome.outcome) {
    case 'captured':
    case 'released':
      return c.json(outcome, 200)
    case 'pending':
      return c.json(outcome, 202)
    case 'conflict':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'hold_conflict',
          message: conflicts[outcome.hold],
          remedy: 'Look at the timeline of the order before you ship or refund.',
        },
      })
    case 'not_held':
      return errorAnswer(c, {
        status: 409,
        ...outcome,
        error: {
          reason: 'not_held',
          message: 'No money is held for this order.',
          remedy: 'Look at the state of the order.',
        },
      })
    case 'not_found':
      break
  }
  return orderNotFound(c)
}

/**
 * Payments with linked wallets for the shop's backend, below `/orders/{id}`: `payments/linked`
 * pays or, with `newCode`, has the wallet send a new one-time code, `payments/linked/otp` confirms
 * with the customer's code, `capture` captures held money and `release` releases it. 200 done or a
 * code is needed, 202 under way or unknown (repeat the request; nothing is charged twice), 409 not
 * possible in this state, or the opposite has happened, 422 refused without effect. `points` of the
 * customer may pay a part of the price; the whole amount is held, captured or released.
 */
export function linkedPaymentRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  const unknownOrder = (c: Context) => orderNotFound(c)
  routes.post('/:id/payments/linked', async (c) => {
    const id = c.req.param('id')
    const { points, newCode = false } = await readOptionalJson(c, newLinkedPayment)
    if (!isOrderId(id)) return unknownOrder(c)
    return answerPayment(
      c,
      await callOrders(() =>
        newCode ? c.env.ORDERS.requestNewCode(id) : c.env.ORDERS.payWithLink(id, points),
      ),
    )
  })
  routes.post('/:id/payments/linked/otp', async (c) => {
    const id = c.req.param('id')
    const { otp } = await readJson(c, newOtp)
    if (!isOrderId(id)) return unknownOrder(c)
    return answerPayment(c, await callOrders(() => c.env.ORDERS.confirmOtp(id, otp)))
  })
  routes.post('/:id/capture', async (c) => {
    const id = c.req.param('id')
    await requireNoFields(c)
    if (!isOrderId(id)) return unknownOrder(c)
    return answerHold(c, await callOrders(() => c.env.ORDERS.captureOrder(id)))
  })
  routes.post('/:id/release', async (c) => {
    const id = c.req.param('id')
    await requireNoFields(c)
    if (!isOrderId(id)) return unknownOrder(c)
    return answerHold(c, await callOrders(() => c.env.ORDERS.releaseOrder(id)))
  })
  for (const path of ['payments/linked', 'payments/linked/otp', 'capture', 'release']) {
    routes.all(`/:id/${path}`, () => methodRefused('POST'))
  }
  return routes
}
