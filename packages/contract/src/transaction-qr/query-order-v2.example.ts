import type { OrderQuery } from './order-status.ts'

/** The order as the service named it when it was created. */
export const queryOrderV2Example: OrderQuery = { order_id: '20260302T00100015912' }
