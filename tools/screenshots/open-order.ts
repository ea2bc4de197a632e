import * as v from 'valibot'
import { callCheckout, type DemoHouse } from '../demo/demo-calls.ts'

const openedOrder = v.object({
  paymentUrl: v.string(),
  qrPaymentUrl: v.string(),
  statusUrl: v.string(),
  linkedPaymentUrl: v.exactOptional(v.string()),
})

/** Addresses of the pages of an order at the checkout, with its key. */
export interface ShownOrder {
  readonly id: string
  readonly paymentUrl: string
  readonly qrPaymentUrl: string
  readonly statusUrl: string
  /** Only of an order that names a customer with a linked wallet. */
  readonly linkedPaymentUrl?: string
}

/** Default price of an order in VND; the service asks for a one-time code for this amount. */
export const orderAmountVnd = 209_000

/** Creates an order as the shop does; by default of {@link orderAmountVnd} and two books. */
export async function openOrder(
  demo: DemoHouse,
  id: string,
  more: object = {},
): Promise<ShownOrder> {
  const json = {
    id,
    amountVnd: orderAmountVnd,
    description: 'Dòng sông buổi sớm, Gió muối',
    returnUrl: `${demo.house.addresses.shop}/orders/${id}`,
    // Longer than all pages need on a slow machine.
    expiresInMinutes: 120,
    ...more,
  }
  return { ...v.parse(openedOrder, await callCheckout(demo, '/orders', { json })), id }
}

/** Opens an order with an id, an amount and a description that are as long as pages must show. */
export function openLongOrder(demo: DemoHouse): Promise<ShownOrder> {
  const id = 'LONG-'.padEnd(64, 'M')
  const description = `Đơn hàng của trường: ${'Nghiêng-nghiêng-'.repeat(6)} Thương nhớ đồng quê, quyển thứ hai`
  return openOrder(demo, id, { amountVnd: 88_888_888_888, description })
}
