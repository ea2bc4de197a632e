import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allAttemptStates,
  allOrderStates,
  allRefundStates,
  attemptStates,
  orderStates,
  ordersIn,
  refundStates,
  type OrderState,
  type RefundState,
} from './order-state.ts'

// Written down from the specification and the money rules, not from the table.
const unpaid: readonly OrderState[] = ['creating', 'created', 'expired']

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
  it('leads from no state in which a payment was seen back to an unpaid one', () => {
    assert(
      property(constantFrom(...allOrderStates), (state) => {
        if (!orderStates[state].paymentSeen) return
        const later = [...reachable(state, (at) => orderStates[at].next)]
        expect(later.filter((at) => unpaid.includes(at))).toEqual([])
      }),
    )
  })

  it('reopens an expired order for a late payment only', () => {
    expect(orderStates.expired.next.toSorted()).toEqual(['disputed', 'paid', 'paid_unverified'])
  })

  it('leaves paid for refunds and disputes only', () => {
    expect(orderStates.paid.next.toSorted()).toEqual(['disputed', 'part_refunded', 'refunded'])
    expect(orderStates.paid_unverified.next.toSorted()).toEqual(['disputed', 'paid'])
  })

  it('lets every state be reached from the first one', () => {
    expect(reachable<OrderState>('creating', (at) => orderStates[at].next).size).toBe(
      allOrderStates.length,
    )
  })

  it('is what SQL conditions are made of', () => {
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
  it('lets a payment turn up in every state', () => {
    for (const state of allAttemptStates) {
      if (state !== 'paid') expect(attemptStates[state].next).toContain('paid')
    }
  })
})

describe('refundStates', () => {
  it('never leads from an unknown outcome to a refusal', () => {
    const later = reachable<RefundState>('refund_unknown', (state) => refundStates[state].next)

    expect([...later]).not.toContain('refused')
  })

  it('calls the service in states that may still change, and in no others', () => {
    for (const state of allRefundStates) {
      expect(refundStates[state].unsettled).toBe(refundStates[state].next.length > 0)
    }
  })
})
