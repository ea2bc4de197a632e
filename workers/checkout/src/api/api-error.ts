import { isConfigurationError } from '@merchant-edge/pages'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Why a request of the shop's backend, or of an operator, was not fulfilled. */
export interface ApiError {
  /** Stable name in snake_case, for code. */
  readonly reason: string
  /** What happened, for people. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
  /** Names of the fields that are wrong, when some are. */
  readonly fields?: readonly string[]
}

/** Answers with an error as JSON: `{"error": {...}}`, plus further fields of the answer. */
export function errorAnswer(
  c: Context,
  { status, ...rest }: { status: ContentfulStatusCode; error: ApiError; [name: string]: unknown },
): Response {
  return c.json(rest, status)
}

/**
 * Names the fields in which a request differs from the stored one with the same id: "amountVnd,
 * description differ".
 */
export function differing(fields: readonly string[]): string {
  return `${fields.join(', ')} ${fields.length === 1 ? 'differs' : 'differ'}`
}

/** An error that ends a request of the shop's backend, thrown from any depth. */
export class ApiFailure extends Error {
  readonly status: ContentfulStatusCode
  readonly error: ApiError

  constructor(status: ContentfulStatusCode, error: ApiError) {
    super(error.message)
    this.name = 'ApiFailure'
    this.status = status
    this.error = error
  }
}

/**
 * Answers a request that an ApiFailure has ended; the error handler of every route of the API.
 *
 * @throws every other error
 */
export function answerApiFailure(error: Error, c: Context): Response {
  if (!(error instanceof ApiFailure)) throw error
  if (error.status === 503) c.header('retry-after', '5')
  return errorAnswer(c, { status: error.status, error: error.error })
}

/**
 * Answers a request whose method is not allowed at an address.
 *
 * @param allow the allowed methods, for the header Allow
 */
export function methodRefused(allow: string): Response {
  const error: ApiError = {
    reason: 'method_not_allowed',
    message: 'This address does not take the method.',
    remedy: `Use ${allow}.`,
  }
  return Response.json({ error }, { status: 405, headers: { allow } })
}

/**
 * The error for an unknown address.
 *
 * @param remedy which addresses there are
 */
export function pathUnknown(remedy: string): ApiError {
  return { reason: 'path_unknown', message: 'There is nothing at this address.', remedy }
}

/**
 * Matches the message of the order store about a broken rule: of an object, of one of its fields,
 * or of two fields.
 */
const brokenRule = /^The [\w-]+(?:'s (?<fields>[\w.]+(?: (?:and|or) [\w.]+)?))? must /

/**
 * Converts an error of the orders Worker into an answer for the shop: a broken rule must be
 * corrected by the shop, and a wrong setting by the merchant; after any other error a retry makes
 * sense, because every call is idempotent.
 */
function failureOf(error: unknown): ApiFailure {
  const rule = error instanceof TypeError ? brokenRule.exec(error.message) : null
  if (error instanceof TypeError && rule !== null) {
    const fields = rule.groups?.['fields']?.split(/ and | or /)
    return new ApiFailure(400, {
      reason: 'invalid_field',
      message: error.message,
      remedy: 'Correct what is named, then try again.',
      ...(fields !== undefined && { fields }),
    })
  }
  if (isConfigurationError(error)) {
    return new ApiFailure(503, {
      reason: 'orders_not_configured',
      message: 'The settings of the orders Worker are wrong: it has not finished what was asked.',
      remedy:
        'The health check of the checkout Worker (/health) names each of them. Send the same again once they are right; a repeat changes nothing twice.',
    })
  }
  return new ApiFailure(503, {
    reason: 'orders_unavailable',
    message: 'The order store did not answer: it is not known whether the request took effect.',
    remedy: 'Try the same again in a few seconds; a repeat changes nothing twice.',
  })
}

/**
 * Calls the orders Worker for the shop's backend.
 *
 * @throws ApiFailure with a remedy for the shop, when the call throws
 */
export async function callOrders<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error)
  }
}
