import { WalletError, type AnyAnswer } from '@merchant-edge/client'
import { ResponseInvalidError } from '@merchant-edge/client/errors'
import type { PortAnswer } from '@merchant-edge/orders/service'

type Accepted<Answer> = Extract<Answer, { readonly outcome: 'accepted' }>

/** Turns an answer of the client, or the error in its place, into an answer of the port. */
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
      if (sent === 'no') return { outcome: 'not_sent', message }
      const silent = unclearStatus === undefined && !(error instanceof ResponseInvalidError)
      return { outcome: 'unknown', silent, message }
    }
    // A TypeError comes before anything is signed: the request itself cannot be sent.
    if (error instanceof TypeError) return { outcome: 'not_sent', message: error.message }
    throw error
  }
  if (isAccepted(answer)) {
    const { code, repeatedAfterUnknown } = answer
    return { outcome: 'accepted', code, data: dataOf(answer), repeatedAfterUnknown }
  }
  if (answer.outcome !== 'refused') {
    return { outcome: 'unlisted', code: answer.code, message: answer.message }
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
  }
}

function isAccepted<Answer extends AnyAnswer>(answer: Answer): answer is Accepted<Answer> {
  return answer.outcome === 'accepted'
}
