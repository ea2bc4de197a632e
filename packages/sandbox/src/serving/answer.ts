import * as limits from '@merchant-edge/contract/limits'
import type { Refusal } from '@merchant-edge/contract/refusals'
import type { Sandbox } from '../sandbox.ts'

/** What an endpoint answers: `meta.code`, `meta.message` and, when there is content, `data`. */
export interface Answer {
  readonly code: number
  readonly message: string
  readonly data?: unknown
  /** `meta.request_id`, where the endpoint answers one. */
  readonly requestId?: string | undefined
}

/**
 * HTTP status of a `meta.code`: that of the endpoint's own table where it gives one, else the three
 * leading digits. Assumes G-13.
 */
export function httpStatusOf(code: number, refusal?: Refusal): number {
  if (refusal?.httpStatus !== undefined) return refusal.httpStatus
  const status = Number(String(code).slice(0, 3))
  return status >= 200 && status <= 599 ? status : 500
}

/** The JSON of an answer: `meta`, and `data` if there is any. @see Specification 2 */
export function answerText(answer: Answer): string {
  const { code, message, data, requestId } = answer
  const meta = { ...(requestId !== undefined && { request_id: requestId }), code, message }
  return JSON.stringify({ meta, ...(data !== undefined && { data }) })
}

/** The headers of every answer: clients set their clocks by `Date`. */
export function answerHeaders(sandbox: Sandbox, requestId: string | null): Headers {
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    date: new Date(sandbox.clock.nowMs()).toUTCString(),
  })
  if (requestId !== null && requestId.length <= limits.requestIdChars) {
    headers.set('x-request-id', requestId)
  }
  return headers
}
