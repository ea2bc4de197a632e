import type { Move } from '../ledger/ledger.ts'
import type { OrderRow } from '../orders/orders.ts'

/** Which half of a refund moves. */
export type RefundHalf = 'money' | 'points'

/** The moves of one half of a refund; the merchant pays for the points as it was paid for them. */
export function refundMoves(
  original: OrderRow,
  refund: { readonly refundTransactionId: string; readonly vnd: number; readonly points: number },
  half: RefundHalf,
): readonly Move[] {
  const wallet = `wallet:${original.walletId ?? ''}` as const
  const merchant = `merchant:${original.merchantCode}` as const
  const common = { kind: 'refund', reference: refund.refundTransactionId } as const
  if (half === 'money') {
    return [{ ...common, from: merchant, to: wallet, unit: 'VND', amount: refund.vnd }]
  }
  const pointsVnd = refund.points * original.pointValueVnd
  return [
    { ...common, from: 'operator', to: wallet, unit: 'POINT', amount: refund.points },
    { ...common, from: merchant, to: 'operator', unit: 'VND', amount: pointsVnd },
  ]
}
