import { createClient, type Client } from '@merchant-edge/client'
import { describe, expect, it } from 'vitest'
import { callLoyalty } from './call-loyalty.ts'

const values = {
  store_code: 'STORE-1',
  pos_code: 'POS-1',
  merchant_code: 'MERCHANT-1',
  business_code: 'BUSINESS-1',
  program_code: 'PROGRAM-1',
}

type Step = (path: string, body: string) => Response

const answers =
  (code: number, data?: unknown): Step =>
  () =>
    Response.json({ meta: { code, message: 'words' }, data })

const breaks: Step = () => {
  throw new TypeError('connection reset')
}

function serviceThat(...steps: Step[]) {
  return serviceCalled({ attempts: 1 }, ...steps)
}

async function serviceCalled(patience: { attempts: number }, ...steps: Step[]) {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    false,
    ['sign', 'verify'],
  )
  if (!('privateKey' in pair)) throw new Error('no key pair was made')
  const requests: { path: string; body: unknown }[] = []
  const client: Client = createClient({
    baseUrl: 'https://service.example',
    keyCode: 'test-key',
    privateKey: pair.privateKey,
    ...patience,
    async fetch(address, init) {
      const { pathname, search } = new URL(address)
      const body = await new Response(init.body ?? '').text()
      requests.push({ path: `${pathname}${search}`, body: body === '' ? null : JSON.parse(body) })
      const step = steps[requests.length - 1] ?? breaks
      return step(pathname, body)
    },
  })
  return { client, requests }
}

const order = { merchant_order_id: 'G-1', order_info: [{ card_type: '50', quantity: 1 }] }
const codes = { order_info: [{ card_type: '50', cards: [{ code: 'C-1', serial: 'S-1' }] }] }

