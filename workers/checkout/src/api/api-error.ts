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

/** Answers with an error as JSON: `{"error": {...}}`, and with whatever else belongs to the answer. */
export function errorAnswer(
  c: Context,
  { status, ...rest }: { status: ContentfulStatusCode; error: ApiError; [name: string]: unknown },
): Response {
  return c.json(rest, status)
}

/** Says in what a request differs from the one whose id it has: "amountVnd, description differ". */
export function differing(fields: readonly string[]): string {
  return `${fields.join(', ')} ${fields.length === 1 ? 'differs' : 'differ'}`
}

/** An error that ends the request of the shop's backend from wherever it is found. */
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
 * @throws whatever is no ApiFailure
 */
export function answerApiFailure(error: Error, c: Context): Response {
  if (!(error instanceof ApiFailure)) throw error
  if (error.status === 503) c.header('retry-after', '5')
  return errorAnswer(c, { status: error.status, error: error.error })
}

/**
 * Answers a request whose method an address does not take.
 *
 * @param allow the methods that it takes, as the header Allow lists them
 */
export function methodRefused(allow: string): Response {
  const error: ApiError = {
    reason: 'method_not_allowed',
    message: 'This address does not take the method.',
    remedy: `Use ${allow}.`,
  }
  return Response.json({ error }, { status: 405, headers: { allow } })
}

/** The sentence in which the order store says which rule a request breaks: of a thing, of a field of it, or of two. */
const brokenRule = /^The [\w-]+(?:'s (?<fields>[\w.]+(?: (?:and|or) [\w.]+)?))? must /

/**
 * Turns what a call of the orders Worker threw into an answer for the shop: a rule that the request
 * breaks is the shop's to correct, anything else is worth a repeat, since every call is safe to repeat.
 */
function failureOf(error: unknown): ApiFailure {
  const rule = error instanceof TypeError ? brokenRule.exec(error.message) : null
  if (error instanceof TypeError && rule !== null) {
    const fields = rule.groups?.['fields']?.split(/ and | or /)
    return new ApiFailure(400, {
      reason: 'invalid_field',
      message: error.message,
      remedy: 'Correct what is named and send the request again.',
      ...(fields !== undefined && { fields }),
    })
  }
  return new ApiFailure(503, {
    reason: 'orders_unavailable',
    message: 'The order could not be reached.',
    remedy: 'Send the same request again in a few seconds; a repeat changes nothing twice.',
  })
}

/**
 * Calls the orders Worker for the shop's backend.
 *
 * @throws ApiFailure with what the shop can do about it, when the call throws
 */
export async function askOrders<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error)
  }
}
