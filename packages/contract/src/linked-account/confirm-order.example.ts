import type { ConfirmOrderRequest } from './confirm-order.ts'

/** The order was fulfilled. */
export const confirmOrderExample: ConfirmOrderRequest = {
  order_status: 'SUCCESS',
  partner_code: 'EDGE',
  invoice_no: 'A-0001',
}
