import { describe, expect, it } from 'vitest'
import { simulationSeeds } from '../test/simulation-seeds.ts'
import { recordTransitions, transitionsOf } from '../test/recorded-transitions.ts'
import { overDurableObject } from '../test/durable-database.ts'
import { MoneySimulation } from '../test/money/money-simulation.ts'
import type { MoneyOrder } from '../test/money/money-stage.ts'
import { listUndecided } from './daily-files/index.ts'
import { attemptStates, type AttemptState } from './states/attempt-state.ts'
import { orderStates, type OrderState } from './states/order-state.ts'
import { refundStates, type RefundState } from './states/refund-state.ts'
import { verifyJournal } from './upkeep/index.ts'

/**
 * Goal: what crosses the ways of money goes well too. A refund that needs a second person, held
 * money, payments made twice, refunds made on the merchant site, the daily files, erasure,
 * retention and rotation of secrets all change the same order at once; and still the books say what
 * the service did, nobody gets back more than was paid, nothing is believed without a proof, and
 * nothing is forgotten.
 *
 * Method: a seeded world of three orders, one paid on pages, one held and captured from a linked
 * wallet, one more of the latter or charged at once. A quarter of the calls is lost, answered by a
 * proxy, turned away or made twice. Some refunds fail unheard and are made unheard when they are
 * sent again; some are made unheard, and their repeat, by the client or a later call, is refused
 * for its amount. A request or an answer is on its way within its lease or for longer, while
 * sweeps, the queue, second persons, customers and an erasure do something else, and persons who do
 * not wait give their verdicts; the process dies in 2 % of its statements. Callbacks are lost,
 * repeated and reordered. Operators propose refunds; the proposer, another person or two persons at
 * once approve or refuse them, early, late and again. The service lets held money go by itself,
 * lists rows in the file of a later day, and refuses what exceeds the rest of a payment. Then
 * faults stop, and a person decides by the truth what files and answers have left open. In the time
 * of faults a person also settles refunds as not returned that went back; another one finds out
 * then or later, and corrects it.
 *
 * Invariants, after each step, by what the simulated service did and what it has told: what counts
 * as paid, returned, refused, held or released is so, in these amounts, and an answer that arrived,
 * a row of a file or a verdict proves it, and nothing is refused that went back but by the mistake
 * of a person; no correction is refused for which there is room; no payment returns more than it
 * brought; what one person has returned alone stays within the limit, and what was refused is not
 * made; every request that is repeated is the same as before; every unknown outcome is still asked
 * about, or an alert about it is open; no verdict overtakes a call; no held money is captured over
 * a payment that was reported, or stays once another payment counts; nothing stays presumed once
 * its files have come without it. In the end nothing is open.
 *
 * A failing seed is in the name of its test: SIMULATION_FIRST_SEED=<seed> SIMULATION_SEEDS=1
 * repeats it.
 */
const seeds = simulationSeeds(4)

async function expectTrueOrder(simulation: MoneySimulation, { id }: MoneyOrder): Promise<void> {
  const { stage } = simulation
  const { world } = stage
  const { order, attempts, refunds, disputedPayments, journal } = await world.order(id)
  const trail = journal.map(({ kind, data }) => `${kind} ${JSON.stringify(data)}`).join('\n')
  const references = new Set(attempts.map(({ reference }) => reference))
  const taken = stage.taken.filter(({ reference }) => references.has(reference))

  // Nothing of it waits any more.
  expect([id, order.state, orderStates[order.state].atRest], trail).toEqual([id, order.state, true])
  for (const { reference, state } of attempts) {
    const { mayHaveMoved, answered } = attemptStates[state]
    expect([reference, state, mayHaveMoved, answered], trail).toEqual([
      reference,
      state,
      false,
      true,
    ])
  }

  // Every payment counts as the order's, or is returned.
  expect(order.paidTransactionId !== null || disputedPayments.length > 0, trail).toBe(
    taken.length > 0,
  )
  for (const { transactionId } of taken) {
    const kept = disputedPayments.find((one) => one.transactionId === transactionId)
    const isPayment = order.paidTransactionId === transactionId
    expect([transactionId, isPayment || kept?.state === 'returned'], trail).toEqual([
      transactionId,
      true,
    ])
  }

  // What is booked as returned went back, and everything that went back is booked.
  const truth = { vnd: 0, points: 0 }
  for (const { id: refundId, state, settledVnd, settledPoints } of refunds) {
    const back = world.service.returnedOf(refundId.replace('elsewhere:', ''))
    expect([refundId, state, back], trail).toEqual([
      refundId,
      back.vnd + back.points > 0 ? 'refunded' : 'refused',
      { vnd: settledVnd, points: settledPoints },
    ])
    truth.vnd += back.vnd
    truth.points += back.points
  }
  const all = world.service.returns.filter(({ refund }) => references.has(refund.originalReference))
  expect(truth.vnd).toBe(all.reduce((sum, { vnd }) => sum + vnd, 0))
  const booked = { vnd: order.settledVnd, points: order.settledPoints }
  for (const { settledVnd, settledPoints } of disputedPayments) {
    booked.vnd += settledVnd
    booked.points += settledPoints
  }
  expect(booked, trail).toEqual(truth)
  expect([order.refundedVnd, order.refundedPoints]).toEqual([order.settledVnd, order.settledPoints])

  // The shop heard once that the order is paid, and its last event tells the present state.
  const events = stage.processed.filter((event) => event.data.order?.id === id)
  const paid = new Set(events.filter(({ type }) => type === 'order.paid').map((one) => one.id))
  expect(paid.size).toBe(order.paidTransactionId === null ? 0 : 1)
  if (events.length > 0) expect(events.at(-1)?.data.order?.state, trail).toBe(order.state)
}

async function live(seed: number, database: D1Database): Promise<void> {
  await recordTransitions(database, ['orders', 'attempts', 'refunds'])
  const simulation = new MoneySimulation(seed, database)
  const { stage } = simulation
  const { world } = stage

  await simulation.begin()
  await simulation.storm()
  await simulation.calm()

  expect(stage.untruths).toEqual([])
  for (const order of stage.orders) await expectTrueOrder(simulation, order)
  for (const { reference, status } of world.service.payments) {
    expect([reference, status]).not.toEqual([reference, 'HOLDING'])
  }
  expect(world.service.askedTwice).toEqual([])
  expect((await listUndecided(world.context)).items).toEqual([])
  expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'open'")).toBe(0)

  for (const [earlier, later] of await transitionsOf<OrderState>(database, 'orders')) {
    const isTakenBack = orderStates[earlier].showsRefunds && orderStates[later].showsRefunds
    if (!isTakenBack && earlier !== 'disputed') expect(orderStates[earlier].next).toContain(later)
  }
  for (const [earlier, later] of await transitionsOf<AttemptState>(database, 'attempts')) {
    expect(attemptStates[earlier].next).toContain(later)
  }
  for (const [earlier, later] of await transitionsOf<RefundState>(database, 'refunds')) {
    expect(refundStates[earlier].next).toContain(later)
  }
  expect((await verifyJournal(world.context)).broken).toBeUndefined()
}

describe('all flows of money at once under faults', () => {
  it.each(seeds)('end in a consistent state with the seed %i', (seed) =>
    overDurableObject((database) => live(seed, database)),
  )
})
