import type { Endpoint } from '../endpoint.ts'
import { orderQuery, orderStatus, type OrderQuery, type OrderStatus } from './order-status.ts'

/** Data of an accepted `queryOrder`, by success code. */
export interface QueryOrderSuccess {
  200: OrderStatus
}
/** `queryOrder` has no refusals of its own. */
export interface QueryOrderRefusals {}

/** Asks what the service knows about an order. */
export const queryOrder: Endpoint<OrderQuery, QueryOrderSuccess, QueryOrderRefusals> = {
  name: 'queryOrder',
  section: '4.2',
  summary: 'Asks what the service knows about an order.',
  method: 'GET',
  path: '/merchant-integration/v1/qr/query/{order_id}',
  pathFields: ['order_id'],
  effect: 'read',
  gaps: ['G-02', 'G-07', 'G-08', 'G-12', 'G-13', 'G-15', 'G-125', 'G-126', 'G-167'],
  request: orderQuery,
  success: { 200: orderStatus },
  refusals: {},
}
