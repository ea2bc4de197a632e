import { refusedByOrders } from './refused-by-orders.ts'

/**
 * Asks the orders Worker.
 *
 * @throws ApiFailure with what the shop can do about it
 */
export async function askOrders<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw refusedByOrders(error)
  }
}
