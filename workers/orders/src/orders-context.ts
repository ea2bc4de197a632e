import type { OrdersContext } from '@merchant-edge/orders'
import { callbackGroup } from './callback-group.ts'
import { readSettings, type OrdersEnv } from './orders-env.ts'
import { clock, log, random } from './runtime.ts'
import { clientPort } from './service/payment-port.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

let kept: { readonly env: OrdersEnv; readonly context: OrdersContext } | undefined

/** What the operations need, made once per isolate from the bindings. */
export function contextOf(env: OrdersEnv): OrdersContext {
  if (kept?.env.DB === env.DB) return kept.context
  const settings = readSettings(env)
  const context: OrdersContext = {
    database: env.DB,
    port: clientPort(settings),
    fetch: (request) => fetch(request),
    ...clock,
    random,
    log,
    giveWay: () => callbackGroup.giveWay(),
    callbackSecret: settings.CALLBACK_SECRET,
    callbackSecretPrevious: settings.CALLBACK_SECRET_PREVIOUS,
    ipnUrl: settings.IPN_URL,
    checkoutUrl: settings.CHECKOUT_URL,
    endpoints: webhookEndpoints(settings, env),
    returnOrigins: settings.RETURN_ORIGINS,
    ...(settings.LINK_SECRET !== undefined && { linkSecret: settings.LINK_SECRET }),
    linkSecretPrevious: settings.LINK_SECRET_PREVIOUS,
    ...(settings.HOLD_MINUTES !== undefined && { holdMinutes: settings.HOLD_MINUTES }),
    ...(settings.PAYMENT_ORIGINS.length > 0 && { paymentOrigins: settings.PAYMENT_ORIGINS }),
  }
  kept = { env, context }
  return context
}
