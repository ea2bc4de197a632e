import { KeyError } from '@merchant-edge/signing'

/** An error of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: 400 | 404 | 409 | 413 | 416
  /** Stable name in snake_case. */
  readonly reason: string
  /** What to do about it. */
  readonly remedy: string

  /**
   * @param status HTTP status
   * @param reason stable name in snake_case
   * @param words what happened, and what to do about it
   */
  constructor(
    status: ControlError['status'],
    reason: string,
    words: { readonly message: string; readonly remedy: string },
  ) {
    super(words.message)
    this.status = status
    this.reason = reason
    this.remedy = words.remedy
  }
}

/** A 404 for an id that does not exist. */
export function notFound(what: string, id: string): ControlError {
  return new ControlError(404, 'not_found', {
    message: `There is no ${what} ${id}.`,
    remedy: `List the existing ones first.`,
  })
}

/**
 * Returns the value, or throws when it is `undefined`.
 *
 * @throws ControlError 404
 */
export function foundOr404<Value>(value: Value | undefined, what: string, id: string): Value {
  if (value === undefined) throw notFound(what, id)
  return value
}

/**
 * Turns the error of an unreadable public key into a 400; use as argument of `catch`.
 *
 * @throws ControlError 400 for a KeyError, otherwise the error itself
 */
export function refuseKey(error: unknown): never {
  if (!(error instanceof KeyError)) throw error
  throw new ControlError(400, 'key_invalid', { message: error.message, remedy: error.remedy })
}
