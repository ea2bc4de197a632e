import { checkArguments } from '@merchant-edge/signing/options'
import { commonRefusals } from './refusals/common-refusals.ts'
import { commonRefusalsVi } from './refusals/common-refusals.vi.ts'
import { voucherRefusals } from './e-voucher/voucher-refusals.ts'
import { voucherRefusalsVi } from './e-voucher/voucher-refusals.vi.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { gatewayGiftCodeRefusals } from './gateway/gateway-gift-code-refusals.ts'
import { gatewayMemberRefusals } from './gateway/gateway-member-refusals.ts'
import {
  gatewayGiftCodeRefusalsVi,
  gatewayMemberRefusalsVi,
  gatewayTopUpRefusalsVi,
} from './gateway/gateway-refusals.vi.ts'
import { gatewayTopUpRefusals } from './gateway/gateway-top-up-refusals.ts'
import { giftCodeRefusals } from './gift-code/gift-code-refusals.ts'
import { giftCodeRefusalsVi } from './gift-code/gift-code-refusals.vi.ts'
import { linkedPaymentRefusals } from './linked-account/linked-payment-refusals.ts'
import { linkedPaymentRefusalsVi } from './linked-account/linked-payment-refusals.vi.ts'
import { membershipRefusals } from './membership/membership-refusals.ts'
import { membershipRefusalsVi } from './membership/membership-refusals.vi.ts'
import { transferRefusals } from './money-transfer/transfer-refusals.ts'
import { transferRefusalsVi } from './money-transfer/transfer-refusals.vi.ts'
import { refundRefusals } from './refund/refund-refusals.ts'
import { refundRefusalsVi } from './refund/refund-refusals.vi.ts'
import type { RefusalTable, RefusalWords } from './refusals/refusal.ts'
import { topUpRefusals } from './top-up/top-up-refusals.ts'
import { topUpRefusalsVi } from './top-up/top-up-refusals.vi.ts'

export type { RefusalWords } from './refusals/refusal.ts'
export { settledByInVietnamese } from './settled-by.vi.ts'

type WordsTable = { readonly [code: number]: RefusalWords }

const wordsOf: ReadonlyMap<RefusalTable, WordsTable> = new Map<RefusalTable, WordsTable>([
  [commonRefusals, commonRefusalsVi],
  [transferRefusals, transferRefusalsVi],
  [refundRefusals, refundRefusalsVi],
  [membershipRefusals, membershipRefusalsVi],
  [giftCodeRefusals, giftCodeRefusalsVi],
  [topUpRefusals, topUpRefusalsVi],
  [gatewayMemberRefusals, gatewayMemberRefusalsVi],
  [gatewayTopUpRefusals, gatewayTopUpRefusalsVi],
  [gatewayGiftCodeRefusals, gatewayGiftCodeRefusalsVi],
  [voucherRefusals, voucherRefusalsVi],
  [linkedPaymentRefusals, linkedPaymentRefusalsVi],
])

/**
 * The Vietnamese meaning of a code at an endpoint: from the endpoint's own table first, then from
 * the common one.
 *
 * @param endpoint an endpoint of this contract
 * @param code `meta.code` of an answer
 * @returns cause and remedy, or `undefined` for a success and for a code that no table lists
 *
 * @example
 * ```ts
 * import { refundOrder } from '@merchant-edge/contract'
 * import { vietnameseOf } from '@merchant-edge/contract/vi'
 *
 * const words = vietnameseOf(refundOrder, 4000801)
 * if (words?.cause !== 'Giao dịch gốc không phải là giao dịch thanh toán.') throw new Error(words?.cause)
 * ```
 * @see Specification 7
 */
export function vietnameseOf(endpoint: AnyEndpoint, code: number): RefusalWords | undefined {
  checkArguments('vietnameseOf', { endpoint })
  if (Object.hasOwn(endpoint.success, code)) return undefined
  const table = Object.hasOwn(endpoint.refusals, code) ? endpoint.refusals : commonRefusals
  const words = wordsOf.get(table)
  return words !== undefined && Object.hasOwn(words, code) ? words[code] : undefined
}
