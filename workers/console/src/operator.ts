import type { StoreFilter } from '@merchant-edge/orders/api'
import type { Operator } from '@merchant-edge/pages'

/** Whether an operator sees what belongs to a store, or to none when `storeCode` is missing. */
export function seesStore({ stores }: Operator, storeCode: string | undefined): boolean {
  return stores === undefined || (storeCode !== undefined && stores.includes(storeCode))
}

/** What limits a list to the stores that an operator sees; nothing for one who sees every store. */
export function visibleStores({ stores }: Operator): Pick<StoreFilter, 'storeCodes'> {
  return stores === undefined ? {} : { storeCodes: stores }
}
