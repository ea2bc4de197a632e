/**
 * Every request of the operator API with its command, without the options that do not identify a
 * record. A part in braces is replaced by a value of the request.
 */
export const namedCommands: readonly (readonly [request: string, command: string])[] = [
  ['POST /operator/sign-ins', 'sign-in'],
  ['POST /operator/sign-out', 'sign-out'],
  ['GET /operator/alerts', 'alerts list'],
  ['GET /operator/alerts/{id}', 'alerts show {id}'],
  ['POST /operator/alerts/{id}/acknowledge', 'alerts acknowledge {id}'],
  ['POST /operator/alerts/{id}/close', 'alerts close {id}'],
  ['POST /operator/persons/export', 'persons export'],
  ['POST /operator/persons/erase', 'persons erase'],
  ['GET /operator/orders', 'orders list'],
  ['GET /operator/orders.csv', 'orders export'],
  ['GET /operator/orders/{id}', 'orders show {id}'],
  ['POST /operator/orders/{id}/refunds', 'refunds create {id}'],
  ['GET /operator/refunds', 'refunds list'],
  ['GET /operator/proposals', 'proposals list'],
  ['GET /operator/proposals/{id}', 'proposals show {id}'],
  ['POST /operator/proposals/{id}/refuse', 'proposals refuse {id}'],
  ['GET /operator/takings', 'takings show'],
  ['GET /operator/undecided', 'undecided list'],
  ['GET /operator/links', 'links list'],
  ['GET /operator/links/{id}', 'links show {id}'],
  [
    'POST /operator/orders/{id}/refunds/{refundId}/settle',
    'refunds settle {id} --refund {refundId}',
  ],
  [
    'POST /operator/orders/{id}/payments/{reference}/settle',
    'payments settle {id} --reference {reference}',
  ],
  [
    'POST /operator/orders/{id}/disputed-payments/{transactionId}/accept',
    'payments accept {id} --transaction {transactionId}',
  ],
  [
    'POST /operator/orders/{id}/disputed-payments/{transactionId}/release',
    'payments release {id} --transaction {transactionId}',
  ],
  [
    'POST /operator/orders/{id}/disputed-payments/{transactionId}/reopen',
    'payments reopen {id} --transaction {transactionId}',
  ],
  ['POST /operator/orders/{id}/unconfirmed-payment/deny', 'payments deny {id}'],
  ['GET /operator/transfers', 'transfers list'],
  ['GET /operator/transfers/{id}', 'transfers show {id}'],
  ['POST /operator/transfers/{id}/settle', 'transfers settle {id}'],
  ['GET /operator/callbacks', 'callbacks list'],
  ['POST /operator/callbacks/{seq}/replay', 'callbacks replay {seq}'],
  ['GET /operator/events', 'events list'],
  ['GET /operator/events/{key}', 'events show {key}'],
  ['POST /operator/events/{key}/resend', 'events resend {key}'],
  ['POST /operator/events/resend', 'events resend'],
  ['GET /operator/endpoints', 'endpoints list'],
  ['POST /operator/endpoints/{id}/pause', 'endpoints pause {id}'],
  ['POST /operator/endpoints/{id}/resume', 'endpoints resume {id}'],
  ['GET /operator/journal/verification', 'journal verify'],
  ['GET /operator/runs', 'runs list'],
  ['GET /operator/runs/{day}', 'runs show {day}'],
  ['POST /operator/runs/{day}/force', 'runs force {day}'],
  ['GET /operator/differences', 'differences list'],
  ['GET /operator/differences/{day}', 'differences list --day {day}'],
  [
    'POST /operator/differences/{day}/{runId}/{position}/decide',
    'differences decide {day} {runId} {position}',
  ],
]

/** The values of a request by their names in braces; `undefined` when it is another request. */
function valuesOf(request: string, shape: string): ReadonlyMap<string, string> | undefined {
  const given = request.split('/')
  const parts = shape.split('/')
  if (given.length !== parts.length) return undefined
  const values = new Map<string, string>()
  for (const [at, part] of parts.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith('{')) values.set(part, value)
    else if (part !== value) return undefined
  }
  return values
}

/**
 * The values in the path of a request of the operator API, by their names; none when it is another
 * request.
 */
export function valuesInPath(request: string): ReadonlyMap<string, string> {
  for (const [shape] of namedCommands) {
    const values = valuesOf(request, shape)
    if (values === undefined) continue
    return new Map(
      Array.from(values, ([name, value]) => [name.slice(1, -1), decodeURIComponent(value)]),
    )
  }
  return new Map()
}

function commandFor(request: string): string | undefined {
  for (const [shape, command] of namedCommands) {
    const values = valuesOf(request, shape)
    if (values === undefined) continue
    const words = command.split(' ').map((word) => values.get(word) ?? word)
    return `merchant-edge ${words.join(' ')}`
  }
  return undefined
}

// A path ends before the full stop of its sentence.
const requestShape = /\b(?:GET|POST) \/operator\/(?:[\w~%:/-]|\.(?=\w))+/g

/**
 * A text of the checkout Worker in which every request of the operator API is replaced by the
 * command that makes it: a person at a command line cannot send a request. A request without a
 * command is left as it is.
 */
export function inCommands(text: string): string {
  return text.replaceAll(requestShape, (request) => commandFor(request) ?? request)
}
