import type { StoreFilter } from '@merchant-edge/orders/api'
import type { Operator } from '@merchant-edge/pages'

/**
 * Whether an operator may see data of a store, or data without a store when `storeCode` is missing.
 */
export function seesStore({ stores }: Operator, storeCode: string | undefined): boolean {
  return stores === undefined || (storeCode !== undefined && stores.includes(storeCode))
}

/**
 * The filter that restricts a list to the stores of an operator; empty for one who sees every
 * store.
 */
export function visibleStores({ stores }: Operator): Pick<StoreFilter, 'storeCodes'> {
  return stores === undefined ? {} : { storeCodes: stores }
}
