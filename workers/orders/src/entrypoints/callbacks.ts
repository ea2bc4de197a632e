import { WorkerEntrypoint } from 'cloudflare:workers'
import type { CallbacksApi } from '@merchant-edge/orders/api'
import type { CallbackRecord } from '@merchant-edge/orders/callbacks'
import { callbackGroup } from '../callback-group.ts'
import type { OrdersEnv } from '../orders-env.ts'
import { receiveCallback } from '../receive-callback.ts'
import { clock } from '../runtime.ts'
import { outboxQueue } from './rpc-work.ts'

/** RPC entrypoint of the Worker that receives payment callbacks: it can only store a callback. */
export class Callbacks extends WorkerEntrypoint<OrdersEnv> implements CallbacksApi {
  record(callback: CallbackRecord) {
    const receiver = {
      database: this.env.DB,
      clock,
      group: callbackGroup,
      outboxQueue,
      sender: { queue: this.env.OUTBOX_QUEUE, context: this.ctx },
    }
    return receiveCallback(receiver, callback)
  }
}
