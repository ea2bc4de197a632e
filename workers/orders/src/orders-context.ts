import type { OrdersContext } from '@merchant-edge/orders'
import type { TransferLimits } from '@merchant-edge/orders/api'
import { callbackGroup } from './callback-group.ts'
import { requireOwnService } from './configuration.ts'
import { guardedDatabase } from './guarded-database.ts'
import type { OrdersEnv } from './settings/orders-env.ts'
import type { OrdersSettings } from './settings/settings-schema.ts'
import { readSettings } from './settings/read-settings.ts'
import { clock, log, random } from './runtime.ts'
import { paymentPort } from './service/payment-port.ts'
import { storesOf } from './settings/store-list.ts'
import { webhookEndpoints } from './settings/webhook-endpoints.ts'

/** Both limits or none; without both the port sends no transfer. */
function transferLimits(settings: OrdersSettings): TransferLimits | undefined {
  const { TRANSFER_LIMIT_VND: perTransferVnd, TRANSFER_DAY_LIMIT_VND: perDayVnd } = settings
  if (perTransferVnd === undefined || perDayVnd === undefined) return undefined
  return { perTransferVnd, perDayVnd }
}

let kept: { readonly env: OrdersEnv; readonly context: OrdersContext } | undefined

/** The context of the operations, created once per isolate from the bindings. */
export function contextOf(env: OrdersEnv): OrdersContext {
  if (kept?.env.DB === env.DB) return kept.context
  const settings = readSettings(env)
  const context: OrdersContext = {
    // Recording callbacks bypasses this guard, because the service may never send them again.
    database: guardedDatabase(env.DB, () => requireOwnService(env, settings)),
    port: paymentPort(settings),
    fetch: (url, init) => fetch(url, init),
    ...clock,
    random,
    log,
    yieldToCallbacks: (spacingMs) => callbackGroup.yieldToCallbacks(spacingMs),
    callbackSecret: settings.CALLBACK_SECRET,
    callbackSecretPrevious: settings.CALLBACK_SECRET_PREVIOUS,
    ipnUrl: settings.IPN_URL,
    checkoutUrl: settings.CHECKOUT_URL,
    endpoints: webhookEndpoints(settings, env),
    returnOrigins: settings.RETURN_ORIGINS,
    stores: storesOf(settings),
    ...(settings.LINK_SECRET !== undefined && { linkSecret: settings.LINK_SECRET }),
    linkSecretPrevious: settings.LINK_SECRET_PREVIOUS,
    transferLimits: transferLimits(settings),
    approvalLimitVnd: settings.APPROVAL_LIMIT_VND,
    lowBalanceVnd: settings.TRANSFER_LOW_BALANCE_VND,
    ...(settings.HOLD_MINUTES !== undefined && { holdMinutes: settings.HOLD_MINUTES }),
    retention: {
      ...(settings.PERSONAL_DATA_DAYS !== undefined && {
        personalDataDays: settings.PERSONAL_DATA_DAYS,
      }),
      ...(settings.EVENT_DAYS !== undefined && { eventDays: settings.EVENT_DAYS }),
    },
    ...(settings.PAYMENT_ORIGINS.length > 0 && { paymentOrigins: settings.PAYMENT_ORIGINS }),
  }
  kept = { env, context }
  return context
}
