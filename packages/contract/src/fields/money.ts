import * as v from 'valibot'

/** An amount to send: whole, greater than 0, and small enough to be exact in a JSON number. */
export const PositiveAmount = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(1, 'must be greater than 0'),
)

/**
 * An amount as the service writes it: a whole number that is not negative, as a number or as a
 * numeric string. Assumes G-15.
 */
export const ReceivedAmount = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}(\.0+)?$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
)

/**
 * Points as the service writes them: a number that is not negative, or its text. A fraction is kept, so
 * that it does not make an answer about money unreadable. Assumes G-126.
 */
export const ReceivedPoints = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.regex(/^\d{1,16}(\.\d{1,16})?$/), v.transform(Number)),
  ]),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
)

/** The only currency that the service takes. */
export const Vnd = v.literal('VND')

/** An amount that goes over the wire as text: whole VND in digits, greater than 0. */
export const AmountText = v.pipe(
  v.string('must be a string of digits'),
  v.regex(/^[1-9]\d{0,14}$/, 'must be a whole amount greater than 0, in digits only'),
)

/** As `AmountText`, or `0` where the rest is paid with points. */
export const AmountTextOrZero = v.pipe(
  v.string('must be a string of digits'),
  v.regex(/^(0|[1-9]\d{0,14})$/, 'must be a whole amount, in digits only'),
)
