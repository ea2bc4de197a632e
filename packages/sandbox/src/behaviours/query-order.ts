import { queryOrder as endpoint } from '@merchant-edge/contract'
import { accept, behaviour } from './behaviour.ts'
import { orderStatusFor } from './order-status-for.ts'

/** Says what became of an order of the merchant. */
export const queryOrder = behaviour(endpoint, {
  async answer(call) {
    return accept(200, await orderStatusFor(call))
  },
})
