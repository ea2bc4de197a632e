import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { transferMoney } from '@merchant-edge/orders'
import { beforeEach, describe, expect, it } from 'vitest'
import { contextOf } from './orders-context.ts'
import { Orders } from './entrypoints/orders.ts'
import { PublicPages } from './entrypoints/public-pages.ts'
import { Loyalty } from './loyalty/loyalty.ts'
import { paymentPort } from './service/payment-port.ts'
import { readSettings } from './settings/read-settings.ts'
import { eventually } from '../test/eventually.ts'
import type { PeerState } from '../test/service-peer.ts'

async function peer(path: string): Promise<PeerState> {
  const response = await fetch(`https://service.example/peer${path}`, { method: 'POST' })
  return response.json()
}

beforeEach(async () => {
  await peer('/reset')
})

async function linkedOrder(amountVnd: number, { holdPayment = false } = {}): Promise<void> {
  await exports.Orders.linkWallet('customer-1')
  await peer('/confirm-links')
  await exports.Orders.findLink('customer-1')
  await exports.Orders.open({
    id: 'order-1',
    amountVnd,
    description: 'Two books',
    linkedCustomerId: 'customer-1',
    holdPayment,
  })
}

async function lastCall(): Promise<PeerState['calls'][number] | undefined> {
  return (await peer('')).calls.at(-1)
}

