import * as v from 'valibot'

const wholeAmount = `must be a whole amount of at most ${Number.MAX_SAFE_INTEGER}, as a number or in digits`
const someAmount = `must be an amount of at most ${Number.MAX_SAFE_INTEGER}, as a number or in digits`

/**
 * An amount in an answer: a non-negative whole number, as a number or as a numeric string. Assumes
 * G-15.
 */
export const ReceivedAmount = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}(\.0+)?$/), v.transform(Number))],
    wholeAmount,
  ),
  v.safeInteger(wholeAmount),
  v.minValue(0, wholeAmount),
)

/**
 * Points in an answer: a non-negative number, or its text. A fraction is accepted, so that it does
 * not make an answer about money unreadable. Assumes G-126.
 */
export const ReceivedPoints = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}(\.\d{1,16})?$/), v.transform(Number))],
    someAmount,
  ),
  v.minValue(0, someAmount),
  v.maxValue(Number.MAX_SAFE_INTEGER, someAmount),
)
