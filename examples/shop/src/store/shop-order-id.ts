import { randomId } from '../random-id.ts'

const prefix = 'EB'

/** Makes an order id: `EB-` and a random part. */
export function newShopOrderId(): string {
  return randomId(prefix)
}

/**
 * Whether an order id has the form of the shop's ids, and is not that of a till or another system
 * of the merchant.
 */
export function isShopOrderId(id: string): boolean {
  return id.startsWith(`${prefix}-`)
}
