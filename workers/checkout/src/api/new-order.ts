import type { NewOrder } from '@merchant-edge/orders'
import { orderRules } from '@merchant-edge/orders/rules'
import * as v from 'valibot'
import {
  fieldProblem,
  numberSchema,
  patternSchema,
  plainTextSchema,
  webAddressSchema,
} from './rule-schema.ts'

/** The body of `POST /orders`. */
export const newOrder = v.strictObject(
  {
    id: patternSchema(orderRules.id),
    amountVnd: numberSchema(orderRules.amountVnd),
    description: v.exactOptional(plainTextSchema(orderRules.description)),
    expiresInMinutes: v.exactOptional(numberSchema(orderRules.expiresInMinutes)),
    linkedCustomerId: v.exactOptional(patternSchema(orderRules.linkedCustomerId)),
    holdPayment: v.exactOptional(v.boolean('must be true or false')),
    returnUrl: v.exactOptional(webAddressSchema(orderRules.returnUrl)),
  },
  fieldProblem,
) satisfies v.GenericSchema<unknown, NewOrder>
