import type { SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { attemptsIn, linksIn, ordersIn, refundsIn, transfersIn } from '../database/states-in-sql.ts'
import { allAttemptStates, attemptStates, maxOtpTries } from './attempt-state.ts'
import { allDisputedPaymentStates } from './disputed-payment-state.ts'
import { allLinkStates, linkStates, linkStatesWithToken } from './link-state.ts'
import { allOrderStates, orderStates } from './order-state.ts'
import { allRefundStates, refundStates } from './refund-state.ts'
import { allTransferStates, transferStates } from './transfer-state.ts'

/**
 * Goal: a step that is added to a table, or taken out of it, is added or taken out on purpose, and
 * SQL says the same as the table. Method: every step and every flag written down a second time, by
 * hand; a change of the rules changes both.
 */
const orderSteps = {
  creating: 'created expired paid_unverified held paid disputed',
  created: 'expired paid_unverified held paid disputed',
  expired: 'paid_unverified held paid disputed',
  paid_unverified: 'paid disputed',
  paid: 'disputed part_refunded refunded',
  disputed: '',
  part_refunded: 'disputed refunded',
  refunded: 'disputed',
  held: 'paid cancelled disputed',
  cancelled: 'paid_unverified paid disputed',
}

const attemptSteps = {
  creating: 'created create_unknown refused expired paid',
  created: 'expired paid',
  create_unknown: 'created expired paid',
  refused: 'releasing paid',
  expired: 'paid',
  paid: '',
  paying: 'awaiting_otp payment_unknown refused held capturing releasing paid',
  awaiting_otp: 'confirming expired refused paid',
  confirming: 'awaiting_otp payment_unknown refused held capturing releasing paid',
  payment_unknown: 'confirming refused held capturing releasing released paid',
  held: 'capturing releasing released paid',
  capturing: 'releasing released paid',
  releasing: 'released paid',
  released: 'paid',
}

const refundSteps = {
  reserved: 'refunded presumed_refunded part_settled refund_unknown refused',
  refund_unknown: 'refunded presumed_refunded part_settled refused',
  presumed_refunded: 'refunded part_settled refund_unknown refused',
  part_settled: 'refunded',
  refunded: '',
  refused: 'refunded part_settled',
}

const linkSteps = {
  requested: 'linked expired',
  linked: 'unlinking unlinked',
  unlinking: 'unlinked',
  unlinked: '',
  expired: 'linked unlinking',
}

const transferSteps = {
  requested: 'succeeded refused unknown',
  unknown: 'succeeded refused',
  succeeded: '',
  refused: 'requested succeeded',
}

function textOf(query: SQL): string {
  return new SQLiteAsyncDialect().sqlToQuery(query).sql
}

/** States as SQL lists them. */
function listOf(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`
}

/** The states of which the steps of a table lead to a state, in the order of the table. */
function statesBefore(steps: Readonly<Record<string, string>>, state: string): string[] {
  return Object.entries(steps).flatMap(([from, to]) =>
    to.split(' ').includes(state) ? [from] : [],
  )
}

describe('the steps of an order', () => {
  it('are these, in SQL too', () => {
    const steps = allOrderStates.map((state) => [state, orderStates[state].next.join(' ')])
    expect(Object.fromEntries(steps)).toEqual(orderSteps)
    for (const state of allOrderStates) {
      const before = listOf(statesBefore(orderSteps, state))
      expect([state, textOf(ordersIn.before(state))]).toEqual([state, before])
    }
  })

  it('allow a payment, and a refund, in these states', () => {
    const refundable = ['paid', 'disputed', 'part_refunded', 'refunded']
    expect(allOrderStates.filter((state) => orderStates[state].payable)).toEqual([
      'creating',
      'created',
    ])
    expect(allOrderStates.filter((state) => orderStates[state].refundable)).toEqual(refundable)
    expect(allOrderStates.filter((state) => orderStates[state].paymentSeen)).toEqual([
      'paid_unverified',
      ...refundable,
    ])
    expect(textOf(ordersIn.payable)).toBe(listOf(['creating', 'created']))
    expect(textOf(ordersIn.refundable)).toBe(listOf(refundable))
    expect(textOf(ordersIn.showingRefunds)).toBe(listOf(['paid', 'part_refunded', 'refunded']))
  })

  it('have no pending operation except refunds in these states', () => {
    const atRest = ['expired', 'paid', 'part_refunded', 'refunded', 'cancelled']
    expect(allOrderStates.filter((state) => orderStates[state].atRest)).toEqual(atRest)
    expect(textOf(ordersIn.atRest)).toBe(listOf(atRest))
  })
})

describe('the steps of an attempt', () => {
  it('are these, in SQL too', () => {
    const steps = allAttemptStates.map((state) => [state, attemptStates[state].next.join(' ')])
    expect(Object.fromEntries(steps)).toEqual(attemptSteps)
    for (const state of allAttemptStates) {
      const before = listOf(statesBefore(attemptSteps, state))
      expect([state, textOf(attemptsIn.before(state))]).toEqual([state, before])
    }
  })

  it('keep an order alive, wait for an answer, or may have moved money, in these states', () => {
    const unanswered = ['creating', 'create_unknown']
    const moving = ['paying', 'confirming', 'payment_unknown', 'held', 'capturing', 'releasing']
    const live = [...unanswered, 'created', 'awaiting_otp', ...moving]
    const inOrder = allAttemptStates.filter((state) => live.includes(state))

    expect(allAttemptStates.filter((state) => attemptStates[state].live)).toEqual(inOrder)
    expect(allAttemptStates.filter((state) => !attemptStates[state].answered)).toEqual(unanswered)
    expect(allAttemptStates.filter((state) => attemptStates[state].mayHaveMoved)).toEqual(moving)
    expect(textOf(attemptsIn.live)).toBe(listOf(inOrder))
    expect(textOf(attemptsIn.unanswered)).toBe(listOf(unanswered))
    expect(textOf(attemptsIn.mayHaveMoved)).toBe(listOf(moving))
  })

  it('need a verdict, if nothing else settles the outcome, in these states', () => {
    const settleable = ['payment_unknown', 'capturing', 'releasing']
    expect(allAttemptStates.filter((state) => attemptStates[state].settleable)).toEqual(settleable)
  })

  it('allow three one-time codes', () => {
    expect(maxOtpTries).toBe(3)
  })
})

describe('the steps of a refund', () => {
  it('are these, in SQL too', () => {
    const steps = allRefundStates.map((state) => [state, refundStates[state].next.join(' ')])
    expect(Object.fromEntries(steps)).toEqual(refundSteps)
    for (const state of allRefundStates) {
      // A refused refund is led on by a person, and by no outcome.
      const before = listOf(
        statesBefore(refundSteps, state).filter((earlier) => earlier !== 'refused'),
      )
      expect([state, textOf(refundsIn.beforeOutcome(state))]).toEqual([state, before])
    }
  })

  it('call the service, and can be settled by a file or a verdict, in these states', () => {
    const unsettled = ['reserved', 'refund_unknown']
    const open = [...unsettled, 'presumed_refunded', 'part_settled']
    expect(allRefundStates.filter((state) => refundStates[state].unsettled)).toEqual(unsettled)
    expect(allRefundStates.filter((state) => refundStates[state].open)).toEqual(open)
    expect(textOf(refundsIn.unsettled)).toBe(listOf(unsettled))
  })
})

describe('the steps of a link', () => {
  it('are these, in SQL too', () => {
    const steps = allLinkStates.map((state) => [state, linkStates[state].next.join(' ')])
    expect(Object.fromEntries(steps)).toEqual(linkSteps)
    for (const state of allLinkStates) {
      const before = listOf(statesBefore(linkSteps, state))
      expect([state, textOf(linksIn.before(state))]).toEqual([state, before])
    }
  })

  it('keep one link for a customer, and its token, in these states', () => {
    expect(textOf(linksIn.active)).toBe(listOf(['requested', 'linked', 'unlinking']))
    expect(linkStatesWithToken).toEqual(['linked', 'unlinking'])
  })
})

describe('the steps of a transfer', () => {
  it('are these, in SQL too', () => {
    const steps = allTransferStates.map((state) => [state, transferStates[state].next.join(' ')])
    expect(Object.fromEntries(steps)).toEqual(transferSteps)
    for (const state of allTransferStates) {
      // A refused transfer is led on by a request or a person, and by no outcome of a call.
      const before = listOf(
        statesBefore(transferSteps, state).filter((earlier) => earlier !== 'refused'),
      )
      expect([state, textOf(transfersIn.beforeOutcome(state))]).toEqual([state, before])
    }
  })

  it('leave the outcome unknown in these states', () => {
    expect(textOf(transfersIn.open)).toBe(listOf(['requested', 'unknown']))
  })
})

describe('the states of a disputed payment', () => {
  it('are these', () => {
    expect(allDisputedPaymentStates).toEqual(['open', 'accepted', 'returned', 'released'])
  })
})
