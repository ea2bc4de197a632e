import { env } from 'cloudflare:workers'
import {
  acknowledgeAlert,
  captureOrder,
  linkWallet,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  startPayment,
  transferMoney,
  unlinkWallet,
} from '../src/index.ts'
import { World } from './world.ts'

const amountVnd = 100_000

/**
 * Adds refunds that are made and refused, and two of unknown outcome: one without an answer, one
 * with the answer of a proxy.
 */
async function refundSome({ context, service }: World): Promise<void> {
  await refundOrder(context, 'part', { id: 'R-part', vnd: 30_000 })
  service.refundConduct = () => 'refuses'
  await refundOrder(context, 'part', { id: 'R-refused', vnd: 20_000 })
  service.refundConduct = () => 'breaks'
  await refundOrder(context, 'doubtful', { id: 'R-broken', vnd: 30_000 })
  service.refundConduct = () => 'returns'
  service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refundOrder(context, 'silent', { id: 'R-silent', vnd: 30_000 })
  service.fault = () => 'none'
}

async function disputeOne(world: World): Promise<void> {
  const { service } = world
  await world.openAndStart({ id: 'twice' })
  service.pay(service.newest)
  await startPayment(world.context, 'twice', { method: 'transaction-qr' })
  service.pay(service.newest)
  await world.live(2)
}

async function transferSome(world: World): Promise<void> {
  const prize = { amountVnd: 50_000, receiverPhone: '0900000123' }
  for (const [id, fault] of [
    ['T-silent', 'lost answer'],
    ['T-away', 'turned away'],
    ['T-made', 'none'],
  ] as const) {
    world.service.fault = () => fault
    await transferMoney(world.context, { ...prize, id })
  }
}

/**
 * Adds linked wallets, held money that waits or is being captured, and a charge without an answer.
 */
async function useLinks(world: World): Promise<void> {
  const { service } = world
  await world.openLinked({ id: 'held', holdPayment: true })
  await payWithLink(world.context, 'held')
  const linked = { amountVnd, linkedCustomerId: 'customer-1' }
  await openOrder(world.context, { ...linked, id: 'capturing', holdPayment: true })
  await payWithLink(world.context, 'capturing')
  await openOrder(world.context, { ...linked, id: 'charged' })
  service.fault = (call) => (call === 'hold' || call === 'pay' ? 'lost answer' : 'none')
  await captureOrder(world.context, 'capturing')
  await payWithLink(world.context, 'charged')
  service.fault = () => 'none'
  await world.link('customer-3')
  service.fault = (call) => (call === 'unlink' ? 'lost answer' : 'none')
  await unlinkWallet(world.context, 'customer-3')
  service.fault = () => 'none'
  await linkWallet(world.context, 'customer-2')
  service.confirmLink()
}

/** Opens an order whose customer has paid, and records the callback. */
async function payByCallback(world: World, id: string): Promise<void> {
  await world.openAndStart({ id })
  await recordCallback(world.context, world.service.pay(world.service.newest))
}

/**
 * Creates an order store that stops in the middle of its work: it has every kind of record that
 * waits for something, and settled ones. From then on the shop and the service answer.
 */
export async function busyHouse(): Promise<World> {
  const world = new World()
  await openOrder(world.context, { id: 'over', amountVnd, expiresInMinutes: 3 })
  for (const id of ['paid', 'part', 'silent', 'doubtful']) await world.openAndPay({ id })
  await disputeOne(world)
  await acknowledgeAlert(world.context, 1, { staffId: 'an', reason: 'I look at it' })
  world.shopStatus = () => 500
  await payByCallback(world, 'told-late')
  await world.live(1)
  await transferSome(world)
  await useLinks(world)
  await world.openAndStart({ id: 'waiting' })
  await payByCallback(world, 'called')
  await refundSome(world)
  world.service.fault = () => 'lost answer'
  await openOrder(world.context, { id: 'unanswered', amountVnd })
  await startPayment(world.context, 'unanswered', { method: 'web-payment' })
  world.service.fault = () => 'none'
  world.shopStatus = () => 204
  return world
}

/** The state of every record, one line each, which begins with table and id. */
export async function linesOfHouse(): Promise<readonly string[]> {
  const queries = [
    "SELECT 'order', id, state, refunded_vnd, settled_vnd FROM orders",
    "SELECT 'attempt', order_id, method, state FROM attempts",
    "SELECT 'refund', id, state, settled_vnd FROM refunds",
    "SELECT 'transfer', id, state FROM transfers",
    "SELECT 'link', customer_id, state FROM links",
    "SELECT 'dispute', order_id, state, reason, paid_vnd FROM disputed_payments",
    "SELECT 'alert', kind FROM alerts",
    "SELECT 'event', key, state FROM outbox",
  ]
  const answers = await env.DB.batch<Record<string, unknown>>(
    queries.map((text) => env.DB.prepare(text)),
  )
  return answers.flatMap(({ results }) => results.map((row) => Object.values(row).join(' '))).sort()
}
