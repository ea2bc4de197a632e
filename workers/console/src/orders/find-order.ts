import type { Operator } from '@merchant-edge/pages'
import { orderRules, transactionIdRule, listRules } from '@merchant-edge/orders/rules'
import type { ConsoleViewApi } from '@merchant-edge/orders/operators'
import { seesStore, visibleStores } from '../operator.ts'

function listOf(field: 'reference' | 'transactionId', name: string): string {
  return `/orders?${new URLSearchParams({ [field]: name }).toString()}`
}

/**
 * Address of the result of a search: the order with this id, else the list of orders with this
 * reference or service transaction.
 *
 * @param name the typed text, trimmed
 * @param operator the operator who searches; only orders of their stores are found
 */
export async function addressOfName(
  view: ConsoleViewApi,
  name: string,
  operator: Operator,
): Promise<string> {
  const order = orderRules.id.pattern.test(name) ? await view.find(name) : null
  if (order !== null && seesStore(operator, order.storeCode)) return `/orders/${name}`
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
  const field = transactionIdRule.pattern.test(name) ? 'transactionId' : 'reference'
  return listOf(field, name)
}
