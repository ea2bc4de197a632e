import * as v from 'valibot'

/**
 * An amount of money or points that a test sets, 0 to 1,000,000,000,000: the sum of thousands of such
 * balances is exact in a JSON number.
 */
export const ledgerAmount = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be whole'),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(1_000_000_000_000, 'must be at most 1,000,000,000,000'),
)
