import { systemClock, type OrdersContext } from '@merchant-edge/orders'
import { readSettings, type OrdersEnv } from './orders-env.ts'
import { clientPort } from './payment-port.ts'

/** Money-grade chance: references must not be guessable from one another. */
function random(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value / 2 ** 32
}

let kept: { readonly env: OrdersEnv; readonly context: OrdersContext } | undefined

/** What the operations need, made once per isolate from the bindings. */
export function contextOf(env: OrdersEnv): OrdersContext {
  if (kept?.env.DB === env.DB) return kept.context
  const settings = readSettings(env)
  const context: OrdersContext = {
    database: env.DB,
    port: clientPort(settings),
    fetch: (request) => fetch(request),
    ...systemClock,
    random,
    callbackSecret: settings.CALLBACK_SECRET,
    ipnUrl: settings.IPN_URL,
    checkoutUrl: settings.CHECKOUT_URL,
    webhookUrl: settings.WEBHOOK_URL,
    webhookSecret: settings.WEBHOOK_SECRET,
    returnOrigins: settings.RETURN_ORIGINS,
    ...(settings.LINK_SECRET !== undefined && { linkSecret: settings.LINK_SECRET }),
    ...(settings.HOLD_MINUTES !== undefined && { holdMinutes: settings.HOLD_MINUTES }),
    ...(settings.PAYMENT_ORIGINS.length > 0 && { paymentOrigins: settings.PAYMENT_ORIGINS }),
  }
  kept = { env, context }
  return context
}
