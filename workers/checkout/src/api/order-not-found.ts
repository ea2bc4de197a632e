import type { ApiError } from './api-error.ts'

/** There is no order with the id that was asked for. */
export const orderNotFound: ApiError = {
  reason: 'order_not_found',
  message: 'There is no order with this id.',
  remedy: 'Announce the order first with POST /orders.',
}
