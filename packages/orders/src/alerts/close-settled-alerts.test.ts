import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { refundAccepted, refusal } from '../../test/scripted-service.ts'
import { World, webhookSecret } from '../../test/world.ts'
import {
  acknowledgeAlert,
  captureOrder,
  closeAlert,
  listAlerts,
  listEvents,
  payWithLink,
  recordCallback,
  refundOrder,
  resendEvent,
  settleRefundByVerdict,
  settleTransfer,
  sweep,
  transferMoney,
  unlinkWallet,
} from '../index.ts'
import { confirmCallbacks } from '../callbacks/confirm-callbacks.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { sweepKeys } from '../upkeep/sweep-keys.ts'
import type { JournalData } from '../database/tables/journal-data.ts'
import type { AlertKind } from './alert-kinds.ts'
import { raiseAlert } from './alerts.ts'
import { closeSettledAlerts } from './close-settled-alerts.ts'

const prize = {
  id: 'prize-1',
  amountVnd: 50_000,
  receiverPhone: '0900000123',
  description: 'Thank you',
}
const word = { reason: 'Seen on the merchant web site', staffId: 'an' }

async function statesOf(world: World): Promise<string[]> {
  const { alerts } = await listAlerts(world.context)
  return alerts.map(({ kind, state }) => `${kind} ${state}`).toSorted()
}

/** An order of 1,000 VND and 2 points with a refund of all of it, of unknown outcome. */
async function unknownRefund(world = new World()) {
  const id = await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  world.service.refundAnswer = () => refusal(5000800, 'maybe')
  await refundOrder(world.context, id, { id: 'R1', vnd: 1000, points: 2 })
  world.service.refundAnswer = () => refusal(4090801, 'maybe')
  await world.live(5, 30)
  return { world, id }
}

describe('an alert about an unknown outcome', () => {
  it('closes automatically once a person has settled the outcome, and names nobody', async () => {
    const { world, id } = await unknownRefund()
    const before = await statesOf(world)
    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word })

    await sweep(world.context)

    expect(before).toEqual(['refund_unsettled open'])
    const [alert] = (await listAlerts(world.context)).alerts
    expect(alert).toMatchObject({ state: 'closed', closed: { at: world.now() / 1000 } })
    expect(alert?.closed).not.toHaveProperty('staffId')
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'alert.closed')).toMatchObject([
      {
        evidence: 'own record',
        data: { alert_id: alert?.id, alert_kind: 'refund_unsettled', subject: 'R1' },
      },
    ])
  })

  it('closes by a late answer', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    const id = await world.openAndPay({ amountVnd: 3000 })
    world.service.refundAnswer = () => ({ outcome: 'unknown', silent: true, message: 'no answer' })
    await refundOrder(world.context, id, { id: 'R1', vnd: 3000 })
    await world.live(240)
    const before = await statesOf(world)
    world.service.refundAnswer = () => refundAccepted(200)

    await world.live(600, 300)

    expect(before).toEqual(['refund_unknown open'])
    expect(await statesOf(world)).toEqual(['refund_unknown closed'])
  })

  it('closes also when it is acknowledged, and the endpoints get one event', async () => {
    const received: unknown[] = []
    const { world, id } = await unknownRefund(
      new World({
        context: {
          endpoints: [
            {
              id: 'on-call',
              url: 'https://on-call.example/alerts',
              events: ['alert.*'],
              secrets: [webhookSecret],
            },
          ],
          async fetch(url, init) {
            received.push(await new Request(url, init).json())
            return new Response(null, { status: 204 })
          },
        },
      }),
    )
    await acknowledgeAlert(world.context, 1, word)
    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word })

    await world.live(3)

    expect((await listAlerts(world.context)).alerts).toMatchObject([
      { state: 'closed', acknowledged: { staffId: 'an' } },
    ])
    expect(received).toMatchObject([
      { type: 'alert.raised', data: { version: 1 } },
      { type: 'alert.closed', data: { version: 2, facts: {} } },
    ])
    expect(JSON.stringify(received[1])).not.toContain('staff_id')
  })

  it('closes in the next round when a round has reached its limit', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(5002200, 'maybe')
    for (const name of ['prize-1', 'prize-2']) {
      await transferMoney(world.context, { ...prize, id: name })
      await settleTransfer(world.context, name, { result: 'refused', ...word })
    }

    await closeSettledAlerts(world.context, 1)
    const first = await statesOf(world)
    await closeSettledAlerts(world.context, 1)

    expect([first, await statesOf(world)]).toEqual([
      ['transfer_unknown closed', 'transfer_unknown open'],
      ['transfer_unknown closed', 'transfer_unknown closed'],
    ])
  })

  it('is not checked again once it is closed', async () => {
    const world = new World({ context: { log: () => {} } })
    world.service.answers.transfer = () => refusal(5002200, 'maybe')
    await transferMoney(world.context, prize)
    await settleTransfer(world.context, prize.id, { result: 'refused', ...word })
    await world.live(2)
    world.advance({ seconds: 1 })

    await sweep(world.context)

    expect(world.invocation).toMatchObject({ roundTrips: 1, statements: 1 })
    expect(await statesOf(world)).toEqual(['transfer_unknown closed'])
  })

  it('reopens when it is raised again, and closes again', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(5002200, 'maybe')
    await transferMoney(world.context, prize)
    await settleTransfer(world.context, prize.id, { result: 'refused', ...word })
    await sweep(world.context)
    const first = await statesOf(world)
    await raiseAlert(world.context, {
      kind: 'transfer_unknown',
      subject: prize.id,
      atMs: world.now(),
      data: {},
    })
    const again = await statesOf(world)

    await sweep(world.context)

    expect([first, again, await statesOf(world)]).toEqual([
      ['transfer_unknown closed'],
      ['transfer_unknown open'],
      ['transfer_unknown closed'],
    ])
    expect(await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'alert.closed'")).toBe(2)
  })
})

