import type { PortAnswer } from '@merchant-edge/orders/service'
import type { OrdersSettings } from '../settings/settings-schema.ts'

type Optional =
  | 'SERVICE_PAYMENT_URL'
  | 'PARTNER_CODE'
  | 'MERCHANT_CODE'
  | 'MERCHANT_ACCOUNT_ID'
  | 'TRANSFER_LIMIT_VND'
  | 'TRANSFER_DAY_LIMIT_VND'

/** The settings that a call needs, all present. */
export type Present<Name extends Optional> = {
  readonly [Key in Name]: NonNullable<OrdersSettings[Key]>
}

/** The answer to a call that lacks a setting; nothing is sent. */
export function notSet(name: string): Extract<PortAnswer<never>, { outcome: 'not_sent' }> {
  const message = `${name} of the orders Worker is not set. Set it in its wrangler.jsonc.`
  return { outcome: 'not_sent', message }
}

function isPresent<Name extends Optional>(
  settings: Pick<OrdersSettings, Name>,
  names: readonly Name[],
): settings is Pick<OrdersSettings, Name> & Present<Name> {
  return names.every((name) => settings[name] !== undefined)
}

/**
 * Makes a call that needs settings which a merchant without linked wallets or transfers leaves out.
 * Without them nothing is sent, and the answer names the first that is missing.
 */
export function withSettings<Name extends Optional, Data>(
  settings: Pick<OrdersSettings, Name>,
  names: readonly Name[],
  make: (present: Present<Name>) => Promise<PortAnswer<Data>>,
): Promise<PortAnswer<Data>> {
  if (isPresent(settings, names)) return make(settings)
  const name = names.find((one) => settings[one] === undefined)
  return Promise.resolve(notSet(`${name}`))
}
