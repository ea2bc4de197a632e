import * as limits from '@merchant-edge/contract/limits'
import { commonRefusals, type Refusal, type RefusalTable } from '@merchant-edge/contract/refusals'
import { authenticate, authenticateByBody, type Caller } from '../authentication/authenticate.ts'
import type { FaultAction, InjectedFault } from '../fault-injection/fault.ts'
import { findFault } from '../fault-injection/find-fault.ts'
import { answerTaken, hang, spoilAnswer } from '../fault-injection/spoil-answer.ts'
import { randomToken } from '../random-id.ts'
import { readRequest, requestLine, type ReceivedRequest } from '../requests/received-request.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { recordRequest } from '../requests/request-journal.ts'
import type { Sandbox } from '../sandbox.ts'
import type { UncheckedCall } from './handler.ts'
import type { Route, ServedEndpoint } from './route.ts'

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
function httpStatusOf(code: number, refusal?: Refusal): number {
  if (refusal?.httpStatus !== undefined) return refusal.httpStatus
  const status = Number(String(code).slice(0, 3))
  return status >= 200 && status <= 599 ? status : 500
}

/** The JSON of an answer: `meta`, and `data` if there is any. @see Specification 2 */
function answerText(answer: Answer): string {
  const { code, message, data, requestId } = answer
  const meta = { ...(requestId !== undefined && { request_id: requestId }), code, message }
  return JSON.stringify({ meta, ...(data !== undefined && { data }) })
}

/** The headers of every answer: clients set their clocks by `Date`. */
function answerHeaders(sandbox: Sandbox, requestId: string | null): Headers {
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

interface Verdict {
  readonly answer: Answer
  readonly fault?: InjectedFault | undefined
  readonly explanation?: unknown
}

const common: RefusalTable = commonRefusals

function injectedRefusal(served: ServedEndpoint, code: number): RefusalError {
  const words = served.endpoint.refusals[code] ?? common[code]
  return new RefusalError(code, words?.cause ?? 'An injected fault')
}

/** A code of the 2xx form may be that of a refusal: the gateway has such. */
function actionOf(served: ServedEndpoint, fault: InjectedFault | undefined) {
  const action: FaultAction | undefined = fault?.action
  if (action?.kind !== 'accept') return action
  const { code } = action
  if (served.endpoint.refusals[code] === undefined) return action
  return { kind: 'refuse', code, isAfter: false } satisfies FaultAction
}

/** Refuses an X-Request-ID that is too long: a code of its own where the table has one. */
function checkRequestId(served: ServedEndpoint, route: Route, requestId: string | null): void {
  if ((requestId?.length ?? 0) <= limits.requestIdChars) return
  const code = served.endpoint.refusals[4000001] === undefined ? route.malformedCode : 4000001
  const message = `X-Request-ID: must have at most ${limits.requestIdChars} characters`
  throw new RefusalError(code, message)
}

async function takeId(served: ServedEndpoint, call: UncheckedCall): Promise<void> {
  if (served.takeId !== undefined) return served.takeId(call)
  throw new RefusalError(
    4000001,
    `${served.endpoint.name} has no id that could be taken on purpose`,
  )
}

async function decide(
  sandbox: Sandbox,
  served: ServedEndpoint,
  request: {
    readonly caller: Caller
    readonly fields: Readonly<Record<string, unknown>>
    readonly requestId: string | null
  },
): Promise<Verdict> {
  const { caller, fields, requestId } = request
  const fault = await findFault(sandbox, {
    endpoint: served.endpoint,
    merchantCode: caller.merchant.code,
    fields,
    requestId,
  })
  const action = actionOf(served, fault)
  const isRefused = action?.kind === 'refuse'
  try {
    if (isRefused && !action.isAfter) throw injectedRefusal(served, action.code)
    if (action?.kind === 'hang') return { answer: { code: 0, message: 'no answer' }, fault }
    const isAccepted = action?.kind === 'accept'
    const wantedCode = isAccepted ? action.code : undefined
    const isForGood = isAccepted && action.isForGood
    const call = { sandbox, caller, fields, wantedCode, isForGood }
    if (action?.kind === 'take-id') {
      await takeId(served, call)
      const code = typeof action.answer === 'number' ? action.answer : 5000001
      return { ...refusalOf(injectedRefusal(served, code)), fault }
    }
    const { code, data } = await served.answer(call)
    if (isRefused) throw injectedRefusal(served, action.code)
    return { answer: { code, message: 'OK', data }, fault }
  } catch (error) {
    // An answer is corrupted only when the request took effect: a repeat is then answered as a
    // repeat.
    if (error instanceof RefusalError) return { ...refusalOf(error), ...(isRefused && { fault }) }
    throw error
  }
}

function refusalOf(error: RefusalError): Verdict {
  return {
    answer: { code: error.code, message: error.message },
    explanation: error.explanation,
  }
}

/** `meta.request_id`: the caller's own id, or one of the service. @see Specification 4.11 */
function withRequestId(verdict: Verdict, sent: string | null): Verdict {
  return { ...verdict, answer: { requestId: sent ?? randomToken(), ...verdict.answer } }
}

function failureOf(error: unknown, failedCode: number): Verdict {
  if (error instanceof RefusalError) return refusalOf(error)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'
  return { answer: { code: failedCode, message: `The sandbox itself failed: ${message}` } }
}

async function respond(
  sandbox: Sandbox,
  record: { readonly received: ReceivedRequest; readonly served: ServedEndpoint | undefined },
  verdict: Verdict,
): Promise<Response> {
  const { answer, fault, explanation } = verdict
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
  if (action?.kind === 'hang') return hang(host, hangSeconds)
  if (action?.kind === 'take-id') return answerTaken(response, action.answer, { host, hangSeconds })
  if (action?.kind !== 'spoil') return response
  return spoilAnswer(response, action, { host, hangSeconds })
}

/** What is malformed before the endpoint is known gets the route's own code. */
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
  let verdict: Verdict
  try {
    received = await readRequest(raw, sandbox.host)
    const caller = await callerOf(sandbox, received)
    const found = route.find(received, sandbox.settings.rules.profile)
    served = found.served
    isFound = true
    const requestId = received.headers.get('x-request-id')
    checkRequestId(served, route, requestId)
    verdict = await decide(sandbox, served, { caller, fields: found.fields, requestId })
    if (served.endpoint.answersRequestId === true) verdict = withRequestId(verdict, requestId)
  } catch (error) {
    verdict = failureOf(isFound ? error : withMalformedCodeOf(route, error), route.failedCode)
  }
  return respond(sandbox, { received, served }, verdict)
}

/** Answers a request whose method and path belong to no endpoint. */
export async function serveUnknown(sandbox: Sandbox, raw: Request): Promise<Response> {
  const received = requestLine(raw)
  const message = `There is no endpoint ${received.method} ${received.path}`
  const verdict = { answer: { code: 4040001, message } }
  return respond(sandbox, { received, served: undefined }, verdict)
}
