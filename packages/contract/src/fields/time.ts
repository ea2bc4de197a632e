import * as v from 'valibot'

/** An instant from the service, in seconds since 1970. */
export const UnixSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** From here on a number is read as milliseconds: in seconds it would be the year 5138. */
const firstMillisecondValue = 100_000_000_000

/** An instant whose unit the specification leaves open, read as seconds. Assumes G-07. */
export const UnixSecondsOfEitherUnit = v.pipe(
  UnixSeconds,
  v.transform((value) => (value >= firstMillisecondValue ? Math.floor(value / 1000) : value)),
)