describe('an alert that a person has closed too early', () => {
  it('reopens while its cause persists, and then closes automatically', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(5002200, 'maybe')
    await transferMoney(world.context, prize)
    const { alerts } = await listAlerts(world.context)
    await closeAlert(world.context, alerts[0]?.id ?? -1, word)
    world.advance({ hours: 25 })
    await sweep(world.context)
    const aDayLater = await statesOf(world)
    await settleTransfer(world.context, prize.id, { result: 'refused', ...word })

    await world.live(3)

    expect([aDayLater, await statesOf(world)]).toEqual([
      ['transfer_unknown open'],
      ['transfer_unknown closed'],
    ])
  })
})

/** A kind of alert, what it is about, and the states in which it closes by itself; written down by hand. */
interface Closing {
  readonly kinds: readonly AlertKind[]
  readonly table: 'refunds' | 'transfers' | 'attempts'
  readonly states: string
  readonly data?: JournalData
}

const closings: readonly Closing[] = [
  {
    kinds: [
      'refund_unsettled',
      'refund_still_unknown',
      'refund_unknown',
      'refund_given_up',
      'refund_not_sent',
    ],
    table: 'refunds',
    states: 'part_settled part_settled+refused refunded refused',
  },
  {
    kinds: ['refund_half_owed'],
    table: 'refunds',
    states: 'part_settled+refused refunded refused',
  },
  { kinds: ['refund_presumed_wrong'], table: 'refunds', states: 'refunded' },
  { kinds: ['transfer_unknown'], table: 'transfers', states: 'succeeded refused' },
  { kinds: ['transfer_turned_away'], table: 'transfers', states: 'succeeded' },
  {
    kinds: ['linked_payment_unknown', 'linked_answer_contradicts'],
    table: 'attempts',
    states: 'refused paid held released',
  },
  {
    kinds: ['hold_overdue', 'hold_unanswered', 'hold_given_up'],
    table: 'attempts',
    states: 'refused paid released',
  },
  {
    kinds: ['unknown_not_in_files'],
    table: 'refunds',
    states: 'part_settled+refused refunded refused',
    data: { what: 'refund' },
  },
  {
    kinds: ['unknown_not_in_files'],
    table: 'transfers',
    states: 'succeeded refused',
    data: { what: 'transfer' },
  },
  {
    kinds: ['unknown_not_in_files'],
    table: 'attempts',
    states: 'created refused expired paid held released',
    data: { what: 'payment' },
  },
]

