import { securityHeaders, type Configuration } from '@merchant-edge/pages'

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

function init(status: AnswerStatus, more: Readonly<Record<string, string>> = {}): ResponseInit {
  const headers = new Headers({
    ...securityHeaders(),
    'content-type': 'text/plain; charset=utf-8',
    ...more,
  })
  return { status, headers }
}

// Made once per isolate: a Response copies the headers that it is given.
const inits: Readonly<Record<AnswerStatus, ResponseInit>> = {
  200: init(200),
  400: init(400),
  401: init(401),
  405: init(405, { allow: 'GET' }),
  503: init(503, { 'retry-after': String(retryAfterSeconds) }),
}

/**
 * A fixed answer: the status says everything a caller may know. None may be stored, and a 503 asks to
 * come again. Assumes G-10.
 */
export function answer(status: AnswerStatus): Response {
  return new Response(bodies[status], inits[status])
}

/** What `GET /health` says, to whoever asks: names of settings and never a value. */
type Health =
  | { readonly status: 'ok'; readonly environment: Configuration['environment'] }
  | ({ readonly status: 'not_configured' } & Configuration)

/** Answers the health check: 200 when this Worker may work, 503 with everything that is wrong. */
export function answerHealth(health: Health): Response {
  return Response.json(health, {
    status: health.status === 'ok' ? 200 : 503,
    headers: new Headers(securityHeaders()),
  })
}

/** The status of ours for one that a verifier proposes: what is not in the list is a bad request. */
export function asAnswerStatus(status: number): AnswerStatus {
  return status === 401 || status === 405 || status === 503 ? status : 400
}
