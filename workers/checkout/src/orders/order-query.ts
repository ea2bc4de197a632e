import { customerRules, requirementOf, listRules } from '@merchant-edge/orders/rules'
import { allOrderStates } from '@merchant-edge/orders/states'
import * as v from 'valibot'
import { numberInQuery, oneOf, pageFields } from '../api/read-query.ts'
import { patternSchema } from '../api/rule-schema.ts'
import { dayInQuery } from '../daily-files/asked-day.ts'

/** Filter by the day of Vietnam. */
export const ofDay = { day: v.exactOptional(dayInQuery) }

/** Filter by store and terminal. */
export const ofStore = {
  storeCode: v.exactOptional(
    v.pipe(patternSchema(listRules.storeCode), v.description('Code of the store.')),
  ),
  posCode: v.exactOptional(
    v.pipe(
      patternSchema(listRules.posCode),
      v.description('Code of a terminal of that store; only with `storeCode`.'),
    ),
  ),
}

/** Filters of a list of orders. */
export const orderFields = {
  state: v.exactOptional(oneOf(allOrderStates)),
  ...ofDay,
  ...ofStore,
  amountVnd: v.exactOptional(numberInQuery(listRules.amountVnd.min, listRules.amountVnd.max)),
  reference: v.exactOptional(patternSchema(listRules.reference)),
  transactionId: v.exactOptional(patternSchema(listRules.transactionId)),
  customerId: v.exactOptional(patternSchema(customerRules.id, requirementOf(customerRules.id))),
}

/** The query of `GET /orders` and `GET /operator/orders`. */
export const orderQuery = v.strictObject({ ...orderFields, ...pageFields })
