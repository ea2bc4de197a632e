import type { Context } from 'hono'
import { ApiFailure, errorAnswer } from './api-error.ts'

/**
 * Answers what ended a request of the shop's backend.
 *
 * @throws whatever is no ApiFailure
 */
export function answerApiFailure(error: Error, c: Context): Response {
  if (!(error instanceof ApiFailure)) throw error
  if (error.status === 503) c.header('retry-after', '5')
  return errorAnswer(c, { status: error.status, error: error.error })
}