describe('linked wallets over RPC', () => {
  it('links a wallet with signatures over both texts, which Node verifies', async () => {
    const requested = await exports.Orders.linkWallet('customer-1')
    const link = await lastCall()
    await peer('/confirm-links')
    const linked = await exports.Orders.findLink('customer-1')

    expect(requested).toMatchObject({
      outcome: 'requested',
      link: { webUrl: 'https://link.example/LINK-1' },
    })
    expect(link).toEqual({
      path: '/oh-integration/account/v1/link-wallet',
      body: {
        callback_url: expect.stringMatching(
          /^https:\/\/checkout\.example\/link-callbacks\/[a-z0-9-]+\/[A-Za-z0-9_-]{22}$/,
        ),
        partner_type: 'MERCHANT',
        partner_code: 'PARTNER-1',
        partner_user_id: 'customer-1',
        signature: expect.any(String),
      },
    })
    expect((await lastCall())?.body).toEqual({
      partner_code: 'PARTNER-1',
      link_reference_id: 'LINK-1',
      signature: expect.any(String),
    })
    expect(linked).toMatchObject({ state: 'linked', phone: '*******789' })
    expect(JSON.stringify(linked)).not.toContain('USER-TOKEN')
  })

  it('links a wallet after a callback, whose content is not trusted', async () => {
    await exports.Orders.linkWallet('customer-1')
    const address = String((await lastCall())?.body['callback_url'])
    const [id = '', token = ''] = address.split('/').slice(-2)
    await peer('/confirm-links')

    const forged = await exports.PublicPages.recordLinkCallback({ id, token: 'x'.repeat(22) })
    const genuine = await exports.PublicPages.recordLinkCallback({
      id,
      token,
      linkReferenceId: 'OTHER',
    })

    expect([forged, genuine]).toEqual(['refused', 'recorded'])
    expect(await exports.Orders.findLink('customer-1')).toMatchObject({ state: 'linked' })
  })

  it('pays with a linked wallet and sends the event by the queue', async () => {
    await linkedOrder(100_000)

    const outcome = await exports.Orders.payWithLink('order-1')

    expect(outcome).toMatchObject({ outcome: 'paid', order: { state: 'paid' } })
    const call = await lastCall()
    const reference = call?.body['invoice_no']
    expect(call).toEqual({
      path: '/oh-integration/transaction/purchase/v1/online-transactions',
      body: {
        holding_enabled: false,
        invoice_no: reference,
        currency: 'VND',
        amount: '100000',
        bill_amount: '100000',
        order_created_at: expect.any(Number),
        transaction_reference_number: reference,
        description: 'Two books',
        terminal_id: 'POS-1',
        merchant_id: 'STORE-1',
        merchant_code: 'MERCHANT-1',
        partner_code: 'PARTNER-1',
        user_token: 'USER-TOKEN-LINK-1',
        signature: expect.any(String),
      },
    })
    await eventually(async () => {
      expect((await peer('')).events.map(({ type }) => type)).toEqual(['order.paid'])
    })
  })

  it.each([
    [
      30,
      '70000',
      [
        { method: 'WALLET', amount: '70000' },
        { method: 'POINT', amount: '30' },
      ],
    ],
    [100, '0', [{ method: 'POINT', amount: '100' }]],
  ] as const)('pays with %i points and the rest in money', async (points, amount, list) => {
    await linkedOrder(100_000)

    const outcome = await exports.Orders.payWithLink('order-1', points)

    expect(outcome).toMatchObject({
      outcome: 'paid',
      order: { payment: { vnd: Number(amount), points } },
    })
    expect((await lastCall())?.body).toMatchObject({
      amount,
      bill_amount: '100000',
      payment_request_list: list,
    })
  })

  it('requires a code, refuses a wrong one, holds, and captures the money on fulfilment', async () => {
    await linkedOrder(500_000, { holdPayment: true })

    const outcomes = [
      await exports.Orders.payWithLink('order-1'),
      await exports.Orders.confirmOtp('order-1', '000000'),
      await exports.Orders.confirmOtp('order-1', '424242'),
      await exports.Orders.captureOrder('order-1'),
    ]

    expect(outcomes).toMatchObject([
      { outcome: 'otp_needed', triesLeft: 3, wasWrong: false },
      { outcome: 'otp_needed', triesLeft: 2, wasWrong: true },
      { outcome: 'held' },
      { outcome: 'captured', order: { state: 'paid' } },
    ])
    await eventually(async () => {
      const types = (await peer('')).events.map(({ type }) => type)
      expect(types).toEqual(['order.held', 'order.paid'])
    })
  })

  it('releases held money, and unlinks', async () => {
    await linkedOrder(100_000, { holdPayment: true })
    await exports.Orders.payWithLink('order-1')

    const released = await exports.Orders.releaseOrder('order-1')
    const unlinked = await exports.Orders.unlinkWallet('customer-1')

    expect(released).toMatchObject({ outcome: 'released', order: { state: 'cancelled' } })
    expect(unlinked).toMatchObject({ outcome: 'unlinked' })
  })

  it('makes a transfer once, and shows three digits of the phone number', async () => {
    const transfer = { id: 'T1', amountVnd: 50_000, receiverPhone: '0900000123' }
    const outcome = await exports.Orders.transfer(transfer)
    const again = await exports.Orders.transfer(transfer)

    expect(outcome).toMatchObject({
      outcome: 'known',
      transfer: { state: 'succeeded', receiverPhone: '*******123', transactionId: 'TR1' },
    })
    expect(again).toMatchObject({ transfer: { state: 'succeeded' } })
    expect((await peer('')).calls).toEqual([
      {
        path: '/merchant-integration/v1/money-transfer/b2c',
        body: {
          amount: '50000',
          currency: 'VND',
          receiver_phone_number: '0900000123',
          merchant_account_id: 'ACCOUNT-1',
          merchant_transaction_id: expect.stringMatching(/^[a-z0-9-]{1,35}$/),
        },
      },
    ])
    await eventually(async () => {
      const types = (await peer('')).events.map(({ type }) => type)
      expect(types).toEqual(['transfer.succeeded'])
    })
  })

  it.each([
    [5_000_001, { of: 'transfer', vnd: 5_000_000 }],
    [4_000_001, { of: 'day', vnd: 9_000_000, day: expect.any(String) }],
  ])('refuses a transfer of %i dong above a configured limit', async (amountVnd, limit) => {
    const receiverPhone = '0900000123'
    await exports.Orders.transfer({ id: 'T1', amountVnd: 5_000_000, receiverPhone })

    const outcome = await exports.Orders.transfer({ id: 'T2', amountVnd, receiverPhone })

    expect(outcome).toEqual({ outcome: 'over_limit', limit })
    expect((await peer('')).calls).toHaveLength(1)
    expect(await exports.Orders.findTransfer('T2')).toBeNull()
  })

  it('returns why a transfer was refused', async () => {
    const outcome = await exports.Orders.transfer({
      id: 'T1',
      amountVnd: 1,
      receiverPhone: '0999999999',
    })

    expect(outcome).toMatchObject({
      transfer: { state: 'refused', refusal: { code: 4000506, reason: 'receiver_absent' } },
    })
  })

  it('does not repeat a code in an error', async () => {
    const error: unknown = await exports.Orders.confirmOtp('order-1', '12x4\n').then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(String(error)).toContain("The payment's otp must be")
    expect(String(error)).not.toContain('12x4')
  })
})

function merchantKey(privateKey: string): string {
  return JSON.stringify({ keyCode: 'test-key', privateKey })
}

