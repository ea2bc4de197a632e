import type { endpoints } from '@merchant-edge/contract'
import type { Behaviour } from './behaviour.ts'
import { createTqrOrder } from './create-tqr-order.ts'
import { createTransactionOrder } from './create-transaction-order.ts'
import { createWebPayment } from './create-web-payment.ts'
import { genTransactionQr } from './gen-transaction-qr.ts'
import { queryOrder } from './query-order.ts'
import { queryOrderV2 } from './query-order-v2.ts'
import { refundOrder } from './refund-order.ts'

/** One behaviour per endpoint of the contract: a missing one does not compile. */
export type Behaviours = {
  readonly [Name in keyof typeof endpoints]: Behaviour<(typeof endpoints)[Name]>
}

/** How the sandbox plays each endpoint of the contract. */
export const behaviours: Behaviours = {
  createTqrOrder,
  genTransactionQr,
  createTransactionOrder,
  queryOrder,
  queryOrderV2,
  createWebPayment,
  refundOrder,
}
