import type { endpoints } from '@merchant-edge/contract'
import { giftCodeHandlers } from './gift-codes/handlers.ts'
import { linkedAccountHandlers } from './linked-accounts/handlers.ts'
import { memberHandlers } from './members/handlers.ts'
import { onlineTransactionHandlers } from './online-transactions/handlers.ts'
import { orderHandlers } from './orders/handlers.ts'
import { refundHandlers } from './refunds/handlers.ts'
import type { Handler } from './serving/handler.ts'
import { topUpHandlers } from './top-ups/handlers.ts'
import { transferHandlers } from './transfers/handlers.ts'
import { voucherHandlers } from './vouchers/handlers.ts'

/** One handler for each endpoint of the contract: a missing one does not compile. */
export type Handlers = {
  readonly [Name in keyof typeof endpoints]: Handler<(typeof endpoints)[Name]>
}

/** The handler of each endpoint of the contract. */
export const handlers: Handlers = {
  ...orderHandlers,
  ...refundHandlers,
  ...transferHandlers,
  ...memberHandlers,
  ...topUpHandlers,
  ...giftCodeHandlers,
  ...voucherHandlers,
  ...linkedAccountHandlers,
  ...onlineTransactionHandlers,
}
