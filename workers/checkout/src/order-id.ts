import { orderRules } from '@merchant-edge/orders/rules'

/** Whether a text can be the id of an order; what cannot is answered without asking for it. */
export function isOrderId(text: string): boolean {
  return orderRules.id.pattern.test(text)
}
