import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { callByHand, httpOrder, startReceiver, type Receiver } from './node-bench.ts'

// Signatures are verified by Node's own crypto over a text that is put together by hand from
// Specification 5.4.

const tqr = '/merchant-integration/v1/orders/tqr'
let sandbox: RunningSandbox
let receiver: Receiver
/** Of the key that signs when a test begins. */
let callbackPublicKeyPem: string

beforeAll(async () => {
  receiver = await startReceiver()
  sandbox = await startSandbox({ tickMs: 0, callbackHosts: [new URL(receiver.url).host] })
})
afterAll(async () => {
  await sandbox?.stop()
  await receiver?.stop()
})
beforeEach(async () => {
  ;({ callbackPublicKeyPem } = await sandbox.control.reset())
  receiver.received.length = 0
  receiver.answer = (_request, response) => response.end('ok')
})

async function createOrder(callbackUrl = receiver.url): Promise<string> {
  const answer = await callByHand(sandbox, tqr, { fields: httpOrder(sandbox, callbackUrl) })
  if (answer.code !== 200) throw new Error(answer.text)
  return String(answer.data['order_id'])
}

function parametersOf(line: string | undefined): Record<string, string> {
  return Object.fromEntries(new URL(line?.split(' ')[1] ?? '', 'http://receiver').searchParams)
}

function isTrue(parameters: Record<string, string>): boolean {
  const { pay_status, transaction_id, order_id, signature = '' } = parameters
  return verify(
    'sha256',
    Buffer.from(`${pay_status};${transaction_id};${order_id}`),
    createPublicKey(callbackPublicKeyPem),
    Buffer.from(signature, 'base64'),
  )
}

describe('the key that signs callbacks', () => {
  it('is replaced while callbacks under the old one are being sent, and the published key ring verifies all of them', async () => {
    const late = await createOrder()
    await sandbox.control.setNextOrderSwitches({})
    const announced = await sandbox.control.rotateCallbackKey({
      signsInSeconds: 600,
      overlapSeconds: 3600,
    })
    const answer = await fetch(`${sandbox.url}/callback-keys.json`)
    const ring: { id: string; pem: string; notBefore?: number; notAfter?: number }[] =
      await answer.json()
    receiver.answer = (_request, response) => {
      response.statusCode = 500
      response.end()
    }
    await sandbox.control.setCallbackSwitches({ retrySeconds: [900] })
    await sandbox.control.pay(late)
    await receiver.until(1)
    receiver.answer = (_request, response) => response.end('ok')
    await sandbox.control.moveClock({ advanceSeconds: 601 })
    const [old, signing] = await sandbox.control.callbackKeys()
    const next = await createOrder()
    await sandbox.control.pay(next)
    await receiver.until(2)
    await sandbox.control.moveClock({ advanceSeconds: 300 })
    await receiver.until(3)

    const signerOf = (line: string | undefined) => {
      const { pay_status, transaction_id, order_id, signature = '' } = parametersOf(line)
      const text = Buffer.from(`${pay_status};${transaction_id};${order_id}`)
      const bytes = Buffer.from(signature, 'base64')
      return ring.find(({ pem }) => verify('sha256', text, createPublicKey(pem), bytes))?.id
    }
    expect(announced.map(({ state }) => state).slice(-2)).toEqual(['signing', 'next'])
    expect(ring.at(-2)).toMatchObject({
      id: old?.id,
      notAfter: (ring.at(-1)?.notBefore ?? 0) + 3600,
    })
    expect(old?.state).toBe('ending')
    expect(signing?.state).toBe('signing')
    expect(receiver.received.map(signerOf)).toEqual([old?.id, signing?.id, old?.id])
    expect((await sandbox.control.state()).callbackPublicKeyPem).toBe(signing?.publicKeyPem)
    expect(await (await fetch(`${sandbox.url}/callback-key.pem`)).text()).toBe(
      signing?.publicKeyPem,
    )
    await sandbox.control.moveClock({ advanceSeconds: 3600 })
    expect((await sandbox.control.callbackKeys()).map(({ state }) => state)).toEqual([
      'ended',
      'signing',
    ])
  })

  it('cannot be replaced while a replacement is under way', async () => {
    await sandbox.control.rotateCallbackKey({ signsInSeconds: 600 })

    await expect(sandbox.control.rotateCallbackKey()).rejects.toMatchObject({
      reason: 'change_under_way',
    })
  })

  it('is after a reset the one that signed before it', async () => {
    await sandbox.control.rotateCallbackKey()
    await sandbox.control.moveClock({ advanceSeconds: 600 })
    const signing = (await sandbox.control.state()).callbackPublicKeyPem
    await sandbox.control.rotateCallbackKey({ signsInSeconds: 600 })

    await sandbox.control.reset()

    expect((await sandbox.control.state()).callbackPublicKeyPem).toBe(signing)
    expect((await sandbox.control.callbackKeys()).at(-1)).toMatchObject({ state: 'signing' })
  })
})

