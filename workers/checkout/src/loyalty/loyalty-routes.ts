import { Hono } from 'hono'
import * as v from 'valibot'
import type { LoyaltyIdConflict, LoyaltyOutcome } from '@merchant-edge/orders/api'
import {
  answerApiFailure,
  type ApiError,
  callOrders,
  errorAnswer,
  methodRefused,
} from '../api/api-error.ts'
import { readJson } from '../api/read-json.ts'
import { requireBearer } from '../api/require-bearer.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

/**
 * Levels of objects and lists in a request. The fields of no call need more than a few; a value of
 * thousands of levels cannot be handed to another Worker, whose runtime runs out of stack.
 */
const maxLevels = 32

function isNestedDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let left = levels; level.length > 0; left -= 1) {
    const nested = level.filter((one) => typeof one === 'object' && one !== null)
    if (nested.length > 0 && left === 0) return true
    level = nested.flatMap((one) => Object.values(one))
  }
  return false
}

const fields = v.pipe(
  v.unknown(),
  v.check((body) => !Array.isArray(body), 'must be a JSON object'),
  v.check(
    (body) => !isNestedDeeper(body, maxLevels),
    `must not be nested deeper than ${maxLevels} levels`,
  ),
  v.record(v.string(), v.unknown(), 'must be a JSON object'),
)

const statusOf = {
  accepted: 200,
  refused: 422,
  unknown: 202,
  invalid: 400,
  conflict: 409,
  not_found: 404,
} as const

type Failed = Exclude<LoyaltyOutcome, { outcome: 'accepted' | 'unknown' }>

const wordsOf: Readonly<Record<LoyaltyIdConflict, Pick<ApiError, 'message' | 'remedy'>>> = {
  other_content: {
    message: 'The id was used for another request; nothing was done.',
    remedy: 'Use a new id for a new request, and the same fields for a repeat.',
  },
  used_elsewhere: {
    message:
      'The service knows the id from something that was not asked for here; nothing was done.',
    // After a restore of the database it is the shop's own request, which the order store has lost.
    remedy:
      'Find out on the merchant web site what it was used for. If it was this very request, of which the record was lost, it is done. Only otherwise use a new id.',
  },
}

function errorOf(failed: Failed): ApiError {
  if (failed.outcome === 'refused') {
    return { reason: failed.reason, message: failed.cause, remedy: failed.remedy }
  }
  if (failed.outcome === 'invalid') {
    const remedy = 'Correct what is named and send the request again.'
    return { reason: 'invalid_field', message: `${failed.message}.`, remedy }
  }
  if (failed.outcome === 'conflict') {
    return { reason: 'loyalty_id_taken', ...wordsOf[failed.because], fields: [failed.field] }
  }
  const remedy = `Calls: ${failed.calls.join(', ')}.`
  return { reason: 'call_unknown', message: 'There is no such call.', remedy }
}

/**
 * Members, points, gift codes and vouchers for the shop's backend: `POST /loyalty/{call}` with the
 * fields of the call. 200 accepted, 202 unknown (repeat the same call), 400 a field is wrong, 404
 * no such call, 409 the id was used for another request, 422 refused.
 */
export function loyaltyRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.use(requireBearer)
  routes.post('/:call', async (c) => {
    const request = await readJson(c, fields)
    const { LOYALTY } = c.env
    const outcome = await callOrders(() => LOYALTY.callLoyalty(c.req.param('call'), request))
    const status = statusOf[outcome.outcome]
    if (outcome.outcome === 'accepted' || outcome.outcome === 'unknown')
      return c.json(outcome, status)
    return errorAnswer(c, { status, ...outcome, error: errorOf(outcome) })
  })
  routes.all('/:call', () => methodRefused('POST'))
  routes.onError(answerApiFailure)
  return routes
}
