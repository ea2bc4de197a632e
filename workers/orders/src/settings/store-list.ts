import type { Stores } from '@merchant-edge/orders/api'
import * as v from 'valibot'

const code = v.pipe(
  v.string(),
  v.regex(
    /^[\x21-\x7E]{1,64}$/,
    'must be 1 to 64 printable ASCII characters without spaces, the last one a * for all that begin so',
  ),
)

/** STORES: further stores and terminals, besides the default ones in STORE_CODE and POS_CODE. */
export const storeList = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be JSON'),
  v.array(
    v.strictObject({ storeCode: code, posCodes: v.array(code) }),
    'must be a list such as [{"storeCode":"STORE-2","posCodes":["TILL-1","TILL-2"]}]',
  ),
)

/** The settings about stores, each checked by itself. */
export interface StoreSettings {
  readonly STORE_CODE: string
  readonly POS_CODE?: string | undefined
  readonly STORES?: v.InferOutput<typeof storeList> | undefined
}

/** The stores of the merchant, as the settings name them. */
export function storesOf({ STORE_CODE, POS_CODE, STORES = [] }: StoreSettings): Stores {
  return {
    default: { storeCode: STORE_CODE, ...(POS_CODE !== undefined && { posCode: POS_CODE }) },
    allowed: STORES,
  }
}
