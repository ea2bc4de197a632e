import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { failingDatabase } from '../../test/failing-database.ts'
import { refusal } from '../../test/scripted-service.ts'
import { rightOtp } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import {
  captureOrder,
  confirmOtp,
  findLink,
  linkWallet,
  listServiceCalls,
  openOrder,
  payWithLink,
  recordCallback,
  refreshPayment,
  refundOrder,
  startPayment,
  sweep,
  transferMoney,
  unlinkWallet,
} from '../index.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { findLinkById } from '../search/index.ts'
import { callService } from './call-service.ts'
import { storeCall } from './store-call.ts'

const id = 'order-1'

async function callsOf(world: World) {
  return listServiceCalls(world.context, 'order', id)
}

/** The calls, each as its endpoint, what became of it, its code and what it said. */
async function shortCallsOf(world: World) {
  const calls = await callsOf(world)
  return calls.map(({ endpoint, outcome, code, said }) => [endpoint, outcome, code, said])
}

/** Calls about a transfer or a link, each as its endpoint, what became of it, its code and what it said. */
async function shortCallsAbout(world: World, about: 'transfer' | 'link', subject: string) {
  const calls = await listServiceCalls(world.context, about, subject)
  return calls.map(({ endpoint, outcome, code, said }) => [endpoint, outcome, code, said])
}

describe('the calls to the service about a transfer', () => {
  const transfer = { id, amountVnd: 50_000, receiverPhone: '0901234567' }

  it('include the one without an answer, separately from an order with the same id', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    const made = await transferMoney(world.context, transfer)

    expect(made).toMatchObject({ outcome: 'known', transfer: { state: 'unknown' } })
    expect(await shortCallsAbout(world, 'transfer', id)).toEqual([
      ['transferMoney', 'unknown', undefined, undefined],
    ])
    expect(await shortCallsOf(world)).toEqual([['createWebPayment', 'accepted', 200, undefined]])
    const { results } = await env.DB.prepare('SELECT * FROM service_calls').all()
    expect(JSON.stringify(results)).not.toContain('0901234567')
  })

  it('include the one that was rejected unprocessed and the one that was sent afterwards', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, transfer)
    delete world.service.answers.transfer
    world.advance({ seconds: 1 })
    await transferMoney(world.context, transfer)

    expect(await shortCallsAbout(world, 'transfer', id)).toEqual([
      ['transferMoney', 'refused', 4010001, 'reason_4010001'],
      ['transferMoney', 'accepted', 200, undefined],
    ])
  })

  it('are removed when the receiver is erased', async () => {
    const world = new World()
    await transferMoney(world.context, transfer)
    const action = { reason: 'asked for it', staffId: 'S1' }
    await erasePerson(world.context, { phone: transfer.receiverPhone }, action)

    expect(await shortCallsAbout(world, 'transfer', id)).toEqual([])
  })
})

describe('the calls to the service about a link', () => {
  it('include the request, each query and the unlinking, without the token', async () => {
    const world = new World()
    await linkWallet(world.context, 'customer-1')
    world.advance({ seconds: 5 })
    const pending = await findLink(world.context, 'customer-1')
    world.service.confirmLink()
    world.advance({ seconds: 5 })
    await findLink(world.context, 'customer-1')
    world.service.fault = (call) => (call === 'unlink' ? 'lost request' : 'none')
    await unlinkWallet(world.context, 'customer-1')

    const link = pending?.id ?? ''
    expect(await shortCallsAbout(world, 'link', link)).toEqual([
      ['linkWallet', 'accepted', 200, undefined],
      ['checkWalletLink', 'accepted', 200, 'not_confirmed'],
      ['checkWalletLink', 'accepted', 200, 'confirmed'],
      ['unlinkWallet', 'unknown', undefined, undefined],
    ])
    expect(await findLinkById(world.context, link)).toMatchObject({ state: 'unlinking' })
    expect(await findLinkById(world.context, 'none')).toBeNull()
    const { results } = await env.DB.prepare('SELECT * FROM service_calls').all()
    expect(JSON.stringify(results)).not.toMatch(/TOKEN-SECRET|customer-1/)
  })

  it('are removed when the customer is erased', async () => {
    const world = new World()
    await world.link('customer-1')
    const linked = await findLink(world.context, 'customer-1')
    await unlinkWallet(world.context, 'customer-1')
    const action = { reason: 'asked for it', staffId: 'S1' }
    await erasePerson(world.context, { customerId: 'customer-1' }, action)

    const link = linked?.id ?? ''
    expect(await shortCallsAbout(world, 'link', link)).toEqual([])
    expect(await findLinkById(world.context, link)).toBeNull()
  })
})

