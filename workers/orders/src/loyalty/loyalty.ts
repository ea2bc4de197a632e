import { WorkerEntrypoint } from 'cloudflare:workers'
import type { LoyaltyApi } from '@merchant-edge/orders/api'
import { callLoyalty, type LoyaltyCaller } from './call-loyalty.ts'
import { requireOwnService } from '../configuration.ts'
import { keepRunning } from '../entrypoints/rpc-work.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'
import type { OrdersSettings } from '../settings/settings-schema.ts'
import { readSettings } from '../settings/read-settings.ts'
import { contextOf } from '../orders-context.ts'
import { pausedMessage } from '../service/paused-port.ts'
import { serviceClient } from '../service/service-client.ts'
import { storesOf } from '../settings/store-list.ts'

interface Caller extends LoyaltyCaller {
  readonly env: OrdersEnv
  readonly settings: OrdersSettings
}

let kept: Caller | undefined

/** Made once per isolate: the client keeps the clock of the service. */
function callerOf(env: OrdersEnv): Caller {
  if (kept?.env.DB === env.DB) return kept
  const settings = readSettings(env)
  const { MERCHANT_CODE, LOYALTY_BUSINESS_CODE, LOYALTY_PROGRAM_CODE } = settings
  kept = {
    env,
    settings,
    client: serviceClient(settings),
    store: contextOf(env),
    stores: storesOf(settings),
    ...(settings.MONEY_PAUSED !== undefined && { pausedBecause: pausedMessage }),
    values: {
      merchant_code: MERCHANT_CODE,
      business_code: LOYALTY_BUSINESS_CODE,
      program_code: LOYALTY_PROGRAM_CODE,
    },
  }
  return kept
}

/** RPC entrypoint for calls about members, points, gift codes and vouchers. */
export class Loyalty extends WorkerEntrypoint<OrdersEnv> implements LoyaltyApi {
  callLoyalty(name: string, request: Readonly<Record<string, unknown>>) {
    // The shop may hang up, and only this call knows what the service has answered.
    return keepRunning(this.ctx, this.#call(name, request))
  }

  async #call(name: string, request: Readonly<Record<string, unknown>>) {
    const caller = callerOf(this.env)
    // Some calls do not use the database, so its guard would not check the settings.
    await requireOwnService(this.env, caller.settings)
    return callLoyalty(caller, { name, request })
  }
}
