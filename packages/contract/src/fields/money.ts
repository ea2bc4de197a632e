import * as v from 'valibot'

/** An amount to send: whole, greater than 0, and small enough to be exact in a JSON number. */
export const PositiveAmount = v.pipe(
  v.number('must be a number'),
  v.safeInteger(`must be a whole number of at most ${Number.MAX_SAFE_INTEGER}`),
  v.minValue(1, 'must be greater than 0'),
)

/** The only currency that the service accepts. */
export const Vnd = v.literal('VND')

/** An amount that is sent as text: whole VND in digits, greater than 0. */
export const AmountText = v.pipe(
  v.string('must be a string of digits'),
  v.regex(/^[1-9]\d{0,14}$/, 'must be a whole amount greater than 0, in digits only'),
)

/** As `AmountText`, or `0` when everything is paid with points. */
export const AmountTextOrZero = v.pipe(
  v.string('must be a string of digits'),
  v.regex(/^(0|[1-9]\d{0,14})$/, 'must be a whole amount, in digits only'),
)
