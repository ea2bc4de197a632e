import { WalletError, type AnyAnswer } from '@merchant-edge/client'
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
      const outcome = error.sent === 'no' ? 'not_sent' : 'unknown'
      return { outcome, message: error.message }
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
  const { code, reason, remedy, applied, repeatedAfterUnknown } = answer
  return { outcome: 'refused', code, reason, remedy, applied, repeatedAfterUnknown }
}

function isAccepted<Answer extends AnyAnswer>(answer: Answer): answer is Accepted<Answer> {
  return answer.outcome === 'accepted'
}