const statesOfTable = {
  refunds:
    'reserved refund_unknown presumed_refunded part_settled part_settled+refused refunded refused',
  transfers: 'requested unknown succeeded refused',
  attempts:
    'creating created create_unknown refused expired paid paying awaiting_otp confirming payment_unknown held capturing releasing released',
}

/** A refund, a transfer and a payment; the alert is about the one of the table. */
async function worldWithEach(table: Closing['table']) {
  const { world, id } = await unknownRefund()
  await transferMoney(world.context, prize)
  const { attempts } = await world.order(id)
  const subjects = { refunds: 'R1', transfers: prize.id, attempts: attempts[0]?.reference ?? '' }
  return { world, subject: subjects[table] }
}

describe('an outcome that settles an alert', () => {
  it.each(closings.flatMap(({ kinds, ...rest }) => kinds.map((kind) => ({ kind, ...rest }))))(
    'closes $kind about $table in state $states',
    async ({ kind, table, states, data = {} }) => {
      const { world, subject } = await worldWithEach(table)
      const closed: string[] = []
      for (const state of statesOfTable[table].split(' ')) {
        const [name = '', owed] = state.split('+')
        const half = table === 'refunds' ? `, owed_refused = ${owed === undefined ? 0 : 1}` : ''
        const repeated = table === 'transfers' ? '' : ', next_call_at_ms = 9007199254740991'
        await env.DB.prepare(`UPDATE ${table} SET state = ?1${half}${repeated}`).bind(name).run()
        await raiseAlert(world.context, { kind, subject, atMs: world.now(), data })
        await closeSettledAlerts(world.context, 10)
        const { alerts } = await listAlerts(world.context, { kind, state: 'closed' })
        if (alerts.length > 0) closed.push(state)
      }

      expect(closed).toEqual(states.split(' '))
    },
  )
})

describe('an alert about a call that is retried', () => {
  it.each([
    [
      'refund',
      'refund_unknown',
      async (world: World) => {
        await refundOrder(world.context, await world.openAndPay(), { id: 'R1', vnd: 1000 })
      },
    ],
    [
      'hold',
      'hold_unanswered',
      async (world: World) => {
        const id = await world.openLinked({ holdPayment: true })
        await payWithLink(world.context, id)
        await captureOrder(world.context, id)
      },
    ],
    [
      'unlink',
      'unlink_unanswered',
      async (world: World) => {
        await world.link()
        await unlinkWallet(world.context, 'customer-1')
      },
    ],
  ] as const)(
    'closes when the call (%s) is given up, because %s says that it is retried',
    async (fails, kind, begin) => {
      const world = new World()
      world.service.fault = (call) => (call === fails ? 'lost request' : 'none')
      await begin(world)
      await world.live(4 * 60, 30 * 60)
      const whileRepeated = await statesOf(world)

      await world.live(80 * 60, 30 * 60)

      const givenUp = kind.replace(/_[a-z]+$/, '_given_up')
      expect(whileRepeated).toEqual([`${kind} open`])
      expect(await statesOf(world)).toEqual(
        expect.arrayContaining([`${givenUp} open`, `${kind} closed`]),
      )
    },
  )
})

