import * as v from 'valibot'

/** From here on a number is read as milliseconds: in seconds it would be the year 5138. */
const firstMillisecondValue = 100_000_000_000

/**
 * An instant from the service as whole seconds since 1970: the specification leaves the unit of some
 * open, and calls some a number and others an integer. Assumes G-07.
 */
export const UnixSecondsOfEitherUnit = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
  v.transform((value) => Math.floor(value >= firstMillisecondValue ? value / 1000 : value)),
)
