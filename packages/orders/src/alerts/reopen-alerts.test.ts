import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../test/scripted-wallet.ts'
import { webhookSecret, World } from '../../test/world.ts'
import {
  acknowledgeAlert,
  closeAlert,
  denyPayment,
  listAlerts,
  pauseEndpoint,
  recordCallback,
  refundOrder,
  resumeEndpoint,
  settleLinkedPayment,
  settleTransfer,
  startPayment,
  sweep,
  transferMoney,
  unlinkWallet,
} from '../index.ts'
import type { AlertKind } from './alert-kinds.ts'
import { raiseAlert } from './alerts.ts'
import { reopenAlerts } from './reopen-alerts.ts'

const id = 'order-1'
const word = { reason: 'I wait for the service', staffId: 'an' }

const twoEndpoints = ['default', 'other'].map((name) => ({
  id: name,
  url: `https://${name}.example/webhooks`,
  events: name === 'default' ? ['order.*'] : ['transfer.*'],
  secrets: [webhookSecret],
}))

async function alertOf(world: World, kind: AlertKind) {
  const { alerts } = await listAlerts(world.context, { kind })
  const [alert] = alerts
  if (alert === undefined) throw new Error(`There is no alert ${kind}.`)
  return alert
}

/** What is left open, by the alert about it, and what settles it. */
const open: readonly (readonly [AlertKind, (world: World) => Promise<() => Promise<unknown>>])[] = [
  [
    'linked_payment_unknown',
    async (world) => {
      await world.openLinked()
      const { reference } = await world.payWithoutAnswer(id)
      return () =>
        settleLinkedPayment(world.context, id, { ...word, reference, result: 'not_paid' })
    },
  ],
  [
    'transfer_unknown',
    async (world) => {
      world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
      const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }
      await transferMoney(world.context, transfer)
      return () => settleTransfer(world.context, 'T1', { ...word, result: 'refused' })
    },
  ],
  [
    'possible_double_payment',
    async (world) => {
      await world.openAndStart({ id })
      const first = world.service.newest
      await startPayment(world.context, id, { method: 'transaction-qr' })
      const second = world.service.newest
      await recordCallback(world.context, world.service.pay(first))
      await recordCallback(world.context, world.service.pay(second))
      await sweep(world.context)
      const transactionId = second.status.transaction_id ?? ''
      return () =>
        refundOrder(world.context, id, { id: 'R1', transactionId, vnd: second.amountVnd })
    },
  ],
  [
    'callback_not_confirmed',
    async (world) => {
      await world.openAndStart({ id })
      const callback = world.service.callbackOf(world.service.newest)
      const signed = { ...callback.signed, pay_status: 'SUCCESS', transaction_id: 'T-NONE' }
      await recordCallback(world.context, { ...callback, signed })
      await world.live(12 * 60, 15 * 60)
      return () => denyPayment(world.context, id, word)
    },
  ],
  [
    'endpoint_paused',
    async (world) => {
      world.shopStatus = () => 410
      await world.openAndPay({ id })
      await sweep(world.context)
      world.shopStatus = () => 204
      return () => resumeEndpoint(world.context, 'default', word)
    },
  ],
  [
    'unlink_given_up',
    async (world) => {
      await world.link()
      world.service.answers.unlink = () => refusal(5000001, 'maybe')
      await unlinkWallet(world.context, 'customer-1')
      await env.DB.exec('UPDATE links SET calls = 40, next_call_at_ms = 1')
      await sweep(world.context)
      delete world.service.answers.unlink
      return () => unlinkWallet(world.context, 'customer-1')
    },
  ],
]

