/** A rejected callback with the reason. It contains no secret and quotes no value. */
export interface CallbackRejected {
  readonly verified: false
  /** Stable name of the reason, for `switch`, counters and logs. */
  readonly reason: RejectionReason
  /** The parameter or key that caused the rejection, if any. */
  readonly subject?: string
  /** Why, in one sentence. */
  readonly cause: string
  /** What the operator can do, in one sentence. */
  readonly remedy: string
  /** HTTP status to answer with; do not put the reason into the answer. */
  readonly status: 400 | 401 | 405 | 414 | 503
}

/** Status, cause and remedy of each reason. */
const rejections = {
  method_not_allowed: [
    405,
    'The request is not a GET.',
    'Look at who sends this: the service calls with GET.',
  ],
  url_too_long: [
    414,
    'The URL has more than 8192 characters.',
    'Send less extra_data when the order is created.',
  ],
  bad_encoding: [
    400,
    'A signed field or the signature is not percent-encoded UTF-8.',
    'Pass the URL as it was received.',
  ],
  parameter_missing: [
    400,
    'A required parameter is missing.',
    'Pass the whole URL, as it was received.',
  ],
  parameter_repeated: [
    400,
    'A signed field or the signature stands there more than once.',
    'Let no parameter of callback_url have a name of the callback.',
  ],
  field_malformed: [
    400,
    'A signed field is not of its form.',
    'Look at who sends this: the service writes ids without separators.',
  ],
  signature_not_base64: [
    400,
    'The signature is not canonical base64.',
    'Pass the URL as it was received.',
  ],
  signature_length: [
    401,
    'The signature is not as long as the keys make it.',
    'Configure the public key of the service, not your own.',
  ],
  signature_mismatch: [
    401,
    'No configured key has signed these fields.',
    'Configure the public key of the service, not your own, and of this environment: a UAT key does not verify production. Otherwise it is forged.',
  ],
  key_expired: [
    401,
    'The signature is right, but its key is past notAfter.',
    'Extend notAfter if the service still uses the key.',
  ],
  key_not_yet_valid: [
    401,
    'The signature is right, but its key is before notBefore.',
    'Move notBefore if the service uses the key already; check the clock.',
  ],
  no_key: [
    503,
    'No configured key is valid now.',
    'Configure the public key of the service; check notBefore and notAfter.',
  ],
} as const satisfies Record<
  string,
  readonly [status: CallbackRejected['status'], cause: string, remedy: string]
>

/** Name of a reason to reject a callback. */
export type RejectionReason = keyof typeof rejections

/**
 * Builds a rejection with the fixed status, cause and remedy of its reason; `subject` names a
 * parameter or key, and is never a value of the URL.
 */
export function reject(reason: RejectionReason, subject?: string): CallbackRejected {
  const [status, cause, remedy] = rejections[reason]
  return {
    verified: false,
    reason,
    ...(subject !== undefined && { subject }),
    cause,
    remedy,
    status,
  }
}