describe('the calls to the service about an order', () => {
  it('are empty before anybody pays, and for an unknown order', async () => {
    const world = new World()
    await openOrder(world.context, { id, amountVnd: 100_000 })

    expect(await callsOf(world)).toEqual([])
    expect(await listServiceCalls(world.context, 'order', 'none')).toEqual([])
  })

  it('begin with the creation, its time and its subject', async () => {
    const world = new World()
    await world.openAndStart()

    const { attempts } = await world.order(id)
    expect(await callsOf(world)).toEqual([
      {
        number: 1,
        at: world.now() / 1000,
        durationMs: 0,
        endpoint: 'createWebPayment',
        reference: attempts[0]?.reference,
        outcome: 'accepted',
        known: 'answer of the service',
        code: 200,
      },
    ])
  })

  it.each([
    ['web-payment', 'createWebPayment'],
    ['transaction-qr', 'createTqrOrder'],
    ['app-to-app', 'createTransactionOrder'],
  ] as const)('name the endpoint of a payment by %s', async (method, endpoint) => {
    const world = new World()
    await openOrder(world.context, { id, amountVnd: 100_000 })
    await startPayment(world.context, id, { method })

    expect(await shortCallsOf(world)).toEqual([[endpoint, 'accepted', 200, undefined]])
  })

  it('distinguish a creation without an answer from a refused one', async () => {
    const world = new World()
    await openOrder(world.context, { id, amountVnd: 100_000 })
    world.service.fault = () => 'lost answer'
    await startPayment(world.context, id, { method: 'web-payment' })
    world.service.fault = () => 'none'
    world.service.createAnswer = () => refusal(4000001, 'no')
    await startPayment(world.context, id, { method: 'web-payment' })

    const calls = await callsOf(world)
    expect(await shortCallsOf(world)).toEqual([
      ['createWebPayment', 'unknown', undefined, undefined],
      ['createWebPayment', 'refused', 4000001, 'reason_4000001'],
    ])
    expect(calls.map(({ known }) => known)).toEqual([
      'no answer of the service',
      'answer of the service',
    ])
  })

  it('include a query without an answer and one that finds nothing, but not the one that settles, which has a journal line', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.fault = (call) => (call === 'query' ? 'lost request' : 'none')
    world.advance({ seconds: 60 })
    await sweep(world.context)
    world.service.fault = () => 'none'
    world.advance({ minutes: 2 })
    await sweep(world.context)
    world.service.pay(world.service.newest)
    world.advance({ minutes: 5 })
    await sweep(world.context)

    const { journal, order } = await world.order(id)
    expect(order.state).toBe('paid')
    expect(await shortCallsOf(world)).toEqual([
      ['createWebPayment', 'accepted', 200, undefined],
      ['queryOrder', 'unknown', undefined, undefined],
      ['queryOrder', 'accepted', 200, 'PROCESSING'],
    ])
    const known = (await callsOf(world)).map((call) => call.known)
    expect(known.slice(1)).toEqual(['no answer of the service', 'signed query'])
    expect(journal.filter(({ evidence }) => evidence === 'signed query')).toHaveLength(1)
  })

  it('include the queries of a callback that cannot be confirmed', async () => {
    const world = new World()
    await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    world.service.newest.status = { ...world.service.newest.status, pay_status: 'PROCESSING' }
    await recordCallback(world.context, callback)
    await sweep(world.context)

    const calls = await shortCallsOf(world)
    expect(calls.slice(1)).toEqual([['queryOrder', 'accepted', 200, 'PROCESSING']])
  })

  it("include the queries of the customer's page and of a second start", async () => {
    const world = new World()
    await world.openAndStart()
    world.advance({ seconds: 10 })
    const keepAlive = () => {}
    await refreshPayment(world.context, id, { occasion: 'return', keepAlive })
    world.advance({ seconds: 10 })
    await startPayment(world.context, id, { method: 'web-payment' })

    const calls = await shortCallsOf(world)
    expect(calls.slice(1)).toEqual([
      ['queryOrder', 'accepted', 200, 'PROCESSING'],
      ['queryOrder', 'accepted', 200, 'PROCESSING'],
    ])
  })

  it('include each try of a refund: the timeout, the retry, the refusal', async () => {
    const world = new World()
    await world.openAndPay()
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    await refundOrder(world.context, id, { id: 'R-1', vnd: 1_000 })
    world.service.fault = () => 'none'
    world.advance({ minutes: 5 })
    await sweep(world.context)
    world.service.refundConduct = () => 'refuses'
    await refundOrder(world.context, id, { id: 'R-2', vnd: 1_000 })

    const calls = (await callsOf(world)).filter(({ endpoint }) => endpoint === 'refundOrder')
    expect(calls.map(({ reference, outcome, code }) => [reference, outcome, code])).toEqual([
      ['R-1', 'unknown', undefined],
      ['R-1', 'accepted', 200],
      ['R-2', 'refused', 4000820],
    ])
    expect(calls[2]?.said).toBe('reason_4000820')
  })

  it('include those of a linked wallet, without its token and the one-time code', async () => {
    const world = new World()
    await world.openLinked({ holdPayment: true })
    world.service.needsOtp = true
    await payWithLink(world.context, id)
    await confirmOtp(world.context, id, '000000')
    world.advance({ seconds: 1 })
    await confirmOtp(world.context, id, rightOtp)
    await captureOrder(world.context, id)

    expect(await shortCallsOf(world)).toEqual([
      ['createOnlineTransaction', 'accepted', 200, 'PROCESSING'],
      ['confirmOnlineTransaction', 'refused', 4000001, 'reason_4000001'],
      ['confirmOnlineTransaction', 'accepted', 200, 'HOLDING'],
      ['confirmOrder', 'accepted', 200, 'SUCCESS'],
    ])
    const { results } = await env.DB.prepare('SELECT * FROM service_calls').all()
    expect(JSON.stringify(results)).not.toMatch(/TOKEN-SECRET|424242|000000"/)
  })

  it('have the details that the client reports', async () => {
    const world = new World()
    await world.openAndStart()
    const trace = { requests: 2, requestId: 'r'.repeat(300), httpStatus: 502 }
    const subject = { orderId: id, reference: 'ab-1', endpoint: 'queryOrder' } as const
    const refused = await callService(world.context, subject, async () => {
      world.advance({ seconds: 3 })
      return { ...refusal(4040001, 'no'), trace }
    })
    await storeCall(world.context, refused)
    const unknown = await callService(world.context, subject, async () => ({
      outcome: 'unknown',
      silent: true,
      message: 'queryOrder was not answered in time.',
      trace: { requests: 2, failure: 'timeout' },
    }))
    await storeCall(world.context, unknown)

    const [, first, second] = await callsOf(world)
    expect(first).toMatchObject({
      durationMs: 3_000,
      requests: 2,
      requestId: 'r'.repeat(255),
      httpStatus: 502,
      said: 'reason_4040001',
    })
    expect(second).toMatchObject({ outcome: 'unknown', requests: 2, failure: 'timeout' })
  })

  it('are limited to the newest fifty of an order', async () => {
    const world = new World()
    await world.openAndStart()
    const subject = { orderId: id, reference: 'ab-1', endpoint: 'queryOrder' } as const
    for (let number = 0; number < 60; number += 1) {
      world.advance({ seconds: 1 })
      await storeCall(
        world.context,
        await callService(world.context, subject, async () => refusal(4040001, 'no')),
      )
    }

    const numbers = (await callsOf(world)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, place) => place + 12))
  })

  it('are stored once, also when the write is repeated', async () => {
    const world = new World()
    await world.openAndStart()
    const subject = { orderId: id, reference: 'ab-1', endpoint: 'queryOrder' } as const
    const call = await callService(world.context, subject, async () => refusal(4040001, 'no'))
    await storeCall(world.context, call)
    await storeCall(world.context, call)

    expect(await callsOf(world)).toHaveLength(2)
  })

  it('block nothing when they cannot be stored, which writes a log line', async () => {
    const lines: unknown[] = []
    const world = new World({ context: { log: (line) => lines.push(line) } })
    await world.openAndStart()
    const subject = { orderId: id, reference: 'ab-1', endpoint: 'queryOrder' } as const
    const call = await callService(world.context, subject, async () => refusal(4040001, 'no'))
    const database = failingDatabase(env.DB, () => 'before')

    await storeCall({ ...world.context, database }, call)

    expect(lines).toEqual([
      {
        code: 'service_call_not_kept',
        order_id: id,
        reference: 'ab-1',
        endpoint: 'queryOrder',
        outcome: 'refused',
      },
    ])
  })

  it('are removed when the customer of the order is erased', async () => {
    const world = new World()
    await world.openLinked()
    await payWithLink(world.context, id)
    await sweep(world.context)
    await unlinkWallet(world.context, 'customer-1')
    const before = await callsOf(world)
    const action = { reason: 'asked for it', staffId: 'S1' }
    const erased = await erasePerson(world.context, { customerId: 'customer-1' }, action)

    expect(erased.outcome).toBe('erased')
    expect(before).toHaveLength(1)
    expect(await callsOf(world)).toEqual([])
  })

  it('are removed with the events after the retention period', async () => {
    const world = new World({ context: { retention: { eventDays: 90 } } })
    await world.openAndPay()
    world.advance({ hours: 24 * 89 })
    await sweep(world.context)
    const before = await callsOf(world)
    world.advance({ hours: 24 * 2 })
    await sweep(world.context)

    expect(before.length).toBeGreaterThan(0)
    expect(await callsOf(world)).toEqual([])
  })
})
