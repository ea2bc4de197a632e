import { refundRules } from '@merchant-edge/orders/rules'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { callOrders, errorAnswer } from '../../api/api-error.ts'
import { isOrderId } from '../../api/order-id.ts'
import { orderNotFound, proposalNotFound } from './not-found.ts'
import type { OperatorHono } from './require-operator.ts'

/** Lists that {@link ownStores} restricts. */
const listsByStore: ReadonlySet<string> = new Set([
  '/operator/orders',
  '/operator/orders.csv',
  '/operator/proposals',
  '/operator/refunds',
  '/operator/takings',
  '/operator/undecided',
])
/** Routes about the caller's own data only. */
const own: ReadonlySet<string> = new Set(['/operator/me', '/operator/sign-out'])

const refusal = {
  reason: 'store_missing',
  message: 'You look after some stores, and this belongs to none.',
  remedy: 'Ask a colleague who sees every store.',
}

/**
 * Restricts a list to the stores of the operator; no restriction for operators who see every store.
 */
export function ownStores({ var: { operator } }: Context<OperatorHono>): {
  readonly storeCodes?: readonly string[]
} {
  return operator.stores === undefined ? {} : { storeCodes: operator.stores }
}

/** The record of a path: an order, or a proposal to refund one. */
interface NamedRecord {
  readonly orderId: string | undefined
  readonly notFound: (c: Context) => Response
}

async function recordIn(c: Context<OperatorHono>): Promise<NamedRecord | undefined> {
  const { path } = c.req
  const [, orderId] = /^\/operator\/orders\/([^/]+)/.exec(path) ?? []
  if (orderId !== undefined) return { orderId, notFound: orderNotFound }
  const [, id] = /^\/operator\/proposals\/([^/]+)/.exec(path) ?? []
  if (id === undefined) return undefined
  const proposal = refundRules.id.pattern.test(id)
    ? await callOrders(() => c.env.OPERATOR_VIEW.findProposal(id))
    : null
  return { orderId: proposal?.orderId, notFound: proposalNotFound }
}

/**
 * Restricts an operator of some stores to orders of these stores, to proposals to refund them, and
 * to lists that {@link ownStores} restricts. A record of another store is answered like one that
 * does not exist: 404. Data without a store requires an operator who sees every store: 403.
 */
export const requireOwnStore = createMiddleware<OperatorHono>(async (c, next) => {
  const { stores } = c.var.operator
  const { path } = c.req
  if (stores === undefined || own.has(path) || listsByStore.has(path)) return next()
  const record = await recordIn(c)
  if (record === undefined) return errorAnswer(c, { status: 403, error: refusal })
  const { orderId = '', notFound } = record
  const order = isOrderId(orderId)
    ? await callOrders(() => c.env.OPERATOR_VIEW.find(orderId))
    : null
  const storeCode = order?.storeCode
  return storeCode !== undefined && stores.includes(storeCode) ? next() : notFound(c)
})
