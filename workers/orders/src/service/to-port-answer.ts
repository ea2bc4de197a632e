import { WalletError, type AnyAnswer } from '@merchant-edge/client'
import { ResponseInvalidError } from '@merchant-edge/client/errors'
import type { CallFailure, CallTrace, PortAnswer } from '@merchant-edge/orders/service'

type Accepted<Answer> = Extract<Answer, { readonly outcome: 'accepted' }>

const failures: ReadonlyMap<WalletError['code'], CallFailure> = new Map([
  ['ERR_TIMEOUT', 'timeout'],
  ['ERR_NETWORK', 'network'],
  ['ERR_RESPONSE_INVALID', 'not_the_service'],
  ['ERR_ABORTED', 'aborted'],
  ['ERR_KEY_INVALID', 'key'],
])

function traceOfError({ code, attempts, unclearStatus }: WalletError): CallTrace {
  const failure = failures.get(code)
  return {
    requests: attempts,
    ...(failure !== undefined && { failure }),
    ...(unclearStatus !== undefined && { httpStatus: unclearStatus }),
  }
}

function traceOf({ attempts, requestId, unclearStatus }: AnyAnswer): CallTrace {
  return {
    requests: attempts,
    ...(requestId !== undefined && { requestId }),
    ...(unclearStatus !== undefined && { httpStatus: unclearStatus }),
  }
}

/** Converts an answer or error of the client into an answer of the port. */
export async function toPortAnswer<Answer extends AnyAnswer, Data>(
  request: () => Promise<Answer>,
  dataOf: (answer: Accepted<Answer>) => Data,
): Promise<PortAnswer<Data>> {
  let answer: Answer
  try {
    answer = await request()
  } catch (error) {
    if (error instanceof WalletError) {
      const { message, sent, unclearStatus } = error
      const trace = traceOfError(error)
      if (sent === 'no') return { outcome: 'not_sent', message, trace }
      const silent = unclearStatus === undefined && !(error instanceof ResponseInvalidError)
      return { outcome: 'unknown', silent, message, trace }
    }
    // A TypeError is thrown before anything is signed: the request itself is invalid and was not
    // sent.
    if (error instanceof TypeError) return { outcome: 'not_sent', message: error.message }
    throw error
  }
  const trace = traceOf(answer)
  if (isAccepted(answer)) {
    const { code, repeatedAfterUnknown } = answer
    return { outcome: 'accepted', code, data: dataOf(answer), repeatedAfterUnknown, trace }
  }
  if (answer.outcome !== 'refused') {
    return { outcome: 'unlisted', code: answer.code, message: answer.message, trace }
  }
  const { code, reason, remedy, applied, kind, repeatedAfterUnknown } = answer
  const repeatedAfterUnclear = answer.unclearStatus !== undefined
  return {
    outcome: 'refused',
    code,
    reason,
    remedy,
    applied,
    kind,
    repeatedAfterUnknown,
    repeatedAfterUnclear,
    trace,
  }
}

function isAccepted<Answer extends AnyAnswer>(answer: Answer): answer is Accepted<Answer> {
  return answer.outcome === 'accepted'
}