describe('the callback of a paid order', () => {
  it('has an id of digits only if the rules say so, and the query accepts it (G-125)', async () => {
    await sandbox.control.setRules({ orderIds: 'plain' })
    const orderId = await createOrder()
    await sandbox.control.pay(orderId, {})

    await receiver.until(1)

    const status = await callByHand(sandbox, `/merchant-integration/v1/qr/query/${orderId}`)
    const parameters = parametersOf(receiver.received[0])
    expect(orderId).toMatch(/^\d{16}$/)
    expect(parameters).toMatchObject({ order_id: orderId, pay_status: 'SUCCESS' })
    expect(isTrue(parameters)).toBe(true)
    expect(status).toMatchObject({ code: 200, data: { order_id: orderId, pay_status: 'SUCCESS' } })
  })

  // Specification: 1.8, 6.1.1, 3.1
  it('is a GET with the parameters of the specification and a valid signature', async () => {
    const orderId = await createOrder()
    const { transactionId } = await sandbox.control.pay(orderId, { points: 20 })

    await receiver.until(1)

    const [line] = receiver.received
    const parameters = parametersOf(line)
    const { signature, ...rest } = parameters
    expect(line).toMatch(/^GET \/ipn\?order_id=/)
    expect(Object.keys(parameters)).toEqual([
      'order_id',
      'pay_status',
      'transaction_id',
      'signature',
      'extra_data',
      'total_discount',
      'user_id',
      'point_amount',
      'vnd_amount',
    ])
    expect(rest).toEqual({
      order_id: orderId,
      pay_status: 'SUCCESS',
      transaction_id: transactionId,
      extra_data: 'a b+c&d=é',
      total_discount: '0',
      user_id: 'U-AN',
      point_amount: '20',
      vnd_amount: '80000',
    })
    expect(signature).toHaveLength(344)
    expect(isTrue(parameters)).toBe(true)
  })

  it('keeps the query that callback_url has already', async () => {
    const orderId = await createOrder(`${receiver.url}?shop=7`)
    await sandbox.control.pay(orderId)

    await receiver.until(1)

    expect(receiver.received[0]).toMatch(/^GET \/ipn\?shop=7&order_id=/)
  })

  // Specification: 3.2
  it('is not sent for an order that failed', async () => {
    const orderId = await createOrder()

    await sandbox.control.fail(orderId)
    await sandbox.control.tick()

    expect(receiver.received).toEqual([])
  })

  it('is stored before it is sent, and its answer afterwards', async () => {
    receiver.answer = (_request, response) => {
      response.statusCode = 503
      response.end('busy')
    }
    const orderId = await createOrder()
    await sandbox.control.pay(orderId)
    await receiver.until(1)
    await sandbox.control.tick()

    const { callbacks } = await sandbox.control.order(orderId)

    expect(callbacks).toMatchObject([
      { kind: 'callback', state: 'failed', tries: [{ httpStatus: 503, outcome: 'busy' }] },
    ])
    expect(callbacks[0]?.tries[0]?.url).toBe(callbacks[0]?.url)
  })

  it('does not follow a redirect', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end()
    }
    const orderId = await createOrder()
    await sandbox.control.pay(orderId)
    await receiver.until(1)
    await sandbox.control.tick()

    expect(receiver.received).toHaveLength(1)
    expect((await sandbox.control.order(orderId)).callbacks[0]?.state).toBe('failed')
  })

  it.each([
    'https://merchant.example/ipn',
    'http://10.0.0.1/ipn',
    'http://169.254.169.254/latest',
    'http://[::ffff:127.0.0.1]:9/ipn',
  ])('is not sent to %s', async (callbackUrl) => {
    const orderId = await createOrder(callbackUrl)
    await sandbox.control.pay(orderId)
    await sandbox.control.tick()

    const { callbacks } = await sandbox.control.order(orderId)

    expect(callbacks).toMatchObject([{ state: 'blocked', tries: [{ httpStatus: null }] }])
    expect(callbacks[0]?.tries[0]?.outcome).toContain('CALLBACK_HOSTS')
  })
})