describe('callLoyalty', () => {
  it('fills in what the merchant has set', async () => {
    const member = { member: { member_code: 'M-1', full_name: 'An' }, tier_info: null }
    const { client, requests } = await serviceThat(answers(200, member))
    const request = { id_type: 'MOBILE', identity: '0900000001' }

    const outcome = await callLoyalty(client, values, { name: 'getMembership', request })

    expect(outcome).toEqual({ outcome: 'accepted', data: member })
    expect(requests[0]?.path).toBe(
      '/merchant-integration/v1/loyalty/membership?id_type=MOBILE&identity=0900000001&business_code=BUSINESS-1&program_code=PROGRAM-1',
    )
  })

  it('lets a request name another store', async () => {
    const { client, requests } = await serviceThat(answers(200, []))
    const request = { store_code: 'STORE-2' }

    await callLoyalty(client, values, { name: 'queryGiftCodeStock', request })

    expect(requests[0]?.body).toEqual({ store_code: 'STORE-2', pos_code: 'POS-1' })
  })

  it.each([
    ['got no answer', breaks],
    ['is answered with an error of the service', answers(5000001)],
    ['exists already', answers(4000302)],
    ['is answered with a code that nobody knows', answers(1234567)],
  ])('fetches the codes of an order that %s', async (_what, first) => {
    const { client, requests } = await serviceThat(first, answers(200, codes))

    const outcome = await callLoyalty(client, values, { name: 'orderGiftCodes', request: order })

    expect(outcome).toEqual({ outcome: 'accepted', data: codes })
    expect(requests[1]?.path).toContain('/gift-code/orders?merchant_order_id=G-1&')
  })

  it('says unknown when the second look does not help either', async () => {
    const { client } = await serviceThat(breaks, answers(4040001))

    const outcome = await callLoyalty(client, values, { name: 'orderGiftCodes', request: order })

    expect(outcome).toEqual({
      outcome: 'unknown',
      remedy: expect.stringContaining('merchant_order_id'),
    })
  })

  it('says unknown when nobody answers at all', async () => {
    const { client } = await serviceThat(breaks, breaks)

    const outcome = await callLoyalty(client, values, { name: 'orderGiftCodes', request: order })

    expect(outcome.outcome).toBe('unknown')
  })

  it('passes on a refusal, and whether an earlier request may have landed', async () => {
    const { client, requests } = await serviceThat(answers(4000902))
    const request = {
      serial_number: 'EV-1',
      redeem_ref_id: 'V-1',
      merchant_staff_id: 1,
      merchant_voucher_code: 'BOOKS',
      merchant_reference_id: 'A-1',
    }

    const outcome = await callLoyalty(client, values, { name: 'markVoucherUsed', request })

    expect(outcome).toMatchObject({ outcome: 'refused', code: 4000902, applied: 'maybe' })
    expect(requests[0]?.body).toMatchObject({ merchant_code: 'MERCHANT-1', store_code: 'STORE-1' })
  })

  const topUp = {
    phone_number: '0900000001',
    point_amount: 100,
    order_id: 'A-1',
    txn_id: 'STORE-1-1',
    send_receipt: false,
  }
  const use = {
    serial_number: 'EV-1',
    redeem_ref_id: 'V-1',
    merchant_staff_id: 1,
    merchant_voucher_code: 'BOOKS',
    merchant_reference_id: 'A-1',
  }

  it('does not take the refusal of a repeat for the fate of the first request', async () => {
    const done = answers(200, { type: 'TXN_EARN', status: 'SUCCESS' })
    const { client, requests } = await serviceCalled(
      { attempts: 2 },
      breaks,
      answers(4000318),
      done,
    )

    const outcome = await callLoyalty(client, values, { name: 'topUpPoints', request: topUp })

    expect(requests.map(({ path }) => path.replace(/\?.*/, '').split('/').at(-1))).toEqual([
      'topup',
      'topup',
      'status',
    ])
    expect(outcome.outcome).toBe('accepted')
  })

  it('leaves a voucher open that a repeat finds used: the first request may have used it', async () => {
    const { client } = await serviceCalled({ attempts: 2 }, breaks, answers(4000902))

    const outcome = await callLoyalty(client, values, { name: 'markVoucherUsed', request: use })

    expect(outcome.outcome).toBe('unknown')
  })

  it.each([
    ['an error of the service', answers(5000001)],
    ['a taken id', answers(4000307)],
  ])('says unknown, and not refused, of %s that nobody can explain', async (_what, first) => {
    const { client } = await serviceThat(first, answers(200, null))

    const outcome = await callLoyalty(client, values, { name: 'topUpPoints', request: topUp })

    expect(outcome.outcome).toBe('unknown')
  })

  it.each([
    ['got no answer', breaks, 'failed'],
    ['was answered with an error', answers(5000001), 'server_error'],
  ])('says of a top-up that %s and has failed that it is over', async (_what, first, reason) => {
    const failed = answers(200, { type: 'TXN_EARN', status: 'ERROR' })
    const { client } = await serviceThat(first, failed)

    const outcome = await callLoyalty(client, values, { name: 'topUpPoints', request: topUp })

    expect(outcome).toMatchObject({ outcome: 'refused', reason, applied: 'no' })
  })

  it.each([
    ['a field is missing', {}],
    ['a field is unknown', { ...order, extra: 1 }],
  ])('sends nothing when %s', async (_what, request) => {
    const { client, requests } = await serviceThat()

    const outcome = await callLoyalty(client, values, { name: 'orderGiftCodes', request })

    expect(outcome.outcome).toBe('invalid')
    expect(requests).toEqual([])
  })

  it.each(['transferMoney', 'refundOrder', 'nothing', 'constructor'])(
    'has no call %s',
    async (name) => {
      const { client, requests } = await serviceThat()

      const outcome = await callLoyalty(client, values, { name, request: {} })

      expect(outcome.outcome).toBe('not_found')
      expect(requests).toEqual([])
    },
  )
})
