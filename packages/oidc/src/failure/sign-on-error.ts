import { reasons, type SignOnFailureKind, type SignOnReason } from './reasons.ts'

type ReasonOf<Kind extends SignOnFailureKind> = {
  [Reason in SignOnReason]: (typeof reasons)[Reason][0] extends Kind ? Reason : never
}[SignOnReason]

/** Details of a failure besides its reason; none of them can contain a token. */
export interface SignOnErrorFacts {
  /** The `error` code of the identity server, when it sent one of the usual form. */
  readonly serverError?: string | undefined
  /** HTTP status of the identity server. */
  readonly serverStatus?: number | undefined
  /** The name of the endpoint, claim or setting concerned. */
  readonly subject?: string | undefined
}

const errorCode = /^[a-z][a-z_]{1,63}$/

/**
 * A step of sign-on that failed. It never contains a token, a code, a secret or an answer of the
 * server, neither in `message` nor in `cause`, so it may be logged unchanged.
 */
export class SignOnError extends Error {
  override readonly name = 'SignOnError'
  /** What a program can do: try again, ask to sign in, tell the operator, or refuse. */
  readonly kind: SignOnFailureKind
  /** Stable name of the reason, for `switch`, counters and logs. */
  readonly reason: SignOnReason
  /** What went wrong, in one sentence without a token, code or secret. */
  override readonly cause: string
  /** What to do, in one or two sentences. */
  readonly remedy: string
  /** The `error` code of the identity server, when it sent one. */
  readonly serverError: string | undefined
  /** HTTP status of the identity server, when it answered. */
  readonly serverStatus: number | undefined
  /** The name of the endpoint, claim or setting concerned. */
  readonly subject: string | undefined

  /** @param reason picks kind, cause and remedy */
  constructor(reason: SignOnReason, facts: SignOnErrorFacts = {}) {
    const [kind, cause, remedy] = reasons[reason]
    const code = errorCode.test(facts.serverError ?? '') ? facts.serverError : undefined
    const about = [facts.subject, code, facts.serverStatus].filter((fact) => fact !== undefined)
    super(`${cause}${about.length === 0 ? '' : ` (${about.join(', ')})`} ${remedy}`)
    this.kind = kind
    this.reason = reason
    this.cause = cause
    this.remedy = remedy
    this.serverError = code
    this.serverStatus = facts.serverStatus
    this.subject = facts.subject
  }
}

/** Trying again may help; the customer need not notice. */
export interface RetryableFailure extends SignOnError {
  readonly kind: 'retryable'
  readonly reason: ReasonOf<'retryable'>
}

/** The customer has to sign in again. */
export interface ReauthenticateFailure extends SignOnError {
  readonly kind: 'reauthenticate'
  readonly reason: ReasonOf<'reauthenticate'>
}

/** A setting is wrong, here or at the identity server; it fails every time. */
export interface MisconfiguredFailure extends SignOnError {
  readonly kind: 'misconfigured'
  readonly reason: ReasonOf<'misconfigured'>
}

/** Input that no honest party sends: refuse it, and count it. */
export interface AttackFailure extends SignOnError {
  readonly kind: 'attack'
  readonly reason: ReasonOf<'attack'>
}

/** Every failure of sign-on; `switch` over `kind` or `reason`. */
export type SignOnFailure =
  | RetryableFailure
  | ReauthenticateFailure
  | MisconfiguredFailure
  | AttackFailure

/**
 * Whether an error is a failure of sign-on; narrows the type so that `kind` and `reason`
 * discriminate each other.
 */
export function isSignOnFailure(error: unknown): error is SignOnFailure {
  return error instanceof SignOnError
}
