import { WorkerEntrypoint } from 'cloudflare:workers'
import type { CallbacksApi } from '@merchant-edge/orders/api'
import { callbackToken, sampleBinding, type CallbackRecord } from '@merchant-edge/orders/callbacks'
import { callbackGroup } from '../callback-group.ts'
import type { OrdersEnv } from '../orders-env.ts'
import { readSettings } from '../read-settings.ts'
import { receiveCallback } from '../receive-callback.ts'
import { clock } from '../runtime.ts'
import { outboxQueue } from './rpc-work.ts'

/** What the Worker that receives payment callbacks may ask, over RPC: to put one on disk, and to see that its secret is the right one. */
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

  async sampleToken() {
    return callbackToken(readSettings(this.env).CALLBACK_SECRET, sampleBinding)
  }
}
