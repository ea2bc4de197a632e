import * as v from 'valibot'

const seconds = v.pipe(v.number('must be seconds'), v.minValue(0), v.maxValue(7 * 24 * 60 * 60))

/** Deliberate errors of callbacks. Every switch is off by default. */
export const callbackSwitches = v.strictObject({
  /** The callback is never sent. */
  lose: v.optional(v.boolean(), false),
  /** Seconds between the payment and the callback. */
  delaySeconds: v.optional(seconds, 0),
  /** How many more times the same callback is sent, 0 to 50. */
  repeat: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(50)), 0),
  /** The callback waits until a later callback of the same store was sent, at most 30 seconds. */
  reorder: v.optional(v.boolean(), false),
  /** A forged callback, whose signature belongs to another text, is sent before the true one. */
  forge: v.optional(v.boolean(), false),
  /** A `+` of the signature is sent unescaped, so that receivers read a space. */
  unescapedPlus: v.optional(v.boolean(), false),
  /** The callback is signed with a key that does not belong to the service. */
  wrongKey: v.optional(v.boolean(), false),
  /**
   * Seconds between attempts when the answer is not 2xx; the service promises no retries.
   * Assumes G-10.
   */
  retrySeconds: v.optional(v.pipe(v.array(seconds), v.maxLength(20)), []),
})

/** Deliberate errors of callbacks. */
export interface CallbackSwitches extends v.InferOutput<typeof callbackSwitches> {}

/** Switches as they are set; what is left out is off. */
export interface CallbackSwitchesInput extends v.InferInput<typeof callbackSwitches> {}

/** Switches of a callback that is sent at once, once, with a correct signature. */
export const callbacksWithoutFaults: CallbackSwitches = v.parse(callbackSwitches, {})

/** Reads stored switches; `undefined` when none are stored. */
export function readSwitches(stored: unknown): CallbackSwitches | undefined {
  const parsed = v.safeParse(callbackSwitches, stored)
  return parsed.success ? parsed.output : undefined
}
