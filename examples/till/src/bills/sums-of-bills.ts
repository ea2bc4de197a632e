import { dayOfTime } from '@merchant-edge/pages'
import type { BillOrder } from '../checkout/bill-order.ts'
import { type BillStage, stageOf } from './bill-stage.ts'
import type { MoneyAndPoints } from './sum-text.ts'

/** What a till has taken on a day, for the end of a shift. */
export interface SumsOfBills {
  /** Number of bills that were paid, returned ones included. */
  readonly paid: number
  readonly taken: MoneyAndPoints
  readonly returned: MoneyAndPoints
  /** What of `taken` was not returned. */
  readonly left: MoneyAndPoints
  /** Number of bills whose payment somebody has to look at; they are not in the sums. */
  readonly disputed: number
}

const paidStages: ReadonlySet<BillStage> = new Set(['paid', 'partlyReturned', 'returned'])

function sumOf(parts: readonly MoneyAndPoints[]): MoneyAndPoints {
  return parts.reduce(
    (sum, { vnd, points }) => ({ vnd: sum.vnd + vnd, points: sum.points + points }),
    { vnd: 0, points: 0 },
  )
}

/** The day of Vietnam on which a bill was paid, `YYYY-MM-DD`; `undefined` when it is not paid. */
export function dayOfPayment({ state, payment }: BillOrder): string | undefined {
  const isPaid = payment !== undefined && paidStages.has(stageOf(state))
  return isPaid ? dayOfTime(payment.confirmedAt) : undefined
}

/**
 * Sums what was paid of bills on a day, and what was returned of these payments at any time.
 *
 * @param day day of Vietnam, `YYYY-MM-DD`
 */
export function sumsOfBills(bills: readonly BillOrder[], day: string): SumsOfBills {
  const paid = bills.flatMap((bill) => {
    const { payment, returned } = bill
    return payment !== undefined && dayOfPayment(bill) === day ? [{ payment, returned }] : []
  })
  const taken = sumOf(paid.map(({ payment }) => payment))
  const returned = sumOf(paid.map((bill) => bill.returned))
  return {
    paid: paid.length,
    taken,
    returned,
    left: { vnd: taken.vnd - returned.vnd, points: taken.points - returned.points },
    disputed: bills.filter(({ state }) => stageOf(state) === 'disputed').length,
  }
}
