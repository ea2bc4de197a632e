import { commonRefusals, type RefusalTable } from '@merchant-edge/contract/refusals'
import type { Caller } from '../authentication/authenticate.ts'
import type { FaultAction, InjectedFault } from '../fault-injection/fault.ts'
import { findFault } from '../fault-injection/find-fault.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Answer } from './answer.ts'
import type { UncheckedCall } from './handler.ts'
import type { ServedEndpoint } from './route.ts'

/** The outcome of a request: its answer, and what the request journal notes about it. */
export interface RequestOutcome {
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

async function takeId(served: ServedEndpoint, call: UncheckedCall): Promise<void> {
  if (served.takeId !== undefined) return served.takeId(call)
  throw new RefusalError(
    4000001,
    `${served.endpoint.name} has no id that could be taken on purpose`,
  )
}

function refusalOf(error: RefusalError): RequestOutcome {
  return {
    answer: { code: error.code, message: error.message },
    explanation: error.explanation,
  }
}

/**
 * Runs the handler of an endpoint, and injects the fault that the request or the tester asks for: a
 * refusal before or after the effect, or an answer that is later corrupted or withheld.
 */
export async function runHandler(
  sandbox: Sandbox,
  served: ServedEndpoint,
  request: {
    readonly caller: Caller
    readonly fields: Readonly<Record<string, unknown>>
    readonly requestId: string | null
  },
): Promise<RequestOutcome> {
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

/** The outcome of a request whose serving has thrown. */
export function failureOf(error: unknown, failedCode: number): RequestOutcome {
  if (error instanceof RefusalError) return refusalOf(error)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'
  return { answer: { code: failedCode, message: `The sandbox itself failed: ${message}` } }
}