async function anotherKey(): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('no key pair was made')
  const der = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  if (!(der instanceof ArrayBuffer)) throw new Error('no key was exported')
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)))
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`
}

describe('a broken key', () => {
  const prize = { id: 'T-9', amountVnd: 50_000, receiverPhone: '0900000001' }

  it('leaves the id of a transfer usable', async () => {
    const wrong = paymentPort(
      readSettings({ ...env, MERCHANT_KEY: merchantKey(await anotherKey()) }),
    )
    const noKey = paymentPort(readSettings({ ...env, MERCHANT_KEY: merchantKey('no key') }))

    const refused = await transferMoney({ ...contextOf(env), port: wrong }, prize)
    const unsigned = await transferMoney({ ...contextOf(env), port: noKey }, prize)
    const made = await exports.Orders.transfer(prize)

    const refusedWith = (refusal: object) => ({ transfer: { refusal } })
    expect(refused).toMatchObject(refusedWith({ code: 4010001, idReusable: true }))
    expect(unsigned).toMatchObject(refusedWith({ reason: 'not_sent', idReusable: true }))
    expect(made).toMatchObject({ transfer: { state: 'succeeded' } })
    expect((await peer('')).calls).toHaveLength(1)
  })
})

describe('a service that differs from the defaults', () => {
  it('gets its configured values for holds and links (G-37, G-39)', async () => {
    const own = {
      CAPTURE_STATUS: 'TAKE',
      RELEASE_STATUS: 'GIVE',
      LINK_REFERENCE: 'partner_user_id',
    }
    const port = paymentPort(readSettings({ ...env, ...own }))

    await port.settleHold({ reference: 'A-1', result: 'capture' })
    const captured = await lastCall()
    await port.settleHold({ reference: 'A-1', result: 'release' })
    const released = await lastCall()
    await port.checkLink({
      linkId: 'LINK-1',
      customerId: 'customer-1',
      callbackUrl: 'https://checkout.example/link-callbacks/1',
    })
    const asked = await lastCall()

    expect(captured?.body).toMatchObject({ order_status: 'TAKE' })
    expect(released?.body).toMatchObject({ order_status: 'GIVE' })
    expect(asked?.body).toMatchObject({ link_reference_id: 'customer-1' })
  })
})

describe('a merchant without linked wallets', () => {
  it.each([
    ['SERVICE_PAYMENT_URL', 'linkWallet'],
    ['PARTNER_CODE', 'linkWallet'],
    ['MERCHANT_CODE', 'payWithLink'],
    ['POS_CODE', 'payWithLink'],
    ['MERCHANT_ACCOUNT_ID', 'transferMoney'],
    ['TRANSFER_LIMIT_VND', 'transferMoney'],
    ['TRANSFER_DAY_LIMIT_VND', 'transferMoney'],
  ] as const)(
    'gets an error that names the missing %s, and nothing is sent by %s',
    async (name, method) => {
      const port = paymentPort(readSettings({ ...env, [name]: '' }))
      const answers = {
        linkWallet: () => port.linkWallet({ customerId: 'c', callbackUrl: 'https://c.example/' }),
        payWithLink: () =>
          port.payWithLink({
            reference: 'r',
            amountVnd: 1,
            points: 0,
            description: '',
            openedAt: 1,
            holds: false,
            userToken: 't',
          }),
        transferMoney: () =>
          port.transferMoney({
            reference: 'r',
            amountVnd: 1,
            description: '',
            receiverPhone: '0900000123',
          }),
      }

      expect(await answers[method]()).toEqual({
        outcome: 'not_sent',
        message: expect.stringContaining(`${name} of the orders Worker is not set`),
      })
      expect((await peer('')).calls).toEqual([])
    },
  )
})

describe('a caller that disconnects', () => {
  const transfer = { id: 'T-1', amountVnd: 50_000, receiverPhone: '0900000001' }
  it.each([
    ['a payment', (orders: Orders) => orders.payWithLink('order-1')],
    ['a transfer', (orders: Orders) => orders.transfer(transfer)],
  ])('does not interrupt %s between the call and its record', async (_what, ask) => {
    await linkedOrder(100_000)
    const context = createExecutionContext()
    const orders = new Orders(context, env)

    // Nobody waits for the answer: the platform keeps alive only what the context was told of.
    void ask(orders)
    await waitOnExecutionContext(context)

    const order = await exports.Orders.find('order-1')
    const made = await exports.Orders.findTransfer('T-1')
    expect([order?.state, made?.state]).toContain(made === null ? 'paid' : 'succeeded')
  })

  it('does not interrupt a call about points between its refusal and the release of its id', async () => {
    const context = createExecutionContext()
    const loyalty = new Loyalty(context, env)
    const request = { phone_number: '0900000001', point_amount: 100, order_id: 'A-1' }

    void loyalty.callLoyalty('topUpPoints', { ...request, txn_id: 'STORE-1-1' })
    await waitOnExecutionContext(context)

    const state = await env.DB.prepare('SELECT state FROM loyalty_ids').first('state')
    expect([(await lastCall())?.path, state]).toEqual([
      '/merchant-integration/v1/loyalty/topup',
      'free',
    ])
  })

  it('does not interrupt a callback about a link between its receipt and the query', async () => {
    await exports.Orders.linkWallet('customer-1')
    const address = String((await lastCall())?.body['callback_url'])
    const [id = '', token = ''] = address.split('/').slice(-2)
    await peer('/confirm-links')
    const context = createExecutionContext()

    void new PublicPages(context, env).recordLinkCallback({ id, token })
    await waitOnExecutionContext(context)

    const state = await env.DB.prepare('SELECT state FROM links').first('state')
    expect(state).toBe('linked')
  })
})
