import type { AnyEndpoint } from '@merchant-edge/contract'
import type { PreparedRequest } from '../request/prepare-request.ts'
import { refusedPort } from './never-connected.ts'
import type { AttemptResult } from './send-attempt.ts'
import {
  AbortedError,
  NetworkError,
  ResponseInvalidError,
  TimeoutError,
  type WalletError,
} from '../answer/wallet-error.ts'

/** What ended an attempt: the connection, its deadline, or the caller's signal. */
export type EndedBy = 'connection' | 'timeout' | 'aborted'

/** A call whose last attempt has no answer. */
export interface Unanswered {
  readonly endpoint: AnyEndpoint
  readonly prepared: PreparedRequest
  /** How many requests went out. */
  readonly attempts: number
  /** Whether an attempt before the last one may have taken effect. */
  readonly unknownBefore: boolean
  /**
   * HTTP status of the first response, the last attempt's included, that was no answer of the
   * service.
   */
  readonly unclearStatus: number | undefined
  /** The last attempt. */
  readonly result: Exclude<AttemptResult, { readonly kind: 'answered' }>
  readonly endedBy: EndedBy
}

function nextStep({ endpoint, prepared }: Unanswered, sent: 'no' | 'maybe'): string {
  if (sent === 'no') return 'It took no effect.'
  if (endpoint.effect === 'read') return 'Ask again later.'
  const settle = endpoint.settledBy ?? 'Ask the service before it is sent again.'
  return prepared.repeatable
    ? `It may have taken effect: send nothing new in its place. ${settle}`
    : `It may have taken effect: do not send it again. ${settle}`
}

const whatFailed = {
  'not-sent': 'it could not be signed again',
  'not-connected': 'no connection could be made',
  'no-response': 'the connection failed',
} as const

/**
 * Creates the error of a call whose last attempt got no answer; its message says what to do next.
 */
export function unansweredError(unanswered: Unanswered): WalletError {
  const { endpoint, attempts, unknownBefore, unclearStatus, result, endedBy } = unanswered
  const { name } = endpoint
  const mayBeOut = result.kind === 'invalid-response' || result.kind === 'no-response'
  const sent = mayBeOut || unknownBefore ? 'maybe' : 'no'
  const then = nextStep(unanswered, sent)
  if (result.kind === 'invalid-response') {
    const message = `${name}: what answered is not the service: ${result.what}. ${then}`
    return new ResponseInvalidError(message, { sent, attempts, unclearStatus })
  }
  const details = { sent, attempts, unclearStatus, cause: result.cause } as const
  if (endedBy === 'aborted')
    return new AbortedError(`${name} was aborted by its caller. ${then}`, details)
  if (endedBy === 'connection') {
    const what = refusedPort(result.cause)
      ? 'fetch never connects to this port, use another'
      : whatFailed[result.kind]
    return new NetworkError(`${name}: ${what}. ${then}`, details)
  }
  return new TimeoutError(`${name} was not answered in time. ${then}`, details)
}