describe('other alerts', () => {
  it('about a failing query close with its next answer', async () => {
    const world = new World()
    await world.openAndStart({ expiresInMinutes: 120 })
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    await world.live(60, 120)
    const before = await statesOf(world)
    world.service.fault = () => 'none'

    await world.live(120, 600)

    expect([before, await statesOf(world)]).toEqual([
      ['query_failing open'],
      ['query_failing closed'],
    ])
  })

  it('about an undelivered event close when it is resent and delivered', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()
    await world.live(8 * 24 * 60, 3600)
    const before = await statesOf(world)
    world.shopStatus = () => 204
    const { events } = await listEvents(world.context, { state: 'dead' })
    await resendEvent(world.context, events[0]?.key ?? '', word)

    await world.live(2)

    expect(before).toContain('dead_letter open')
    expect(await statesOf(world)).toContain('dead_letter closed')
  })

  it('about a dead event close when it is delivered and its customer is erased before the next sweep', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay({ id: 'A', linkedCustomerId: 'customer-1' })
    await world.live(8 * 24 * 60, 3600)
    world.shopStatus = () => 204
    const { events } = await listEvents(world.context, { state: 'dead', orderId: 'A' })
    const key = events[0]?.key ?? ''
    await resendEvent(world.context, key, word)
    await sweepKeys(world.context, [key])
    const before = await statesOf(world)
    const erased = await erasePerson(world.context, { customerId: 'customer-1' }, word)

    await world.live(2)

    expect(before).toContain('dead_letter open')
    expect(erased).toMatchObject({ outcome: 'erased', orders: 1 })
    expect(await statesOf(world)).toContain('dead_letter closed')
    expect(await statesOf(world)).not.toContain('dead_letter open')
  })

  it('about a denied callback close when its customer is erased before the next sweep', async () => {
    const world = new World()
    await world.openAndStart({ id: 'A', linkedCustomerId: 'customer-1' })
    const attempt = world.service.newest
    const callback = world.service.pay(attempt)
    const paid = attempt.status
    attempt.status = { ...paid, pay_status: 'CREATED' }
    await recordCallback(world.context, callback)
    await world.live(5)
    const before = await statesOf(world)
    attempt.status = paid
    world.advance({ hours: 1 })
    await confirmCallbacks(world.context, { limit: 10 })
    const erased = await erasePerson(world.context, { customerId: 'customer-1' }, word)

    await world.live(2)

    expect(before).toEqual(['callback_denied open'])
    expect(erased).toMatchObject({ outcome: 'erased', orders: 1 })
    expect(await statesOf(world)).toEqual(['callback_denied closed'])
  })

  it('about a callback without an order close when it is replayed for its order', async () => {
    const world = new World()
    await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    await env.DB.prepare(
      "UPDATE attempts SET service_order_id = 'hidden', reference = 'hidden'",
    ).run()
    await recordCallback(world.context, callback)
    await world.live(10)
    const before = await statesOf(world)
    await env.DB.prepare(
      'UPDATE attempts SET service_order_id = ?1, reference = ?2, next_poll_at_ms = NULL',
    )
      .bind(callback.signed.order_id, callback.reference ?? '')
      .run()

    await world.live(3)

    expect(before).toContain('orphan_callback open')
    expect(await statesOf(world)).toContain('orphan_callback closed')
  })

  it('about a late file close when its day is reconciled', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    world.toNextDay()
    await world.work()
    world.advance({ hours: 12 })
    await world.work()
    await sweep(world.context)
    const before = await statesOf(world)
    await world.putServiceFile([await world.rowOfPayment('a')])
    world.advance({ minutes: 30 })
    await world.work()

    await sweep(world.context)

    expect([before, await statesOf(world)]).toEqual([
      ['service_file_late open'],
      ['service_file_late closed'],
    ])
  })

  it('stay open, whatever the state of their subject', async () => {
    const { world, id } = await unknownRefund()
    const kinds = ['refund_id_taken', 'refund_contradicted'] as const
    for (const kind of kinds) {
      await raiseAlert(world.context, { kind, subject: 'R1', atMs: world.now(), data: {} })
    }
    await settleRefundByVerdict(world.context, id, 'R1', { result: 'refunded', ...word })

    await sweep(world.context)

    expect(await statesOf(world)).toEqual([
      'refund_contradicted open',
      'refund_id_taken open',
      'refund_unsettled closed',
    ])
  })
})
