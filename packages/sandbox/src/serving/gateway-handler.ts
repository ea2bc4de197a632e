import type { Caller } from '../authentication/authenticate.ts'
import { requireStore, type Place } from '../merchants/stores.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'

/** Code for a malformed request on the gateway. @see Specification 7 */
export const gatewayMalformed = 4000

/**
 * Code of a store or terminal that is not valid on the gateway. Assumes G-45.
 *
 * @see Specification 7
 */
export const gatewayPlaceInvalid = 403100

type Fields = Readonly<Record<string, unknown>>

// The same form that every code has which the service issues.
const issuedCode = /^[\x21-\x7e]{1,64}$/

function checkPlace(fields: Fields, names: readonly string[]): void {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && issuedCode.test(value)) continue
    const problem = value === undefined ? 'is missing' : 'is malformed'
    throw new RefusalError(gatewayPlaceInvalid, `${name}: ${problem}`)
  }
}

const headerFields = { store: 'X-Merchant-ID', terminal: 'X-Terminal-ID' } as const
const bodyFields = { store: 'merchant_id', terminal: 'terminal_id' } as const

/**
 * What the gateway refuses before it looks at the other fields: a store or terminal that is missing
 * or malformed, in the calls that name them like headers.
 *
 * @throws RefusalError 403100
 */
export function checkHeaderPlace(fields: Fields): void {
  checkPlace(fields, Object.values(headerFields))
}

/**
 * What the gateway refuses before it looks at the other fields: a store or terminal that is missing
 * or malformed, in the calls that name them in the body.
 *
 * @throws RefusalError 403100
 */
export function checkBodyPlace(fields: Fields): void {
  checkPlace(fields, Object.values(bodyFields))
}

/**
 * The two codes by which a call over the gateway that is not about gift codes names where it comes
 * from.
 */
interface HeaderPlace {
  readonly 'X-Merchant-ID': string
  readonly 'X-Terminal-ID': string
}

/** Store and terminal as a call over the gateway names them like headers, not looked up yet. */
export function headerPlaceNamed({ merchant }: Caller, request: HeaderPlace): Place {
  return {
    merchantCode: merchant.code,
    storeCode: request['X-Merchant-ID'],
    posCode: request['X-Terminal-ID'],
    fieldNames: headerFields,
  }
}

/** The three codes by which a gift-code call over the gateway names where it comes from. */
interface GatewayPlace {
  readonly merchant_code: string
  readonly merchant_id: string
  readonly terminal_id: string
}

interface GatewayCall {
  readonly sandbox: Sandbox
  readonly caller: Caller
}

/**
 * Store and terminal as a gift-code call over the gateway names them, not looked up yet.
 *
 * @throws RefusalError 4040201 for a merchant_code that is not the caller's
 */
export function gatewayPlaceNamed({ caller }: GatewayCall, request: GatewayPlace): Place {
  const { code: merchantCode } = caller.merchant
  if (request.merchant_code !== merchantCode) {
    throw new RefusalError(4040201, 'merchant_code: is not that of the caller')
  }
  return {
    merchantCode,
    storeCode: request.merchant_id,
    posCode: request.terminal_id,
    fieldNames: bodyFields,
  }
}

/**
 * Store and terminal of a gift-code call over the gateway. Assumes G-45.
 *
 * @throws RefusalError 403100 for a store or terminal that is not the merchant's own and open,
 *   4040201 for a merchant_code that is not the caller's
 */
export async function gatewayPlaceOf(call: GatewayCall, request: GatewayPlace): Promise<Place> {
  const place = gatewayPlaceNamed(call, request)
  await requireStore(call.sandbox, place, gatewayPlaceInvalid)
  return place
}
