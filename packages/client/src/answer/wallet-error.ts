import type { Refusal } from '@merchant-edge/contract/refusals'
import type { RefusedAs, Unlisted } from './answer.ts'

/** Details of a client error besides its message. */
export interface WalletErrorDetails {
  /** `no` when the request surely took no effect, `maybe` when it may have been applied. */
  readonly sent: 'no' | 'maybe'
  /** How many requests went out. */
  readonly attempts: number
  /** HTTP status of a response, to any request of the call, that was no answer of the service. */
  readonly unclearStatus?: number | undefined
  /** The error underneath, if there was one. */
  readonly cause?: unknown
}

/**
 * A call that has no trustworthy answer. Every subclass has a stable `code`; `sent` tells code that
 * moves money whether it must settle the outcome before it does anything new.
 */
export abstract class WalletError extends Error {
  /** Stable name of the kind of error, for `switch`. */
  abstract readonly code: `ERR_${string}`
  /** `no` when the request surely took no effect, `maybe` when it may have been applied. */
  readonly sent: 'no' | 'maybe'
  /** How many requests went out. */
  readonly attempts: number
  /**
   * HTTP status of a response, to any request of this call, that was no answer of the service: a
   * page of a proxy, an empty 500, a body that broke off. `undefined` when the call got no response
   * at all.
   */
  readonly unclearStatus: number | undefined

  /** @param message what happened and what to do, without a secret in it */
  constructor(message: string, { sent, attempts, unclearStatus, cause }: WalletErrorDetails) {
    super(message, cause === undefined ? undefined : { cause })
    this.sent = sent
    this.attempts = attempts
    this.unclearStatus = unclearStatus
  }
}

/** The private key cannot be used; `cause` is the KeyError that says what it is instead. */
export class KeyInvalidError extends WalletError {
  override readonly name = 'KeyInvalidError'
  readonly code = 'ERR_KEY_INVALID'
}

/** The call, or its last attempt, timed out before an answer arrived. */
export class TimeoutError extends WalletError {
  override readonly name = 'TimeoutError'
  readonly code = 'ERR_TIMEOUT'
}

/** The caller's AbortSignal ended the call; `cause` is its reason. */
export class AbortedError extends WalletError {
  override readonly name = 'AbortedError'
  readonly code = 'ERR_ABORTED'
}

/** The connection failed before a complete answer arrived; `cause` is the error of fetch. */
export class NetworkError extends WalletError {
  override readonly name = 'NetworkError'
  readonly code = 'ERR_NETWORK'
}

/** Something answered that is not the service as the contract describes it. */
export class ResponseInvalidError extends WalletError {
  override readonly name = 'ResponseInvalidError'
  readonly code = 'ERR_RESPONSE_INVALID'
}

/** The service refused; thrown by `orThrow` only. */
export class RefusedError extends WalletError {
  override readonly name = 'RefusedError'
  readonly code = 'ERR_REFUSED'
  /** The refusal with its reason, cause and remedy. */
  readonly answer: RefusedAs<number, Refusal>

  constructor(answer: RefusedAs<number, Refusal>) {
    const sent = answer.applied === 'no' && !answer.repeatedAfterUnknown ? 'no' : 'maybe'
    super(
      `The service refused with ${answer.code} ${answer.reason}: ${answer.cause} ${answer.remedy}`,
      { sent, attempts: answer.attempts, unclearStatus: answer.unclearStatus },
    )
    this.answer = answer
  }
}

/** The service answered with a code that no table lists; thrown by `orThrow` only. */
export class UnlistedError extends WalletError {
  override readonly name = 'UnlistedError'
  readonly code = 'ERR_UNLISTED'
  /** The answer with its code and data. */
  readonly answer: Unlisted

  constructor(answer: Unlisted) {
    super(
      `The service answered with the code ${answer.code}, which the specification does not list. Ask support what it means; until then the outcome is unknown.`,
      { sent: 'maybe', attempts: answer.attempts, unclearStatus: answer.unclearStatus },
    )
    this.answer = answer
  }
}

/** Every error of this package, for an exhaustive `switch (error.code)`. */
export type AnyWalletError =
  | KeyInvalidError
  | TimeoutError
  | AbortedError
  | NetworkError
  | ResponseInvalidError
  | RefusedError
  | UnlistedError
