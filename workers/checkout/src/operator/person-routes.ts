import type { ErasureOutcome, Person } from '@merchant-edge/orders/api'
import { customerRules, transferRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { callOrders, errorAnswer, methodRefused } from '../api/api-error.ts'
import { readJson } from '../api/read-json.ts'
import { fieldProblem, patternSchema } from '../api/rule-schema.ts'
import type { OperatorHono } from './access/require-operator.ts'
import { actionReason, asOperator } from './access/staff-action.ts'

const personFields = {
  customerId: v.exactOptional(
    v.pipe(patternSchema(customerRules.id), v.description("The shop's own id of the customer.")),
  ),
  phone: v.exactOptional(
    v.pipe(
      patternSchema(transferRules.receiverPhone),
      v.description('Phone number to which money was transferred.'),
    ),
  ),
}

function hasIdentifier({ customerId, phone }: Person): boolean {
  return customerId !== undefined || phone !== undefined
}

const somebody = 'must have customerId, phone or both'

/**
 * The body of `POST /operator/persons/export`. The phone is in the body, because addresses are
 * logged.
 */
export const personNamed = v.pipe(
  v.strictObject(personFields, fieldProblem),
  v.check((person) => hasIdentifier(person), somebody),
)

/** The body of `POST /operator/persons/erase`. */
export const newErasure = v.pipe(
  v.strictObject({ ...personFields, reason: actionReason }, fieldProblem),
  v.check((person) => hasIdentifier(person), somebody),
)

function answerErasure(c: Context, outcome: ErasureOutcome): Response {
  if (outcome.outcome === 'erased') return c.json(outcome)
  if (outcome.outcome === 'linked') {
    return errorAnswer(c, {
      status: 409,
      error: {
        reason: 'wallet_linked',
        message: "The customer's wallet is still linked; nothing was erased.",
        remedy: 'Have the backend of the shop unlink it first.',
      },
    })
  }
  return errorAnswer(c, {
    status: 409,
    ...outcome,
    error: {
      reason: 'payments_open',
      message: 'Orders or transfers of this person are still open; nothing was erased.',
      remedy: 'Settle those that the answer names, then try again.',
    },
  })
}

/**
 * Export and erasure of a person's data. Both require the role `money`, because phone numbers are
 * complete.
 */
export function personRoutes(): Hono<OperatorHono> {
  const routes = new Hono<OperatorHono>()
  routes.post('/persons/export', async (c) => {
    const person = await readJson(c, personNamed)
    return c.json(await callOrders(() => c.env.OPERATOR_MONEY.exportPerson(person)))
  })
  routes.post('/persons/erase', async (c) => {
    const { reason, staffId, ...person } = asOperator(c, await readJson(c, newErasure))
    const action = { reason, staffId }
    return answerErasure(
      c,
      await callOrders(() => c.env.OPERATOR_MONEY.erasePerson(person, action)),
    )
  })
  for (const step of ['export', 'erase']) {
    routes.all(`/persons/${step}`, () => methodRefused('POST'))
  }
  return routes
}
