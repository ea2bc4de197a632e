import * as limits from '@merchant-edge/contract/limits'
import { authenticate, authenticateByBody, type Caller } from '../authentication/authenticate.ts'
import { answerTaken, holdConnection, spoilAnswer } from '../fault-injection/spoil-answer.ts'
import { randomToken } from '../random-id.ts'
import { readRequest, requestLine, type ReceivedRequest } from '../requests/received-request.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { recordRequest } from '../requests/request-journal.ts'
import type { Sandbox } from '../sandbox.ts'
import { answerHeaders, answerText, httpStatusOf } from './answer.ts'
import type { Route, ServedEndpoint } from './route.ts'
import { failureOf, runHandler, type RequestOutcome } from './run-handler.ts'

/** Refuses an X-Request-ID that is too long: a code of its own where the table has one. */
function checkRequestId(served: ServedEndpoint, route: Route, requestId: string | null): void {
  if ((requestId?.length ?? 0) <= limits.requestIdChars) return
  const code = served.endpoint.refusals[4000001] === undefined ? route.malformedCode : 4000001
  const message = `X-Request-ID: must have at most ${limits.requestIdChars} characters`
  throw new RefusalError(code, message)
}

/** `meta.request_id`: the caller's own id, or one of the service. @see Specification 4.11 */
function withRequestId(outcome: RequestOutcome, sent: string | null): RequestOutcome {
  return { ...outcome, answer: { requestId: sent ?? randomToken(), ...outcome.answer } }
}

async function respond(
  sandbox: Sandbox,
  record: { readonly received: ReceivedRequest; readonly served: ServedEndpoint | undefined },
  outcome: RequestOutcome,
): Promise<Response> {
  const { answer, fault, explanation } = outcome
  const { received, served } = record
  const text = answerText(answer)
  const status = httpStatusOf(answer.code, served?.endpoint.refusals[answer.code])
  const journalId = await recordRequest(sandbox, {
    received,
    endpoint: served?.endpoint.name ?? null,
    code: answer.code,
    httpStatus: status,
    message: answer.message,
    answer: text,
    fault: fault?.text ?? null,
    explanation,
  })
  const headers = answerHeaders(sandbox, received.headers.get('x-request-id'))
  headers.set('x-sandbox-request', String(journalId))
  const response = new Response(text, { status, headers })
  const action = fault?.action
  const { hangSeconds } = sandbox.settings.rules
  const { host } = sandbox
  if (action?.kind === 'hang') return holdConnection(host, hangSeconds)
  if (action?.kind === 'take-id') return answerTaken(response, action.answer, { host, hangSeconds })
  if (action?.kind !== 'spoil') return response
  return spoilAnswer(response, action, { host, hangSeconds })
}

/** A request that is malformed before its endpoint is known gets the route's own code. */
function withMalformedCodeOf(route: Route, error: unknown): unknown {
  const isMalformed = error instanceof RefusalError && error.code === 4000001
  return isMalformed ? new RefusalError(route.malformedCode, error.message) : error
}

function callerOf(sandbox: Sandbox, received: ReceivedRequest): Promise<Caller> {
  const isByBody =
    sandbox.settings.rules.linkedAccountHeaders === 'none' &&
    received.path.startsWith('/oh-integration/')
  return isByBody ? authenticateByBody(sandbox, received) : authenticate(sandbox, received)
}

/**
 * Serves one request to a route, in this order: reads the body, authenticates the caller, finds the
 * endpoint and a fault to inject, checks the licence and the fields, runs the handler, writes the
 * request journal, and answers.
 */
export async function serveEndpoint(
  sandbox: Sandbox,
  route: Route,
  raw: Request,
): Promise<Response> {
  let received = requestLine(raw)
  let served = route.guess(raw.headers)
  let isFound = false
  let outcome: RequestOutcome
  try {
    received = await readRequest(raw, sandbox.host)
    const caller = await callerOf(sandbox, received)
    const found = route.find(received, sandbox.settings.rules.profile)
    served = found.served
    isFound = true
    const requestId = received.headers.get('x-request-id')
    checkRequestId(served, route, requestId)
    outcome = await runHandler(sandbox, served, { caller, fields: found.fields, requestId })
    if (served.endpoint.answersRequestId === true) outcome = withRequestId(outcome, requestId)
  } catch (error) {
    outcome = failureOf(isFound ? error : withMalformedCodeOf(route, error), route.failedCode)
  }
  return respond(sandbox, { received, served }, outcome)
}

/** Answers a request whose method and path belong to no endpoint. */
export async function serveUnknown(sandbox: Sandbox, raw: Request): Promise<Response> {
  const received = requestLine(raw)
  const message = `There is no endpoint ${received.method} ${received.path}`
  const outcome = { answer: { code: 4040001, message } }
  return respond(sandbox, { received, served: undefined }, outcome)
}
