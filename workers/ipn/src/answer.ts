/** The only statuses that a caller of this Worker sees. */
export type AnswerStatus = 200 | 400 | 401 | 405 | 503

const bodies: Readonly<Record<AnswerStatus, string>> = {
  200: 'ok',
  400: 'bad request',
  401: 'not accepted',
  405: 'method not allowed',
  503: 'try again later',
}

const retryAfterSeconds = 5

/**
 * A fixed answer: the status says everything a caller may know. None may be stored, and a 503 asks to
 * come again. Assumes G-10.
 */
export function answer(status: AnswerStatus): Response {
  return new Response(bodies[status], {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(status === 405 && { allow: 'GET' }),
      ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
    },
  })
}

/** The status of ours for one that a verifier proposes: what is not in the list is a bad request. */
export function asAnswerStatus(status: number): AnswerStatus {
  return status === 401 || status === 405 || status === 503 ? status : 400
}
