import type { AnyEndpoint } from '@merchant-edge/contract'
import type { PreparedRequest } from './prepare-request.ts'
import type { AttemptResult } from './send-attempt.ts'
import {
  AbortedError,
  NetworkError,
  ResponseInvalidError,
  TimeoutError,
  type WalletError,
} from './wallet-error.ts'

/** What ended an attempt: itself, its own time, the time of the whole call, or the caller. */
export type Ending = 'own' | 'attempt-timeout' | 'timeout' | 'aborted'

/** A call whose last attempt has no answer. */
export interface Unanswered {
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
  /** How many requests went out. */
  readonly attempts: number
  /** Whether an attempt before the last one ended without anybody knowing if it took effect. */
  readonly unknownBefore: boolean
  /** The last attempt. */
  readonly result: Exclude<AttemptResult, { readonly kind: 'answered' }>
  readonly ending: Ending
}

function advice({ endpoint, prepared }: Unanswered, sent: 'no' | 'maybe'): string {
  if (sent === 'no') return 'It took no effect.'
  if (endpoint.effect === 'read') return 'Ask again later.'
  const settle = endpoint.settledBy ?? 'Ask the service before it is sent again.'
  return prepared.repeatable
    ? `It may have taken effect: send nothing new in its place. ${settle}`
    : `It may have taken effect: do not send it again. ${settle}`
}

/** The error of a call whose last attempt has no answer. */
export function noAnswer(unanswered: Unanswered): WalletError {
  const { endpoint, attempts, unknownBefore, result, ending } = unanswered
  const { name } = endpoint
  const sent = result.kind === 'unsent' && !unknownBefore ? 'no' : 'maybe'
  const then = advice(unanswered, sent)
  if (result.kind === 'garbled') {
    const message = `${name}: what answered is not the service: ${result.what}. ${then}`
    return new ResponseInvalidError(message, { sent, attempts })
  }
  const facts = { sent, attempts, cause: result.cause } as const
  if (ending === 'aborted')
    return new AbortedError(`${name} was aborted by its caller. ${then}`, facts)
  if (ending === 'own') {
    const what = result.kind === 'unsent' ? 'it could not be signed again' : 'the connection failed'
    return new NetworkError(`${name}: ${what}. ${then}`, facts)
  }
  return new TimeoutError(`${name} was not answered in time. ${then}`, facts)
}
