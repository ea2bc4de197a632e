import { queryOrderV2 as endpoint } from '@merchant-edge/contract'
import { accept, behaviour } from './behaviour.ts'
import { orderStatusFor } from './order-status-for.ts'

/** The same as queryOrder, over the v2 path. */
export const queryOrderV2 = behaviour(endpoint, {
  async answer(call) {
    return accept(200, await orderStatusFor(call))
  },
})
