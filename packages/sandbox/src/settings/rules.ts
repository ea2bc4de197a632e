import * as v from 'valibot'

const count = v.pipe(v.number('must be a number'), v.safeInteger('must be whole'), v.minValue(0))

/** What the specification leaves to the service. Assumes G-01, G-08 and G-27. */
export const rules = v.strictObject({
  /** What one point is worth, in whole VND. */
  pointValueVnd: v.optional(v.pipe(count, v.minValue(1)), 1000),
  /** Wallet money from which on a payment needs a one-time code, in VND; 0 asks always. */
  otpFromVnd: v.optional(count, 100_000),
  /** Days after the payment until whose cut-off it may be refunded. */
  refundDays: v.optional(count, 1),
  /** Last moment of the refundable period, Vietnam time, `HH:MM:SS`. */
  refundCutOff: v.optional(
    v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'must be HH:MM:SS')),
    '09:09:59',
  ),
  /** Seconds until the second half of a refund that was answered 2000801 or 2000802. */
  refundSettleSeconds: v.optional(count, 60),
  /** Whether the query string belongs to the signed text of a GET. */
  signQuery: v.optional(v.boolean(), false),
  /** Seconds for which a provoked hang holds the connection. */
  hangSeconds: v.optional(v.pipe(count, v.maxValue(600)), 60),
  /** Text of pay_status while an order is not paid. */
  payStatus: v.optional(
    v.strictObject({
      open: v.optional(v.string(), 'INIT'),
      processing: v.optional(v.string(), 'PROCESSING'),
      failed: v.optional(v.string(), 'FAIL'),
      expired: v.optional(v.string(), 'EXPIRED'),
    }),
    {},
  ),
})

/** What the specification leaves to the service. */
export interface Rules extends v.InferOutput<typeof rules> {}

/** Rules as they are set; what is left out takes its default. */
export interface RulesInput extends v.InferInput<typeof rules> {}

/** The rules of a fresh sandbox. */
export const defaultRules: Rules = v.parse(rules, {})
