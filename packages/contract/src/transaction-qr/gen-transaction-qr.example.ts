import type { GenTransactionQrRequest } from './gen-transaction-qr.ts'

/** The earlier form of a QR order, with an id so that it can be refunded. */
export const genTransactionQrExample: GenTransactionQrRequest = {
  callback_url: 'https://shop.example/ipn/A-0002',
  description: 'Bánh mì trứng',
  order_amount: 25_000,
  order_reference_id: 'A-0002',
  store_code: 'EDGE-STORE-1',
}
