import type { StaffAction } from '@merchant-edge/orders/api'
import { isPlainText, plainTextDemand } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import * as v from 'valibot'
import { fieldProblem } from '../../api/rule-schema.ts'
import type { OperatorHono } from './require-operator.ts'

const demand = 'must be 1 to 255 characters, not blanks alone'

/** Reason of an action, recorded in the journal. */
export const actionReason = v.pipe(
  v.string(demand),
  v.description('Why; the journal records it with the name of the operator.'),
  v.minLength(1, demand),
  v.maxLength(255, demand),
  v.check((reason) => reason.trim() !== '', demand),
  v.check(isPlainText, plainTextDemand),
)

/** The body of an action that needs nothing but a reason. */
export const newAction = v.strictObject({ reason: actionReason }, fieldProblem)

/** Adds the operator's name to a request; the name never comes from the request itself. */
export function asOperator<Asked extends { readonly reason: string }>(
  c: Context<OperatorHono>,
  asked: Asked,
): Asked & StaffAction {
  return { ...asked, staffId: c.var.operator.name }
}
