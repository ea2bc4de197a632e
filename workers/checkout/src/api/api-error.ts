import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Why a request of the shop's backend was not fulfilled. */
export interface ApiError {
  /** Stable name, for code. */
  readonly reason: string
  /** What happened, for people. */
  readonly message: string
  /** What to do. */
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

/** An error that ends a request from wherever it is found. */
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
