import type { StaffAction } from '@merchant-edge/orders/api'
import { isPlainText, plainTextDemand } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import * as v from 'valibot'
import { fieldProblem } from '../api/rule-schema.ts'
import type { OperatorHono } from './require-operator.ts'

const demand = 'must be 1 to 255 characters, not blanks alone'

/** Why an operator acts; it stands in the journal. */
export const actionReason = v.pipe(
  v.string(demand),
  v.minLength(1, demand),
  v.maxLength(255, demand),
  v.check((reason) => reason.trim() !== '', demand),
  v.check(isPlainText, plainTextDemand),
)

/** The body of an action that needs nothing but a reason. */
export const newAction = v.strictObject({ reason: actionReason }, fieldProblem)

/** Completes what an operator asks for with the operator's own name, which never comes out of the request. */
export function asOperator<Asked extends { readonly reason: string }>(
  c: Context<OperatorHono>,
  asked: Asked,
): Asked & StaffAction {
  return { ...asked, staffId: c.var.operator.name }
}
