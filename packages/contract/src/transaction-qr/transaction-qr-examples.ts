import type { CreateTqrOrderRequest } from './create-tqr-order.ts'
import type { CreateTransactionOrderRequest } from './create-transaction-order.ts'
import type { GenTransactionQrRequest } from './gen-transaction-qr.ts'
import type { OrderQuery } from './order-status.ts'

/** A request of every call of Specification 4.2. */
export const transactionQrExamples = {
  /** A coffee at the counter, paid by scanning a QR within ten minutes. */
  createTqrOrder: {
    expired_in: 10,
    callback_url: 'https://shop.example/ipn/A-0001',
    description: 'Cà phê sữa đá, 2 ly',
    order_amount: 58_000,
    order_currency: 'VND',
    order_reference_id: 'A-0001',
    pos_code: 'EDGE-POS-1',
    service_type: 'PURCHASE',
    store_code: 'EDGE-STORE-1',
  },
  /** The earlier form of a QR order, with an id so that it can be refunded. */
  genTransactionQr: {
    callback_url: 'https://shop.example/ipn/A-0002',
    description: 'Bánh mì trứng',
    order_amount: 25_000,
    order_reference_id: 'A-0002',
    store_code: 'EDGE-STORE-1',
  },
  /** An order that the merchant's app hands over to the wallet app. */
  createTransactionOrder: {
    order_reference_id: 'A-0003',
    store_code: 'EDGE-STORE-1',
    description: 'Phở bò tái, thêm quẩy',
    callback_url: 'https://shop.example/ipn/A-0003',
    order_amount: 90_000,
    user_id: 'customer-42',
  },
  /** The order as the service named it when it was created. */
  queryOrder: { order_id: '20260302T00100015912' },
  /** The order as the service named it when it was created. */
  queryOrderV2: { order_id: '20260302T00100015912' },
} satisfies {
  createTqrOrder: CreateTqrOrderRequest
  genTransactionQr: GenTransactionQrRequest
  createTransactionOrder: CreateTransactionOrderRequest
  queryOrder: OrderQuery
  queryOrderV2: OrderQuery
}
