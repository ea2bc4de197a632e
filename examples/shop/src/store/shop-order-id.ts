import { randomId } from '../random-id.ts'

const prefix = 'EB'

/** An id for a new order of the shop. */
export function newShopOrderId(): string {
  return randomId(prefix)
}

/** Whether an order can be one of the shop, and not of a till or another system of the merchant: by the form of its id. */
export function isShopOrderId(id: string): boolean {
  return id.startsWith(`${prefix}-`)
}