describe('an alert that is closed while its cause persists', () => {
  it.each(open)('reopens after a day: %s', async (kind, begin) => {
    const world = new World()
    await begin(world)
    const first = await alertOf(world, kind)
    await closeAlert(world.context, first.id, word)
    await world.live(23 * 60, 60 * 60)
    const early = await alertOf(world, kind)

    await world.live(2 * 60, 60 * 60)

    expect([early.state, early.timesRaised]).toEqual(['closed', 1])
    expect(await alertOf(world, kind)).toMatchObject({
      state: 'open',
      timesRaised: 2,
      subject: first.subject,
      facts: first.facts,
    })
  })

  it.each(open)('stays closed once its cause is settled: %s', async (kind, begin) => {
    const world = new World()
    const settle = await begin(world)
    const { id: alertId } = await alertOf(world, kind)
    await settle()
    await closeAlert(world.context, alertId, word)

    await world.live(26 * 60, 60 * 60)

    expect(await alertOf(world, kind)).toMatchObject({ state: 'closed', timesRaised: 1 })
  })

  it('stays closed when it is about an endpoint that was removed from the configuration', async () => {
    const world = new World({ context: { endpoints: twoEndpoints } })
    world.shopStatus = () => 410
    await world.openAndPay({ id })
    await sweep(world.context)
    const { id: alertId } = await alertOf(world, 'endpoint_paused')
    const without = () => ({ ...world.context, endpoints: twoEndpoints.slice(1) })
    await closeAlert(without(), alertId, word)

    world.advance({ hours: 26 })
    await sweep(without())

    expect(await alertOf(world, 'endpoint_paused')).toMatchObject({ state: 'closed' })
  })

  it.each([
    ['linked_answer_contradicts', 'linked_payment_unknown'],
    ['transaction_of_other_transfer', 'transfer_unknown'],
  ] as const)('reopens together with the first one about its subject: %s', async (kind, first) => {
    const world = new World()
    await open.find(([one]) => one === first)?.[1](world)
    const { subject } = await alertOf(world, first)
    const data = { why: 'the answer of another' }
    await raiseAlert(world.context, { kind, subject, atMs: world.now(), data })
    await closeAlert(world.context, (await alertOf(world, kind)).id, word)

    await world.live(25 * 60, 60 * 60)

    expect(await alertOf(world, kind)).toMatchObject({ state: 'open', timesRaised: 2, facts: data })
  })

  it('reopens with at most four others, and a sixth with the next sweep', async () => {
    const world = new World()
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    for (const name of ['T1', 'T2', 'T3', 'T4', 'T5', 'T6']) {
      const transfer = { id: name, amountVnd: 20_000, receiverPhone: '0900000123' }
      await transferMoney(world.context, transfer)
    }
    const { alerts } = await listAlerts(world.context, { kind: 'transfer_unknown' })
    for (const alert of alerts) await closeAlert(world.context, alert.id, word)
    world.advance({ hours: 24 })

    const opened: number[] = []
    for (const _sweep of [1, 2]) {
      await reopenAlerts(world.context)
      opened.push((await listAlerts(world.context, { state: 'open' })).alerts.length)
    }

    expect(opened).toEqual([5, 6])
  })

  it('stays closed while a person keeps the endpoint paused', async () => {
    const world = new World()
    world.shopStatus = () => 410
    await world.openAndPay({ id })
    await sweep(world.context)
    const { id: alertId } = await alertOf(world, 'endpoint_paused')
    await resumeEndpoint(world.context, 'default', word)
    await pauseEndpoint(world.context, 'default', word)
    await closeAlert(world.context, alertId, word)

    await world.live(26 * 60, 60 * 60)

    expect(await alertOf(world, 'endpoint_paused')).toMatchObject({
      state: 'closed',
      timesRaised: 1,
    })
  })

  it('is not changed while it is open or acknowledged', async () => {
    const world = new World()
    await open[1]?.[1](world)
    const { id: alertId } = await alertOf(world, 'transfer_unknown')
    await world.live(26 * 60, 60 * 60)
    const before = await alertOf(world, 'transfer_unknown')
    await acknowledgeAlert(world.context, alertId, word)

    await world.live(26 * 60, 60 * 60)

    expect(before).toMatchObject({ state: 'open', timesRaised: 1 })
    expect(await alertOf(world, 'transfer_unknown')).toMatchObject({
      state: 'acknowledged',
      timesRaised: 1,
    })
  })
})
