import {
  commonRefusals,
  limits,
  type AnyEndpoint,
  type RefusalTable,
} from '@merchant-edge/contract'
import { authenticate } from '../authentication/authenticate.ts'
import type { UncheckedCall } from '../behaviours/behaviour.ts'
import type { AskedProvocation } from '../provocation/provocation.ts'
import { provocationFor } from '../provocation/provocation-for.ts'
import { hang, spoilAnswer } from '../provocation/spoil-answer.ts'
import type { Sandbox } from '../sandbox.ts'
import { answerHeaders, answerText, httpStatusOf, type Answer } from './answer.ts'
import { fieldsOf, readRequest, requestLine, type ReceivedRequest } from './received-request.ts'
import { RefusalError } from './refusal-error.ts'
import { recordRequest } from './request-journal.ts'

/** An endpoint with its behaviour, seen from code that knows neither its request nor its answer. */
export interface ServedEndpoint {
  readonly endpoint: Pick<AnyEndpoint, 'name' | 'method' | 'path' | 'businessId' | 'refusals'>
  readonly answer: (
    call: UncheckedCall,
  ) => Promise<{ readonly code: number; readonly data: unknown }>
}

interface Verdict {
  readonly answer: Answer
  readonly asked?: AskedProvocation | undefined
  readonly explanation?: unknown
}

const common: RefusalTable = commonRefusals

function provoked(served: ServedEndpoint, code: number): RefusalError {
  const words = served.endpoint.refusals[code] ?? common[code]
  return new RefusalError(code, words?.cause ?? 'Provoked')
}

async function decide(
  sandbox: Sandbox,
  served: ServedEndpoint,
  request: { readonly received: ReceivedRequest; readonly pathFields: Record<string, string> },
): Promise<Verdict> {
  const { received, pathFields } = request
  const caller = await authenticate(sandbox, received)
  const requestId = received.headers.get('x-request-id')
  if ((requestId?.length ?? 0) > limits.requestIdChars) {
    const message = `X-Request-ID: must have at most ${limits.requestIdChars} characters`
    throw new RefusalError(4000001, message)
  }
  const fields = fieldsOf(received, pathFields)
  const asked = await provocationFor(sandbox, {
    endpoint: served.endpoint,
    merchantCode: caller.merchant.code,
    fields,
    requestId,
  })
  const provocation = asked?.provocation
  const isRefused = provocation?.kind === 'refuse'
  try {
    if (isRefused && !provocation.isAfter) throw provoked(served, provocation.code)
    if (provocation?.kind === 'hang') return { answer: { code: 0, message: 'no answer' }, asked }
    const wantedCode = provocation?.kind === 'accept' ? provocation.code : undefined
    const { code, data } = await served.answer({ sandbox, caller, fields, wantedCode })
    if (isRefused) throw provoked(served, provocation.code)
    return { answer: { code, message: 'OK', data }, asked }
  } catch (error) {
    // An answer is spoilt only when the request took effect: a repeat gets the answer it deserves.
    if (error instanceof RefusalError) return { ...refusalOf(error), ...(isRefused && { asked }) }
    throw error
  }
}

function refusalOf(error: RefusalError): Verdict {
  return {
    answer: { code: error.code, message: error.message },
    explanation: error.explanation,
  }
}

function failureOf(error: unknown): Verdict {
  if (error instanceof RefusalError) return refusalOf(error)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'
  return { answer: { code: 5000001, message: `The sandbox itself failed: ${message}` } }
}

async function respond(
  sandbox: Sandbox,
  record: { readonly received: ReceivedRequest; readonly endpoint: string | null },
  verdict: Verdict,
): Promise<Response> {
  const { answer, asked, explanation } = verdict
  const text = answerText(answer)
  const status = httpStatusOf(answer.code)
  const journalId = await recordRequest(sandbox, {
    ...record,
    code: answer.code,
    httpStatus: status,
    message: answer.message,
    answer: text,
    provoked: asked?.text ?? null,
    explanation,
  })
  const headers = answerHeaders(sandbox, record.received.headers.get('x-request-id'))
  headers.set('x-sandbox-request', String(journalId))
  const response = new Response(text, { status, headers })
  const provocation = asked?.provocation
  const { hangSeconds } = sandbox.settings.rules
  if (provocation?.kind === 'hang') return hang(hangSeconds)
  return provocation?.kind === 'spoil' ? spoilAnswer(response, provocation, hangSeconds) : response
}

/**
 * Serves one request to an endpoint, in this order: the body is read, the caller is authenticated, a
 * provocation is looked for, the licence and the fields are checked, the endpoint answers; then the
 * request goes into the journal, and the answer out.
 */
export async function serveEndpoint(
  sandbox: Sandbox,
  served: ServedEndpoint,
  request: { readonly raw: Request; readonly pathFields: Record<string, string> },
): Promise<Response> {
  let received = requestLine(request.raw)
  let verdict: Verdict
  try {
    received = await readRequest(request.raw)
    verdict = await decide(sandbox, served, { received, pathFields: request.pathFields })
  } catch (error) {
    verdict = failureOf(error)
  }
  return respond(sandbox, { received, endpoint: served.endpoint.name }, verdict)
}

/** Answers a request whose method and path belong to no endpoint. */
export async function serveUnknown(sandbox: Sandbox, raw: Request): Promise<Response> {
  const received = requestLine(raw)
  const message = `There is no endpoint ${received.method} ${received.path}`
  const verdict = { answer: { code: 4040001, message } }
  return respond(sandbox, { received, endpoint: null }, verdict)
}
