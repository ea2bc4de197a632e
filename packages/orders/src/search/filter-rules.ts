import type { OptionRules } from '@merchant-edge/signing/options'
import type { StoreFilter } from '../stores/store-filter.ts'
import type {
  CallbackFilter,
  LinkFilter,
  OrderFilter,
  PageOf,
  RefundFilter,
  TransferFilter,
} from './search-api.ts'

// A list ignores a field that it does not know, so a misspelt filter would list everything. The values are checked with
// the rules of the fields.

/** The fields of the filter by stores. */
export const storeFilterRules: OptionRules<StoreFilter> = {
  storeCode: 'any',
  posCode: 'any',
  storeCodes: 'any',
}

/** The fields of the requested page. */
export const pageRules: OptionRules<PageOf> = { cursor: 'string', limit: 'any' }

/** The fields of a filter of orders. */
export const orderFilterRules: OptionRules<OrderFilter> = {
  ...storeFilterRules,
  state: 'any',
  day: 'any',
  amountVnd: 'any',
  reference: 'any',
  transactionId: 'any',
  customerId: 'any',
}

/** The fields of a filter of refunds, and of its page. */
export const refundListRules: OptionRules<RefundFilter & PageOf> = {
  ...storeFilterRules,
  ...pageRules,
  state: 'any',
  day: 'any',
}

/** The fields of a filter of transfers, and of its page. */
export const transferListRules: OptionRules<TransferFilter & PageOf> = {
  ...pageRules,
  state: 'any',
  day: 'any',
}

/** The fields of a filter of links, and of its page. */
export const linkListRules: OptionRules<LinkFilter & PageOf> = {
  ...pageRules,
  state: 'any',
  customerId: 'any',
}

/** The fields of a filter of stored callbacks, and of its page. */
export const callbackListRules: OptionRules<CallbackFilter & PageOf> = {
  ...pageRules,
  state: 'any',
  orderId: 'any',
}
