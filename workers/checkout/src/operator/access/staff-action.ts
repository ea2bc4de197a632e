import type { StaffAction } from '@merchant-edge/orders/api'
import { isPlainText, plainTextDemand, transactionIdRule } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import * as v from 'valibot'
import { fieldProblem, maxCharacters, patternSchema } from '../../api/rule-schema.ts'
import type { OperatorHono } from './require-operator.ts'

const demand = 'must be 1 to 255 characters, not blanks alone'

/** Reason of an action, recorded in the journal. */
export const actionReason = v.pipe(
  v.string(demand),
  v.description('Why; the journal records it with the name of the operator.'),
  v.minLength(1, demand),
  maxCharacters(255, demand),
  v.check((reason) => reason.trim() !== '', demand),
  v.check(isPlainText, plainTextDemand),
)

/** The body of an action that needs nothing but a reason. */
export const newAction = v.strictObject({ reason: actionReason }, fieldProblem)

/** The body of `POST /operator/alerts/{id}/close`. */
export const newClosing = v.strictObject(
  {
    reason: actionReason,
    timesRaised: v.exactOptional(
      v.pipe(
        v.number('must be a whole number greater than 0'),
        v.safeInteger('must be a whole number greater than 0'),
        v.minValue(1, 'must be a whole number greater than 0'),
        v.description(
          'The `timesRaised` of the alert as you have seen it: if it was raised again since, it stays as it is. When left out, it is closed whatever was raised meanwhile.',
        ),
      ),
    ),
  },
  fieldProblem,
)

/** The body of `POST /operator/orders/{id}/disputed-payments/{transactionId}/accept`. */
export const newAcceptance = v.strictObject(
  {
    reason: actionReason,
    insteadOf: v.exactOptional(
      v.pipe(
        patternSchema(transactionIdRule),
        v.description(
          'Transaction of the payment that counts until now, when it was never made: only a person has called a payment with a linked wallet paid. The accepted one takes its place.',
        ),
      ),
    ),
  },
  fieldProblem,
)

/** The body of `POST /operator/orders/{id}/disputed-payments/{transactionId}/release`. */
export const newRelease = v.strictObject(
  {
    reason: actionReason,
    neverMade: v.exactOptional(
      v.pipe(
        v.boolean('must be true or false'),
        v.description(
          '`true`: the payment was never made; only a person has called a payment with a linked wallet paid. Otherwise it belongs to another order, or is another name of the payment that counts.',
        ),
      ),
    ),
  },
  fieldProblem,
)

/** Adds the operator's name to a request; the name never comes from the request itself. */
export function asOperator<Asked extends { readonly reason: string }>(
  c: Context<OperatorHono>,
  asked: Asked,
): Asked & StaffAction {
  return { ...asked, staffId: c.var.operator.name }
}
