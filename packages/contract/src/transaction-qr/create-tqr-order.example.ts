import type { CreateTqrOrderRequest } from './create-tqr-order.ts'

/** A coffee at the counter, paid by scanning a QR within ten minutes. */
export const createTqrOrderExample: CreateTqrOrderRequest = {
  expired_in: 10,
  callback_url: 'https://shop.example/ipn/A-0001',
  description: 'Cà phê sữa đá, 2 ly',
  order_amount: 58_000,
  order_currency: 'VND',
  order_reference_id: 'A-0001',
  pos_code: 'EDGE-POS-1',
  service_type: 'PURCHASE',
  store_code: 'EDGE-STORE-1',
}
