import type { Endpoint } from './endpoint.ts'
import type * as endpoints from './endpoints.ts'
import { refundOrderExample } from './refund/refund-order.example.ts'
import { createTqrOrderExample } from './transaction-qr/create-tqr-order.example.ts'
import { createTransactionOrderExample } from './transaction-qr/create-transaction-order.example.ts'
import { genTransactionQrExample } from './transaction-qr/gen-transaction-qr.example.ts'
import { queryOrderExample } from './transaction-qr/query-order.example.ts'
import { queryOrderV2Example } from './transaction-qr/query-order-v2.example.ts'
import { createWebPaymentExample } from './web-payment/create-web-payment.example.ts'

type RequestOf<Call> =
  Call extends Endpoint<infer Request, infer _Success, infer _Refusals> ? Request : never

/** One request per endpoint, by the endpoint's name. */
export type Examples = {
  readonly [Name in keyof typeof endpoints]: RequestOf<(typeof endpoints)[Name]>
}

/** A request of every endpoint as a merchant could send it, for documents, tools and tests. */
export const examples: Examples = {
  createTqrOrder: createTqrOrderExample,
  genTransactionQr: genTransactionQrExample,
  createTransactionOrder: createTransactionOrderExample,
  queryOrder: queryOrderExample,
  queryOrderV2: queryOrderV2Example,
  createWebPayment: createWebPaymentExample,
  refundOrder: refundOrderExample,
}
