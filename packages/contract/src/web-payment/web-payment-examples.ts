import type { CreateWebPaymentRequest } from './create-web-payment.ts'

/** A request of every call of Specification 4.3. */
export const webPaymentExamples = {
  /** An order of a web shop, paid on the hosted page within a quarter of an hour. */
  createWebPayment: {
    callback_url: 'https://shop.example/ipn/A-0004',
    redirect_url: 'https://shop.example/return/A-0004',
    expired_in: 15,
    description: 'Trà sen vàng',
    extra_data: { partner_code: 'TEA', order_info: '{"table":7}' },
    order_amount: 45_000,
    order_reference_id: 'A-0004',
    store_code: 'EDGE-STORE-1',
  },
} satisfies {
  createWebPayment: CreateWebPaymentRequest
}
