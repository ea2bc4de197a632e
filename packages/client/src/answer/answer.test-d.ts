import { type queryOrder, refundOrder } from '@merchant-edge/contract'
import type { Refunded, RefundedMoneyFirst } from '@merchant-edge/contract/refund'
import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { examples } from '@merchant-edge/contract/examples'
import { expectTypeOf } from 'vitest'
import type { AnswerOf, AnyAnswer } from './answer.ts'
import type { bindAll } from '../bind-all.ts'
import { call } from '../call.ts'
import type { Client } from '../client.ts'
import { orThrow } from './or-throw.ts'
import type { AnyWalletError, RefusedError, WalletError } from './wallet-error.ts'

// Checked by `tsc -p tsconfig.test.json`; nothing here is run.

declare const client: Client
declare const refunded: AnswerOf<typeof refundOrder>
declare const asked: AnswerOf<typeof queryOrder>
declare const error: AnyWalletError

// The data follows from the code.
if (refunded.outcome === 'accepted') {
  expectTypeOf(refunded.code).toEqualTypeOf<200 | 2000801 | 2000802>()
  if (refunded.code === 200) expectTypeOf(refunded.data).toEqualTypeOf<Refunded>()
  if (refunded.code === 2000801) expectTypeOf(refunded.data).toEqualTypeOf<RefundedMoneyFirst>()
}
if (asked.outcome === 'accepted') expectTypeOf(asked.data).toEqualTypeOf<OrderStatus>()
if (asked.outcome === 'unlisted') expectTypeOf(asked.data).toEqualTypeOf<unknown>()

// The reason narrows the refusal to its row.
if (refunded.outcome === 'refused' && refunded.reason === 'refund_period_over') {
  expectTypeOf(refunded.code).toEqualTypeOf<4000820>()
  expectTypeOf(refunded.retry).toEqualTypeOf<'never'>()
  expectTypeOf(refunded.applied).toEqualTypeOf<'no'>()
}

// 4000801 has only the meaning of the endpoint's own table, not the common one.
if (refunded.outcome === 'refused' && refunded.code === 4000801) {
  expectTypeOf(refunded.reason).toEqualTypeOf<'original_not_a_payment'>()
}
if (asked.outcome === 'refused' && asked.code === 4000801) {
  expectTypeOf(asked.reason).toEqualTypeOf<'no_refund_right'>()
}
type RefundReason = Extract<typeof refunded, { outcome: 'refused' }>['reason']
expectTypeOf<'no_refund_right'>().not.toExtend<RefundReason>()
expectTypeOf<'nonce_reused'>().toExtend<RefundReason>()

if (refunded.outcome === 'refused') {
  // @ts-expect-error -- a reason that no table has
  if (refunded.reason === 'refund_periode_over') throw new Error()
}

/** Every reason of a query; leaving one out does not compile, for then `left` is not never. */
export function exhaustive(answer: Extract<typeof asked, { outcome: 'refused' }>): string {
  switch (answer.reason) {
    case 'invalid_data':
    case 'no_refund_right':
    case 'authentication_failed':
    case 'timestamp_not_numeric':
    case 'timestamp_in_future':
    case 'request_expired':
    case 'nonce_rejected':
    case 'nonce_reused':
    case 'merchant_not_licensed':
    case 'not_found':
    case 'merchant_not_found':
    case 'server_error':
    case 'service_fault':
      return answer.remedy
    default: {
      const left: never = answer
      return left
    }
  }
}

/** The same with one reason only. */
export function incomplete(answer: Extract<typeof asked, { outcome: 'refused' }>): void {
  if (answer.reason === 'invalid_data') return
  // @ts-expect-error -- twelve reasons are left
  const left: never = answer
  void left
}

// A request is checked where it is written.
void call(client, refundOrder, examples.refundOrder)
// @ts-expect-error -- a field is missing
void call(client, refundOrder, { order_reference_id: 'R-1', vnd_amount: 1 })
// @ts-expect-error -- a field is misspelled
void call(client, refundOrder, { ...examples.refundOrder, vnd_amout: 1 })
// @ts-expect-error -- an amount is text
void call(client, refundOrder, { ...examples.refundOrder, vnd_amount: '1' })

// Every form of a call answers alike.
expectTypeOf(await call(client, refundOrder, examples.refundOrder)).toEqualTypeOf(refunded)
expectTypeOf<ReturnType<ReturnType<typeof bindAll>['refundOrder']>>().resolves.toEqualTypeOf(
  refunded,
)
expectTypeOf(orThrow(refunded).outcome).toEqualTypeOf<'accepted'>()
expectTypeOf(orThrow(asked).data).toEqualTypeOf<OrderStatus>()
expectTypeOf(refunded).toExtend<AnyAnswer>()
expectTypeOf(asked).toExtend<AnyAnswer>()

// The code of an error tells its class.
expectTypeOf(error).toExtend<WalletError>()
if (error.code === 'ERR_REFUSED') expectTypeOf(error).toEqualTypeOf<RefusedError>()
expectTypeOf<AnyWalletError['code']>().toEqualTypeOf<
  | 'ERR_KEY_INVALID'
  | 'ERR_TIMEOUT'
  | 'ERR_ABORTED'
  | 'ERR_NETWORK'
  | 'ERR_RESPONSE_INVALID'
  | 'ERR_REFUSED'
  | 'ERR_UNLISTED'
>()
