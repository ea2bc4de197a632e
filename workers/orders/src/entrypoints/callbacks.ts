import { WorkerEntrypoint } from 'cloudflare:workers'
import type { CallbacksApi } from '@merchant-edge/orders/api'
import { callbackToken, sampleBinding, type CallbackRecord } from '@merchant-edge/orders/callbacks'
import { callbackGroup } from '../callback-group.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import { readSettings } from '../settings/read-settings.ts'
import { receiveCallback } from '../receive-callback.ts'
import { clock } from '../runtime.ts'
import { outboxQueue } from './rpc-work.ts'

/**
 * The RPC methods for the Worker that receives payment callbacks: store a callback, and check that
 * both Workers have the same secret.
 */
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
