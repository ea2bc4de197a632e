import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ordersIn } from '../database/states-in-sql.ts'
import { allAttemptStates, attemptStates } from './attempt-state.ts'
import { allOrderStates, orderStates, type OrderState } from './order-state.ts'
import { allRefundStates, refundStates, type RefundState } from './refund-state.ts'

// Written down from the specification and the money rules, not from the table.
const unpaid: readonly OrderState[] = ['creating', 'created', 'expired', 'held', 'cancelled']

function reachable<State extends string>(
  from: State,
  next: (state: State) => readonly State[],
): Set<State> {
  const seen = new Set<State>()
  const queue = [from]
  for (const state of queue) {
    if (seen.has(state)) continue
    seen.add(state)
    queue.push(...next(state))
  }
  return seen
}

describe('orderStates', () => {
  it('have no step from a paid state back to an unpaid one', () => {
    assert(
      property(constantFrom(...allOrderStates), (state) => {
        if (!orderStates[state].paymentSeen) return
        const later = [...reachable(state, (at) => orderStates[at].next)]
        expect(later.filter((at) => unpaid.includes(at))).toEqual([])
      }),
    )
  })

  it('reopen an expired order for a late payment only', () => {
    expect(orderStates.expired.next.toSorted()).toEqual([
      'disputed',
      'held',
      'paid',
      'paid_unverified',
    ])
  })

  it('leave held only by a capture, a release or a dispute', () => {
    expect(orderStates.held.next.toSorted()).toEqual(['cancelled', 'disputed', 'paid'])
    expect(orderStates.held.payable || orderStates.held.refundable).toBe(false)
    expect(orderStates.cancelled.payable || orderStates.cancelled.refundable).toBe(false)
  })

  it('leave paid for refunds and disputes only', () => {
    expect(orderStates.paid.next.toSorted()).toEqual(['disputed', 'part_refunded', 'refunded'])
    expect(orderStates.paid_unverified.next.toSorted()).toEqual(['disputed', 'paid'])
  })

  it('can all be reached from the first one', () => {
    expect(reachable<OrderState>('creating', (at) => orderStates[at].next).size).toBe(
      allOrderStates.length,
    )
  })

  it('are the source of the SQL conditions', () => {
    const textOf = (state: OrderState): string =>
      new SQLiteAsyncDialect().sqlToQuery(ordersIn.before(state)).sql
    assert(
      property(constantFrom(...allOrderStates), constantFrom(...allOrderStates), (from, to) => {
        expect(textOf(to).includes(`'${from}'`)).toBe(orderStates[from].next.includes(to))
      }),
    )
  })
})

describe('attemptStates', () => {
  it('allow a payment to be found in every state', () => {
    for (const state of allAttemptStates) {
      if (state !== 'paid') expect(attemptStates[state].next).toContain('paid')
    }
  })

  it('keep the money of a linked wallet open until an answer, a release or a verdict', () => {
    const over = new Set(['paid', 'released', 'refused', 'awaiting_otp'])
    for (const state of allAttemptStates) {
      if (!attemptStates[state].mayHaveMoved) continue
      const left = attemptStates[state].next.filter((next) => !attemptStates[next].mayHaveMoved)
      expect(left.filter((next) => !over.has(next))).toEqual([])
      expect(attemptStates[state].live).toBe(true)
    }
  })

  it('never request a new code, nor expire, when the outcome is unknown', () => {
    expect(attemptStates.payment_unknown.next).not.toContain('awaiting_otp')
    expect(attemptStates.payment_unknown.next).not.toContain('expired')
    expect(attemptStates.held.next).not.toContain('expired')
  })
})

describe('the states that express how much was refunded', () => {
  it('are those of a confirmed payment that nobody disputes', () => {
    const saying = allOrderStates.filter((state) => orderStates[state].showsRefunds)

    expect(saying).toEqual(['paid', 'part_refunded', 'refunded'])
    for (const state of saying) {
      expect(orderStates[state]).toMatchObject({ paymentSeen: true, refundable: true })
    }
  })
})

describe('refundStates', () => {
  it('have no step from a known outcome to another one, except from a wrong verdict to refunded', () => {
    expect(refundStates.refunded.next).toEqual([])
    expect(refundStates.refused.next).toEqual(['refunded', 'part_settled'])
  })

  it('have a step from an unknown outcome to each possible one', () => {
    const turnsOut: readonly RefundState[] = ['refunded', 'part_settled', 'refused']
    for (const state of ['refund_unknown', 'presumed_refunded'] as const) {
      expect(refundStates[state].next).toEqual(expect.arrayContaining([...turnsOut]))
    }
  })

  it('can withdraw a presumed outcome, and no stated one', () => {
    const toUnknown = allRefundStates.filter((s) => refundStates[s].next.includes('refund_unknown'))

    expect(toUnknown.toSorted()).toEqual(['presumed_refunded', 'reserved'])
  })

  it('are open while an outcome may follow, and call the service before one is known', () => {
    for (const state of allRefundStates) {
      const isLedOn = refundStates[state].next.length > 0 && state !== 'refused'
      expect(refundStates[state].open).toBe(isLedOn)
    }
    const called = allRefundStates.filter((state) => refundStates[state].unsettled)
    expect(called.toSorted()).toEqual(['refund_unknown', 'reserved'])
  })
})
