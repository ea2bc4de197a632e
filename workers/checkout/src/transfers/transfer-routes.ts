import type { MetTransferLimit, NewTransfer } from '@merchant-edge/orders/api'
import type { TransferView } from '@merchant-edge/orders/webhook'
import { requirementOf, transferRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  answerApiFailure,
  type ApiError,
  callOrders,
  differing,
  errorAnswer,
  methodRefused,
} from '../api/api-error.ts'
import { readJson, requireNoFields } from '../api/read-json.ts'
import { requireBearer } from '../api/require-bearer.ts'
import { fieldProblem, numberSchema, patternSchema, plainTextSchema } from '../api/rule-schema.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

const { receiverPhone } = transferRules
const transferId = patternSchema(transferRules.id)

/** The body of `POST /transfers`. */
export const newTransfer = v.strictObject(
  {
    id: transferId,
    amountVnd: numberSchema(transferRules.amountVnd),
    receiverPhone: patternSchema(receiverPhone, requirementOf(receiverPhone)),
    description: v.exactOptional(plainTextSchema(transferRules.description)),
  },
  fieldProblem,
) satisfies v.GenericSchema<unknown, NewTransfer>

/** Error for an unknown transfer. */
const transferNotFound: ApiError = {
  reason: 'transfer_not_found',
  message: 'There is no transfer with this id.',
  remedy: 'Ask for it first with POST /transfers.',
}

/** Error for a transfer that would exceed a limit of the orders Worker. */
function overLimit(limit: MetTransferLimit): ApiError {
  if (limit.of === 'transfer') {
    return {
      reason: 'transfer_over_limit',
      message: `One transfer may have ${limit.vnd} VND at most. Nothing was sent.`,
      remedy: 'Transfer less, or have TRANSFER_LIMIT_VND of the orders Worker raised.',
    }
  }
  return {
    reason: 'transfer_day_limit',
    message: `The transfers of ${limit.day} in Vietnam may have ${limit.vnd} VND together; with this one they would have more. Nothing was sent.`,
    remedy:
      'Send the same transfer again on another day, or once TRANSFER_DAY_LIMIT_VND of the orders Worker is raised; its id is usable.',
  }
}

const unexplained = { reason: 'refused', remedy: 'Look at the alerts.', idReusable: false }

function answerTransfer(c: Context, transfer: TransferView): Response {
  const outcome = { outcome: 'known', transfer }
  if (transfer.state === 'succeeded') return c.json(outcome, 200)
  if (transfer.state !== 'refused') return c.json(outcome, 202)
  const { reason, remedy: cure, idReusable } = transfer.refusal ?? unexplained
  const remedy = idReusable ? `${cure} Then send the same transfer again: its id is usable.` : cure
  const message = 'The transfer was not made.'
  return errorAnswer(c, { status: 422, ...outcome, error: { reason, message, remedy } })
}

/**
 * Transfers for the shop's backend. `POST /transfers`: 200 made, 202 under way or unknown (a
 * repeated request with the same id returns the result and never sends it twice), 409 the id
 * belongs to another transfer, 422 not made: with `idReusable` nothing was processed, and the same
 * request sends the transfer once the cause is repaired; with `over_limit` it would have exceeded a
 * limit, and nothing was stored. `GET /transfers/{id}` reads one.
 */
export function transferRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.post('/', async (c) => {
    const asked = await readJson(c, newTransfer)
    const outcome = await callOrders(() => c.env.ORDERS.transfer(asked))
    if (outcome.outcome === 'known') return answerTransfer(c, outcome.transfer)
    if (outcome.outcome === 'over_limit') {
      return errorAnswer(c, { status: 422, ...outcome, error: overLimit(outcome.limit) })
    }
    const { differs: fields, ...conflict } = outcome
    return errorAnswer(c, {
      status: 409,
      ...conflict,
      error: {
        reason: 'transfer_id_taken',
        message: `The id belongs to another transfer: ${differing(fields)}.`,
        remedy: 'Use a new id for a new transfer, and the same fields for a repeat.',
        fields,
      },
    })
  })
  routes.all('/', () => methodRefused('POST'))
  routes.get('/:id', async (c) => {
    const id = c.req.param('id')
    await requireNoFields(c)
    const transfer = v.is(transferId, id)
      ? await callOrders(() => c.env.ORDERS.findTransfer(id))
      : null
    return transfer === null
      ? errorAnswer(c, { status: 404, error: transferNotFound })
      : c.json(transfer)
  })
  routes.all('/:id', () => methodRefused('GET'))
  routes.onError(answerApiFailure)
  return routes
}
