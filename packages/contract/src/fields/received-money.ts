import * as v from 'valibot'

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
