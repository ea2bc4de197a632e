import { securityHeaders, type Configuration } from '@merchant-edge/pages'

/** The only statuses that this Worker answers. */
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
 * A fixed answer: the caller learns only the status. Answers must not be cached, and a 503 asks for
 * a retry. Assumes G-10.
 */
export function answer(status: AnswerStatus): Response {
  return new Response(bodies[status], inits[status])
}

/** The public answer of `GET /health`: names of settings, never a value. */
type Health =
  | { readonly status: 'ok'; readonly environment: Configuration['environment'] }
  | ({ readonly status: 'not_configured' } & Configuration)

/** Answers the health check: 200 when this Worker may work, 503 with all problems. */
export function answerHealth(health: Health): Response {
  return Response.json(health, {
    status: health.status === 'ok' ? 200 : 503,
    headers: new Headers(securityHeaders()),
  })
}

/** Maps a status of the verifier to an allowed one; others become 400. */
export function asAnswerStatus(status: number): AnswerStatus {
  return status === 401 || status === 405 || status === 503 ? status : 400
}
