import type { NewRefund } from '@merchant-edge/orders'
import { refundAmountDemand, refundRules } from '@merchant-edge/orders/rules'
import * as v from 'valibot'
import { fieldProblem, numberSchema, patternSchema, plainTextSchema } from './rule-schema.ts'

/** The body of `POST /orders/:id/refunds`. */
export const newRefund = v.pipe(
  v.strictObject(
    {
      id: patternSchema(refundRules.id),
      vnd: v.exactOptional(numberSchema(refundRules.vnd)),
      points: v.exactOptional(numberSchema(refundRules.points)),
      reason: v.exactOptional(plainTextSchema(refundRules.reason)),
      staffId: v.exactOptional(plainTextSchema(refundRules.staffId)),
    },
    fieldProblem,
  ),
  v.check(({ vnd, points }) => vnd !== undefined || points !== undefined, refundAmountDemand),
) satisfies v.GenericSchema<unknown, NewRefund>
