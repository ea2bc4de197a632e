import type { CreateTransactionOrderRequest } from './create-transaction-order.ts'

/** An order that the merchant's app hands over to the wallet app. */
export const createTransactionOrderExample: CreateTransactionOrderRequest = {
  order_reference_id: 'A-0003',
  store_code: 'EDGE-STORE-1',
  description: 'Phở bò tái, thêm quẩy',
  callback_url: 'https://shop.example/ipn/A-0003',
  order_amount: 90_000,
  user_id: 'customer-42',
}
