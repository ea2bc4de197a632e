import type { NewRefund } from '@merchant-edge/orders'
import * as v from 'valibot'
import { fieldProblem } from './field-problem.ts'
import { plainText } from './plain-text.ts'

function amount(unit: string): v.GenericSchema<number> {
  const rule = `must be a whole number of ${unit} greater than 0`
  return v.pipe(v.number(rule), v.safeInteger(rule), v.minValue(1, rule))
}

/** The body of `POST /orders/:id/refunds`. */
export const newRefund = v.pipe(
  v.strictObject(
    {
      id: v.pipe(
        v.string('must be text'),
        v.regex(/^[A-Za-z0-9_-]{1,35}$/, 'must be 1 to 35 characters of A-Z a-z 0-9 _ -'),
      ),
      vnd: v.exactOptional(amount('VND')),
      points: v.exactOptional(amount('points')),
      reason: v.exactOptional(plainText(255)),
      staffId: v.exactOptional(plainText(64)),
    },
    fieldProblem,
  ),
  v.check(
    ({ vnd, points }) => vnd !== undefined || points !== undefined,
    'must have vnd, points or both',
  ),
) satisfies v.GenericSchema<unknown, NewRefund>
