import * as v from 'valibot'
import * as limits from '../limits.ts'

/** Lifetime of an order in minutes; the service uses 15 when it is left out. */
export const ExpiresInMinutes = v.pipe(
  v.number('must be a number'),
  v.integer('must be whole minutes'),
  v.minValue(limits.minExpiresInMinutes, `must be at least ${limits.minExpiresInMinutes} minutes`),
  v.maxValue(limits.maxExpiresInMinutes, `must be at most ${limits.maxExpiresInMinutes} minutes`),
)
