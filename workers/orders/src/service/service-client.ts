import { createClient, type Client, type FetchLike } from '@merchant-edge/client'
import type { OrdersSettings } from '../settings/settings-schema.ts'
import { clock, random } from '../runtime.ts'
import { optionsOf } from '../settings/service-differences.ts'

/** The client of the service, created from the settings. */
export function serviceClient(settings: OrdersSettings, fetch?: FetchLike): Client {
  return createClient({
    baseUrl: settings.SERVICE_URL,
    ...settings.MERCHANT_KEY,
    now: clock.now,
    sleep: clock.sleep,
    random,
    ...optionsOf(settings),
    ...(settings.SERVICE_PAYMENT_URL !== undefined && { paymentUrl: settings.SERVICE_PAYMENT_URL }),
    ...(fetch !== undefined && { fetch }),
  })
}
