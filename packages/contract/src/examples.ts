import type { Endpoint } from './endpoint.ts'
import type * as endpoints from './endpoints.ts'
import { transactionQrExamples } from './transaction-qr/transaction-qr-examples.ts'
import { webPaymentExamples } from './web-payment/web-payment-examples.ts'
import { moneyTransferExamples } from './money-transfer/money-transfer-examples.ts'
import { refundExamples } from './refund/refund-examples.ts'
import { membershipExamples } from './membership/membership-examples.ts'
import { giftCodeExamples } from './gift-code/gift-code-examples.ts'
import { topUpExamples } from './top-up/top-up-examples.ts'
import { gatewayExamples } from './gateway/gateway-examples.ts'
import { eVoucherExamples } from './e-voucher/e-voucher-examples.ts'
import { linkedAccountExamples } from './linked-account/linked-account-examples.ts'

type RequestOf<Call> =
  Call extends Endpoint<infer Request, infer _Success, infer _Refusals> ? Request : never

/** One valid request per endpoint, by the endpoint's name. */
export type Examples = {
  readonly [Name in keyof typeof endpoints]: RequestOf<(typeof endpoints)[Name]>
}

/**
 * A request of every endpoint as a merchant could send it, for documents, tools and tests.
 *
 * @example
 * ```ts
 * import { refundOrder } from '@merchant-edge/contract'
 * import { examples } from '@merchant-edge/contract/examples'
 * import * as v from 'valibot'
 *
 * if (!v.is(refundOrder.request, examples.refundOrder)) throw new Error('An example is valid.')
 * ```
 */
export const examples: Examples = {
  ...transactionQrExamples,
  ...webPaymentExamples,
  ...moneyTransferExamples,
  ...refundExamples,
  ...membershipExamples,
  ...giftCodeExamples,
  ...topUpExamples,
  ...gatewayExamples,
  ...eVoucherExamples,
  ...linkedAccountExamples,
}