describe('callback switches', () => {
  async function payWith(switches: object): Promise<string> {
    await sandbox.control.setNextOrderSwitches(switches)
    const orderId = await createOrder()
    await sandbox.control.pay(orderId)
    return orderId
  }

  it('lose the callback but store it', async () => {
    const orderId = await payWith({ lose: true })

    await sandbox.control.tick()

    expect(receiver.received).toEqual([])
    expect((await sandbox.control.order(orderId)).callbacks).toMatchObject([{ state: 'lost' }])
  })

  it('delay the callback by the clock of the sandbox', async () => {
    await payWith({ delaySeconds: 3600 })
    await sandbox.control.tick()
    const before = receiver.received.length

    await sandbox.control.moveClock({ advanceSeconds: 3601 })

    expect(before).toBe(0)
    expect(receiver.received).toHaveLength(1)
  })

  it('send a callback that becomes due without a further request', async () => {
    const startedAt = Date.now()
    await payWith({ delaySeconds: 1 })

    await receiver.until(1)

    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(900)
  })

  it('repeat the same callback with the same bytes', async () => {
    await payWith({ repeat: 9 })

    await receiver.until(10)

    expect(new Set(receiver.received).size).toBe(1)
  })

  it('let a later order overtake', async () => {
    await sandbox.control.setNextOrderSwitches({ reorder: true })
    const first = await createOrder()
    const second = await createOrder()
    await sandbox.control.pay(first)
    await sandbox.control.tick()
    const before = receiver.received.length

    await sandbox.control.pay(second)

    await receiver.until(2)
    expect(before).toBe(0)
    expect(receiver.received.map((line) => parametersOf(line)['order_id'])).toEqual([second, first])
  })

  it('send a forged callback before the genuine one', async () => {
    const orderId = await payWith({ forge: true })

    await receiver.until(2)

    const [forged, genuine] = receiver.received.map(parametersOf)
    expect(forged?.['order_id']).toBe(orderId)
    expect(forged?.['transaction_id']).toMatch(/^\d{20}$/)
    expect(isTrue(forged ?? {})).toBe(false)
    expect(isTrue(genuine ?? {})).toBe(true)
  })

  it('sign with a key that no merchant has', async () => {
    await payWith({ wrongKey: true })

    await receiver.until(1)

    const parameters = parametersOf(receiver.received[0])
    expect(parameters['signature']).toHaveLength(344)
    expect(isTrue(parameters)).toBe(false)
  })

  it('leave + unescaped, so that receivers read a space', async () => {
    // One signature in about two hundred has no plus at all: take several.
    await sandbox.control.setCallbackSwitches({ unescapedPlus: true })
    for (const orderId of [await createOrder(), await createOrder(), await createOrder()]) {
      await sandbox.control.pay(orderId)
    }

    await receiver.until(3)

    const signatures = receiver.received.map((line) => parametersOf(line)['signature'] ?? '')
    expect(signatures.some((signature) => signature.includes(' '))).toBe(true)
    expect(receiver.received.join()).not.toContain('%2B&')
    for (const line of receiver.received) {
      const parameters = parametersOf(line)
      const signature = parameters['signature']?.replaceAll(' ', '+') ?? ''
      expect(isTrue({ ...parameters, signature })).toBe(true)
    }
  })

  it('retry after a refusal, as often as the schedule says', async () => {
    receiver.answer = (_request, response) => {
      response.statusCode = receiver.received.length < 3 ? 500 : 200
      response.end()
    }
    const orderId = await payWith({ retrySeconds: [10, 60, 600] })
    await receiver.until(1)
    await sandbox.control.moveClock({ advanceSeconds: 11 })
    const second = receiver.received.length
    await sandbox.control.moveClock({ advanceSeconds: 61 })
    await sandbox.control.moveClock({ advanceSeconds: 601 })

    const { callbacks } = await sandbox.control.order(orderId)

    expect(second).toBe(2)
    expect(receiver.received).toHaveLength(3)
    expect(callbacks).toMatchObject([{ state: 'delivered' }])
    expect(callbacks[0]?.tries.map(({ httpStatus }) => httpStatus)).toEqual([500, 500, 200])
  })

  it('belong to one store when they are set there', async () => {
    await sandbox.control.changeStore('EDGE-STORE-1', { callbackSwitches: { lose: true } })
    const fields = httpOrder(sandbox, receiver.url)
    const other = await callByHand(sandbox, tqr, {
      fields: { ...fields, store_code: 'EDGE-STORE-2' },
    })
    const lost = await createOrder()
    await sandbox.control.pay(lost)
    await sandbox.control.pay(String(other.data['order_id']))

    await receiver.until(1)
    await sandbox.control.tick()

    expect(receiver.received).toHaveLength(1)
    expect(parametersOf(receiver.received[0])['order_id']).toBe(other.data['order_id'])
  })

  it('of the next order count for one order only', async () => {
    await payWith({ lose: true })
    const second = await createOrder()

    await sandbox.control.pay(second)

    await receiver.until(1)
    expect(parametersOf(receiver.received[0])['order_id']).toBe(second)
  })
})

describe('a callback that is sent on demand', () => {
  it('can be sent again with the same text', async () => {
    const orderId = await createOrder()
    await sandbox.control.pay(orderId)
    await receiver.until(1)

    await sandbox.control.resendCallback(orderId)

    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]).toBe(receiver.received[0])
  })

  it('can report a payment that was never made, under a valid signature', async () => {
    const orderId = await createOrder()

    await sandbox.control.resendCallback(orderId)

    const status = await callByHand(sandbox, `/merchant-integration/v1/qr/query/${orderId}`)
    expect(isTrue(parametersOf(receiver.received[0]))).toBe(true)
    expect(status.data['pay_status']).toBe('INIT')
  })

  it('can have given fields', async () => {
    const orderId = await createOrder()

    await sandbox.control.resendCallback(orderId, { parameters: { vnd_amount: '1' } })

    expect(parametersOf(receiver.received[0])).toMatchObject({ vnd_amount: '1' })
  })
})
