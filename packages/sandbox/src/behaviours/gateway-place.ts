import type { Caller } from '../authentication/authenticate.ts'
import { requireStore, type Place } from '../merchants/require-store.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { gatewayPlaceInvalid } from './gateway-play.ts'

/** The three codes by which a gift-code call over the gateway names where it comes from. */
interface GatewayPlace {
  readonly merchant_code: string
  readonly merchant_id: string
  readonly terminal_id: string
}

/**
 * Store and terminal of a gift-code call over the gateway. Assumes G-45.
 *
 * @throws RefusalError 403100 for a store or terminal that is not the merchant's own and open, 4040201
 * for a merchant_code that is not the caller's
 */
export async function gatewayPlaceOf(
  call: { readonly sandbox: Sandbox; readonly caller: Caller },
  request: GatewayPlace,
): Promise<Place> {
  const { code: merchantCode } = call.caller.merchant
  if (request.merchant_code !== merchantCode) {
    throw new RefusalError(4040201, 'merchant_code: is not that of the caller')
  }
  const place = { merchantCode, storeCode: request.merchant_id, posCode: request.terminal_id }
  await requireStore(call.sandbox, place, gatewayPlaceInvalid)
  return place
}
