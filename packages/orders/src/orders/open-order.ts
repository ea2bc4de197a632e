import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { firstVersion } from '../database/first-version.ts'
import { orders } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { insert, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { requireExtraData, type ExtraData } from '../rules/extra-data.ts'
import { requireFields } from '../rules/field-rule.ts'
import { fieldsThatDiffer } from '../rules/fields-that-differ.ts'
import { orderRules } from '../rules/request-rules.ts'
import { orderStates } from '../states/order-state.ts'
import { findStore, type StoreAndTerminal } from '../stores/stores.ts'
import { readsOfOrder, rowsOfOrder } from './find-order.ts'
import { orderView } from './order-view.ts'
import type { NewOrder, OpenOutcome } from './orders-api.ts'

const newOrderRules: OptionRules<NewOrder> = {
  id: 'any',
  amountVnd: 'any',
  description: 'any',
  expiresInMinutes: 'any',
  returnUrl: 'any',
  linkedCustomerId: 'any',
  holdPayment: 'boolean',
  storeCode: 'any',
  posCode: 'any',
  extraData: 'object',
}

const defaultExpiresInMinutes = 15

/** Lifetime in which an order can be paid, in milliseconds. */
function lifeOf({ expiresInMinutes = defaultExpiresInMinutes }: NewOrder): number {
  return expiresInMinutes * 60_000
}

function checkNewOrder(order: NewOrder, returnOrigins: readonly string[]): void {
  requireFields('order', orderRules, order)
  if (order.extraData !== undefined) requireExtraData(order.extraData)
  if (order.holdPayment === true && order.linkedCustomerId === undefined) {
    throw new TypeError(
      "The order's holdPayment must be left out when there is no linkedCustomerId: only a linked wallet can hold.",
    )
  }
  if (order.returnUrl === undefined) return
  const isAllowed =
    URL.canParse(order.returnUrl) && returnOrigins.includes(new URL(order.returnUrl).origin)
  if (!isAllowed) {
    throw new TypeError(
      "The order's returnUrl must be an address on one of the allowed origins (RETURN_ORIGINS of the orders Worker).",
    )
  }
}

/**
 * Store and terminal of a new order; `undefined` when no stores are configured.
 *
 * @throws TypeError when it names a store or terminal that is not configured
 */
function storeOfNewOrder(
  { stores }: Pick<OrdersContext, 'stores'>,
  order: NewOrder,
): StoreAndTerminal | undefined {
  if (stores === undefined) {
    const field = order.storeCode === undefined ? 'posCode' : 'storeCode'
    if (order[field] === undefined) return undefined
    throw new TypeError(`The order's ${field} must be left out: no stores are set.`)
  }
  const found = findStore(stores, order)
  if (found.outcome === 'unknown') {
    throw new TypeError(`The order's ${found.field} ${found.demand}.`)
  }
  const { store } = found
  const needsTerminal = order.linkedCustomerId !== undefined && order.storeCode !== undefined
  if (needsTerminal && store.posCode === undefined) {
    throw new TypeError(
      "The order's posCode must be given when a linked wallet may pay at that store: the service asks for the terminal.",
    )
  }
  return store
}

/** The stored form of the extra information, with its fields sorted. */
function kept(extraData: ExtraData | undefined): ExtraData | null {
  if (extraData === undefined) return null
  const { partnerCode, orderInfo } = extraData
  return { ...(partnerCode !== undefined && { partnerCode }), orderInfo }
}

function textOf(extraData: ExtraData | null): string | null {
  return extraData === null ? null : JSON.stringify(extraData)
}

/**
 * Whether the texts of an order that may name a person are erased. A shop that repeats the order
 * still sends them. An order is erased at rest, and a late payment may have ended its rest since;
 * only an order that can still be paid for the first time was never at rest.
 */
function isErased({
  state,
  description,
  returnUrl,
  linkedCustomerId,
  extraData,
}: typeof orders.$inferSelect): boolean {
  const isBlank = description === '' && returnUrl === null
  return !orderStates[state].payable && isBlank && linkedCustomerId === null && extraData === null
}

function differencesOf(
  row: typeof orders.$inferSelect,
  order: NewOrder,
  store: StoreAndTerminal | undefined,
) {
  // An order from before stores were recorded has no store; a repeated announcement without a store
  // matches it.
  const namesNone = order.storeCode === undefined && order.posCode === undefined
  const sold = row.storeCode === null && namesNone ? undefined : store
  const asked = isErased(row) ? undefined : order
  const { description = '', returnUrl = null, linkedCustomerId = null } = asked ?? {}
  return fieldsThatDiffer([
    ['amountVnd', row.amountVnd, order.amountVnd],
    ['description', row.description, description],
    ['expiresInMinutes', row.expiresAtMs - row.createdAtMs, lifeOf(order)],
    ['returnUrl', row.returnUrl, returnUrl],
    ['linkedCustomerId', row.linkedCustomerId, linkedCustomerId],
    ['holdPayment', row.holdsPayment, order.holdPayment ?? false],
    ['storeCode', row.storeCode, sold?.storeCode ?? null],
    ['posCode', row.posCode, sold?.posCode ?? null],
    ['extraData', textOf(row.extraData), textOf(kept(asked?.extraData))],
  ])
}

/**
 * Stores a new order. Announcing the same order again changes nothing; a different order under the
 * same id is a `conflict`, which names the fields that differ.
 *
 * @throws TypeError when a field is out of range, or names a store or terminal that is not
 *   configured
 *
 * @example
 * ```ts
 * import { openOrder, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function announce(context: OrdersContext): Promise<string> {
 *   const { outcome, order } = await openOrder(context, { id: 'order-1', amountVnd: 125_000 })
 *   return `${outcome}: ${order.state}` // "opened: creating"; the same order again is "existing: ..."
 * }
 * ```
 */
export async function openOrder(context: OrdersContext, order: NewOrder): Promise<OpenOutcome> {
  checkContext('openOrder', context)
  checkOptions('openOrder', order, newOrderRules)
  checkNewOrder(order, context.returnOrigins)
  const store = storeOfNewOrder(context, order)
  const now = context.now()
  const { id, amountVnd } = order
  const opened: Transition = {
    decide: insert(orders, {
      values: {
        id,
        state: 'creating',
        version: firstVersion,
        amountVnd,
        description: order.description ?? '',
        returnUrl: order.returnUrl ?? null,
        createdAtMs: now,
        expiresAtMs: now + lifeOf(order),
        linkedCustomerId: order.linkedCustomerId ?? null,
        holdsPayment: order.holdPayment ?? false,
        storeCode: store?.storeCode ?? null,
        posCode: store?.posCode ?? null,
        extraData: kept(order.extraData),
      },
    }),
    journal: {
      atMs: now,
      kind: 'order.opened',
      orderId: id,
      dedupe: `order.opened:${id}`,
      evidence: 'own record',
      data: {
        amount_vnd: amountVnd,
        ...(store !== undefined && { store_code: store.storeCode }),
        ...(store?.posCode !== undefined && { pos_code: store.posCode }),
      },
    },
  }
  const reads = readsOfOrder(id)
  const done = await transactAll(context, { transitions: [opened], reads: Object.values(reads) })
  const rows = rowsOfOrder(done, reads)
  if (rows === undefined) throw new Error('The order vanished while it was opened.')
  const view = orderView(rows)
  if (done.happened(opened)) return { outcome: 'opened', order: view }
  const differs = differencesOf(rows.order, order, store)
  if (differs.length > 0) return { outcome: 'conflict', differs, order: view }
  return { outcome: 'existing', order: view }
}
