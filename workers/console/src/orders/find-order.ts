import { type Operator, readTypedNumber } from '@merchant-edge/pages'
import { orderRules, transactionIdRule, listRules } from '@merchant-edge/orders/rules'
import type { OrderView } from '@merchant-edge/orders/api'
import type { ConsoleViewApi } from '@merchant-edge/orders/operators'
import { seesStore, visibleStores } from '../operator.ts'

function listOf(field: 'reference' | 'transactionId' | 'amountVnd', name: string): string {
  return `/orders?${new URLSearchParams({ [field]: name }).toString()}`
}

/**
 * A typed order id, and how a shop may have written it: ids differ by their case, which people who
 * read one aloud, or type it on a phone, do not keep.
 */
function spellingsOf(id: string): readonly string[] {
  const [head = '', ...rest] = id.split('-')
  const headed = [head.toUpperCase(), ...rest.map((part) => part.toLowerCase())].join('-')
  return [...new Set([id, id.toUpperCase(), id.toLowerCase(), headed])]
}

async function findById(
  view: ConsoleViewApi,
  name: string,
  operator: Operator,
): Promise<OrderView | undefined> {
  if (!orderRules.id.pattern.test(name)) return undefined
  for (const id of spellingsOf(name)) {
    const order = await view.find(id)
    if (order !== null && seesStore(operator, order.storeCode)) return order
  }
  return undefined
}

/** Whether a typed text is an amount, and no transaction of an order has this name. */
async function isAmount(view: ConsoleViewApi, name: string, operator: Operator): Promise<boolean> {
  if ((readTypedNumber(name) ?? 0) < listRules.amountVnd.min) return false
  if (!transactionIdRule.pattern.test(name)) return true
  const filter = { ...visibleStores(operator), transactionId: name, limit: 1 }
  return (await view.listOrders(filter)).orders.length === 0
}

/**
 * Address of the result of a search: the order with this id, in whatever case it is typed; else the
 * list of orders with this reference, service transaction or amount.
 *
 * @param name the typed text, trimmed
 * @param operator the operator who searches; only orders of their stores are found
 */
export async function addressOfName(
  view: ConsoleViewApi,
  name: string,
  operator: Operator,
): Promise<string> {
  const order = await findById(view, name, operator)
  if (order !== undefined) return `/orders/${order.id}`
  if (listRules.reference.pattern.test(name)) {
    const { orders } = await view.listOrders({
      ...visibleStores(operator),
      reference: name,
      limit: 2,
    })
    const [only, another] = orders
    if (only !== undefined && another === undefined) return `/orders/${only.id}`
    if (only !== undefined) return listOf('reference', name)
  }
  if (await isAmount(view, name, operator)) return listOf('amountVnd', name)
  const field = transactionIdRule.pattern.test(name) ? 'transactionId' : 'reference'
  return listOf(field, name)
}
