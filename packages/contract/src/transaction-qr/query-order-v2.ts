import type { Endpoint } from '../endpoint.ts'
import { orderQuery, orderStatus, type OrderQuery, type OrderStatus } from './order-status.ts'

/** Data of an accepted `queryOrderV2`, by success code. */
export interface QueryOrderV2Success {
  200: OrderStatus
}
/** `queryOrderV2` has no refusals of its own. */
export interface QueryOrderV2Refusals {}

/**
 * Asks what the service knows about an order, over the v2 path; the answer is that of v1. Assumes
 * G-145.
 */
export const queryOrderV2: Endpoint<OrderQuery, QueryOrderV2Success, QueryOrderV2Refusals> = {
  name: 'queryOrderV2',
  section: '4.2',
  summary: 'Asks what the service knows about an order, over the v2 path.',
  method: 'GET',
  path: '/merchant-integration/v2/qr/query/{order_id}',
  pathFields: ['order_id'],
  effect: 'read',
  gaps: ['G-02', 'G-07', 'G-08', 'G-12', 'G-13', 'G-15', 'G-125', 'G-126', 'G-145', 'G-167'],
  request: orderQuery,
  success: { 200: orderStatus },
  refusals: {},
}
