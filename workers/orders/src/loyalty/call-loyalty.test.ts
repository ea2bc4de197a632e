import { createClient, type Client } from '@merchant-edge/client'
import type { LoyaltyOutcome, Stores } from '@merchant-edge/orders/api'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { callLoyalty, type LoyaltyCaller } from './call-loyalty.ts'

const stores: Stores = {
  default: { storeCode: 'STORE-1', posCode: 'POS-1' },
  allowed: [{ storeCode: 'STORE-2', posCodes: ['TILL-1'] }],
}

const values = {
  merchant_code: 'MERCHANT-1',
  business_code: 'BUSINESS-1',
  program_code: 'PROGRAM-1',
}

/** What every test has on disk of its own: the real order database. */
function callerWith(client: Client): LoyaltyCaller {
  return { client, values, stores, store: { database: env.DB, endpoints: [], now: Date.now } }
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
  it('fills in the configured codes', async () => {
    const member = { member: { member_code: 'M-1', full_name: 'An' }, tier_info: null }
    const { client, requests } = await serviceThat(answers(200, member))
    const request = { id_type: 'MOBILE', identity: '0900000001' }

    const outcome = await callLoyalty(callerWith(client), { name: 'getMembership', request })

    expect(outcome).toEqual({ outcome: 'accepted', data: member })
    expect(requests[0]?.path).toBe(
      '/merchant-integration/v1/loyalty/membership?id_type=MOBILE&identity=0900000001&business_code=BUSINESS-1&program_code=PROGRAM-1',
    )
  })

  it('allows a request to name another store', async () => {
    const { client, requests } = await serviceThat(answers(200, []))
    const request = { store_code: 'STORE-2', pos_code: 'TILL-1' }

    await callLoyalty(callerWith(client), { name: 'queryGiftCodeStock', request })
    await callLoyalty(callerWith(client), { name: 'queryGiftCodeStock', request: {} })

    expect(requests.map(({ body }) => body)).toEqual([
      request,
      { store_code: 'STORE-1', pos_code: 'POS-1' },
    ])
  })

  it.each([
    ['store_code', 'queryGiftCodeStock', { store_code: 'STORE-3' }],
    ['store_code', 'getTopUpMember', { phone_number: '0900000001', store_code: 'STORE-3' }],
    ['pos_code', 'verifyVoucher', { store_code: 'STORE-2', pos_code: 'POS-1' }],
    ['pos_code', 'queryTopUp', { txn_id: 'STORE-1-1', pos_code: 'TILL-1' }],
  ])('refuses an unconfigured %s: %s', async (field, name, request) => {
    const { client, requests } = await serviceThat(answers(200))

    const outcome = await callLoyalty(callerWith(client), { name, request })

    expect(outcome).toEqual({
      outcome: 'invalid',
      message: expect.stringMatching(`^${field} must be one of the .* that are set`),
    })
    expect(requests).toEqual([])
  })

  it.each([
    ['got no answer', breaks],
    ['is answered with an error of the service', answers(5000001)],
    ['is answered with a code that nobody knows', answers(1234567)],
  ])('fetches the gift codes of an order that %s', async (_what, first) => {
    const { client, requests } = await serviceThat(first, answers(200, codes))

    const outcome = await callLoyalty(callerWith(client), {
      name: 'orderGiftCodes',
      request: order,
    })

    expect(outcome).toEqual({ outcome: 'accepted', data: codes })
    expect(requests[1]?.path).toContain('/gift-code/orders?merchant_order_id=G-1&')
  })

  const ofAnother = { ...codes, merchant_order_id: 'G-2' }
  const tooMany = { order_info: [{ card_type: '50', cards: [{ code: 'C-1' }, { code: 'C-2' }] }] }

  it.each([
    ['of another order', 'other-1', ofAnother],
    ['of another number', 'other-2', tooMany],
  ])('asks again when an order is answered with gift codes %s', async (_what, id, wrong) => {
    const request = { ...order, merchant_order_id: id }
    const right = { ...codes, merchant_order_id: id }
    const { client } = await serviceThat(answers(200, wrong), answers(200, right))
    const { client: confused } = await serviceThat(answers(200, wrong), answers(200, wrong))

    const found = await callLoyalty(callerWith(client), { name: 'orderGiftCodes', request })
    const open = await callLoyalty(callerWith(confused), {
      name: 'orderGiftCodes',
      request: { ...request, merchant_order_id: `${id}-open` },
    })

    expect(found).toEqual({ outcome: 'accepted', data: right })
    expect(open).toEqual({ outcome: 'unknown', remedy: expect.stringContaining('Hand none') })
  })

  it('does not hand out the gift codes of another order to a query', async () => {
    const { client } = await serviceThat(answers(200, ofAnother))
    const request = { merchant_order_id: 'G-1' }

    const outcome = await callLoyalty(callerWith(client), { name: 'queryGiftCodeOrder', request })

    expect(outcome).toEqual({ outcome: 'unknown', remedy: expect.stringContaining('Hand none') })
  })

  it('fetches the gift codes of an order that the same request has made before', async () => {
    const { client } = await serviceThat(breaks, breaks, answers(4000302), answers(200, codes))
    const asked = { name: 'orderGiftCodes', request: order }

    const first = await callLoyalty(callerWith(client), asked)
    const again = await callLoyalty(callerWith(client), asked)

    expect(first.outcome).toBe('unknown')
    expect(again).toEqual({ outcome: 'accepted', data: codes })
  })

  it('does not return refused when an earlier call under the id may have taken effect', async () => {
    const { client } = await serviceThat(breaks, breaks, answers(4000301), breaks)
    const asked = { name: 'orderGiftCodes', request: order }

    const first = await callLoyalty(callerWith(client), asked)
    const again = await callLoyalty(callerWith(client), asked)

    expect([first.outcome, again.outcome]).toEqual(['unknown', 'unknown'])
  })

  it('returns unknown when the query does not settle the outcome', async () => {
    const { client } = await serviceThat(breaks, answers(4040001))

    const outcome = await callLoyalty(callerWith(client), {
      name: 'orderGiftCodes',
      request: order,
    })

    expect(outcome).toEqual({
      outcome: 'unknown',
      remedy: expect.stringContaining('merchant_order_id'),
    })
  })

  it('returns unknown when no call is answered', async () => {
    const { client } = await serviceThat(breaks, breaks)

    const outcome = await callLoyalty(callerWith(client), {
      name: 'orderGiftCodes',
      request: order,
    })

    expect(outcome.outcome).toBe('unknown')
  })

  it('returns a refusal, and whether an earlier request may have taken effect', async () => {
    const { client, requests } = await serviceThat(answers(4000902), breaks, answers(4000902))
    const request = {
      serial_number: 'EV-1',
      redeem_ref_id: 'V-1',
      merchant_staff_id: 1,
      merchant_voucher_code: 'BOOKS',
      merchant_reference_id: 'A-1',
    }

    const asked = { name: 'markVoucherUsed', request }

    const only = await callLoyalty(callerWith(client), asked)
    const lost = await callLoyalty(callerWith(client), asked)
    const repeated = await callLoyalty(callerWith(client), asked)

    expect(only).toMatchObject({ outcome: 'refused', code: 4000902, applied: 'no' })
    expect(lost).toMatchObject({ outcome: 'unknown' })
    expect(repeated).toMatchObject({ outcome: 'refused', code: 4000902, applied: 'maybe' })
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

  it('does not take the refusal of a retry as the outcome of the first request', async () => {
    const done = answers(200, { type: 'TXN_EARN', status: 'SUCCESS' })
    const { client, requests } = await serviceCalled(
      { attempts: 2 },
      breaks,
      answers(4000318),
      done,
    )

    const outcome = await callLoyalty(callerWith(client), { name: 'topUpPoints', request: topUp })

    expect(requests.map(({ path }) => path.replace(/\?.*/, '').split('/').at(-1))).toEqual([
      'topup',
      'topup',
      'status',
    ])
    expect(outcome.outcome).toBe('accepted')
  })

  it('returns unknown for a voucher that a retry finds used, because the first request may have used it', async () => {
    const { client } = await serviceCalled({ attempts: 2 }, breaks, answers(4000902))

    const outcome = await callLoyalty(callerWith(client), { name: 'markVoucherUsed', request: use })

    expect(outcome.outcome).toBe('unknown')
  })

  it.each([
    ['an error of the service', [answers(5000001), answers(200, null)]],
    ['a taken id', [answers(4000307), answers(200, null)]],
    ['a key that is refused', [answers(4010001), answers(4010001)]],
  ])('returns unknown, and not refused, for a retry that gets %s', async (_what, steps) => {
    const { client } = await serviceThat(breaks, breaks, ...steps)
    const asked = { name: 'topUpPoints', request: topUp }
    await callLoyalty(callerWith(client), asked)

    const outcome = await callLoyalty(callerWith(client), asked)

    expect(outcome.outcome).toBe('unknown')
  })

  it.each([
    ['got no answer', breaks, 'failed'],
    ['was answered with an error', answers(5000001), 'server_error'],
  ])('returns a top-up that %s and has failed as refused', async (_what, first, reason) => {
    const failed = answers(200, { type: 'TXN_EARN', status: 'ERROR' })
    const { client } = await serviceThat(first, failed)

    const outcome = await callLoyalty(callerWith(client), { name: 'topUpPoints', request: topUp })

    expect(outcome).toMatchObject({ outcome: 'refused', reason, applied: 'no' })
  })

  it('does not return a failed top-up as accepted because its retry finds the id taken', async () => {
    const failed = answers(200, { type: 'TXN_EARN', status: 'ERROR' })
    const { client } = await serviceThat(breaks, breaks, answers(4000307), failed)
    const asked = { name: 'topUpPoints', request: topUp }
    const lost = await callLoyalty(callerWith(client), asked)

    const repeated = await callLoyalty(callerWith(client), asked)

    expect(lost.outcome).toBe('unknown')
    expect(repeated).toMatchObject({
      outcome: 'refused',
      reason: 'failed',
      applied: 'no',
      remedy: expect.not.stringContaining('landed'),
    })
  })

  it.each([
    ['a field is missing', {}],
    ['a field is unknown', { ...order, extra: 1 }],
  ])('makes no call when %s', async (_what, request) => {
    const { client, requests } = await serviceThat()

    const outcome = await callLoyalty(callerWith(client), { name: 'orderGiftCodes', request })

    expect(outcome.outcome).toBe('invalid')
    expect(requests).toEqual([])
  })

  it.each(['transferMoney', 'refundOrder', 'nothing', 'constructor'])(
    'refuses the unknown call %s',
    async (name) => {
      const { client, requests } = await serviceThat()

      const outcome = await callLoyalty(callerWith(client), { name, request: {} })

      expect(outcome.outcome).toBe('not_found')
      expect(requests).toEqual([])
    },
  )
})

describe('an id of the merchant', () => {
  const topUp = {
    phone_number: '0900000001',
    point_amount: 100,
    order_id: 'A-1',
    txn_id: 'STORE-1-1',
  }
  const use = {
    serial_number: 'EV-1',
    redeem_ref_id: 'V-1',
    merchant_staff_id: 1,
    merchant_voucher_code: 'BOOKS',
    merchant_reference_id: 'A-1',
  }
  const earned = answers(200, { type: 'TXN_EARN', status: 'SUCCESS' })
  const otherContent = (field: string): LoyaltyOutcome => ({
    outcome: 'conflict',
    because: 'other_content',
    field,
  })

  const writes: [string, Record<string, unknown>, Record<string, unknown>, string][] = [
    ['topUpPoints', topUp, { point_amount: 500 }, 'txn_id'],
    ['topUpPoints', topUp, { phone_number: '0900000002' }, 'txn_id'],
    [
      'orderGiftCodes',
      order,
      { order_info: [{ card_type: '50', quantity: 2 }] },
      'merchant_order_id',
    ],
    ['orderGiftCodes', order, { extra_data: '{"for":"another"}' }, 'merchant_order_id'],
    ['markVoucherUsed', use, { serial_number: 'EV-2' }, 'redeem_ref_id'],
  ]
  it.each(writes)(
    'of %s belongs to one request: %j is not %j',
    async (name, request, change, field) => {
      const data = name === 'orderGiftCodes' ? codes : undefined
      const { client, requests } = await serviceThat(answers(200, data), earned)

      const first = await callLoyalty(callerWith(client), { name, request })
      const other = await callLoyalty(callerWith(client), {
        name,
        request: { ...request, ...change },
      })

      expect(first.outcome).toBe('accepted')
      expect(other).toEqual(otherContent(field))
      expect(requests).toHaveLength(1)
    },
  )

  it('goes to one of two concurrent requests', async () => {
    const other = { ...topUp, point_amount: 500 }
    const { client } = await serviceThat(answers(200))

    const outcomes = await Promise.all(
      [topUp, other].map((request) =>
        callLoyalty(callerWith(client), { name: 'topUpPoints', request }),
      ),
    )

    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'conflict'])
  })

  it('does not count as ours when the service knows it from another system', async () => {
    const { client, requests } = await serviceThat(answers(4000302), answers(200, codes))
    const asked = { name: 'orderGiftCodes', request: order }

    const first = await callLoyalty(callerWith(client), asked)
    const again = await callLoyalty(callerWith(client), asked)

    const foreign = { outcome: 'conflict', because: 'used_elsewhere', field: 'merchant_order_id' }
    expect([first, again]).toEqual([foreign, foreign])
    expect(requests).toHaveLength(1)
  })

  it('is always a conflict once its fingerprint was deleted', async () => {
    const { client, requests } = await serviceThat(answers(200, codes), answers(4000302))
    const asked = { name: 'orderGiftCodes', request: order }
    await callLoyalty(callerWith(client), asked)
    await env.DB.prepare('DELETE FROM loyalty_ids').run()

    const again = await callLoyalty(callerWith(client), asked)

    expect(again).toEqual({
      outcome: 'conflict',
      because: 'used_elsewhere',
      field: 'merchant_order_id',
    })
    expect(requests).toHaveLength(2)
  })

  it('never returns the top-up of another request, whatever this one is refused with', async () => {
    const { client, requests } = await serviceThat(answers(4000315), earned)

    const outcome = await callLoyalty(callerWith(client), { name: 'topUpPoints', request: topUp })

    expect(outcome).toMatchObject({ outcome: 'refused', code: 4000315, applied: 'no' })
    expect(requests).toHaveLength(1)
  })

  it.each([
    [
      'of other face values',
      { ...codes, order_info: [{ card_type: '100', cards: [{ code: 'C' }] }] },
    ],
    ['of more codes', { order_info: [...codes.order_info, ...codes.order_info] }],
    ['from before the request', { ...codes, created_at: Math.floor(Date.now() / 1000) - 8_000 }],
  ])('returns no gift codes %s', async (_what, kept) => {
    const { client } = await serviceThat(breaks, answers(200, kept))
    const asked = { name: 'orderGiftCodes', request: order }

    expect(await callLoyalty(callerWith(client), asked)).toMatchObject({
      outcome: 'conflict',
      because: 'used_elsewhere',
    })
  })

  it.each([
    ['the key was refused', answers(4010001)],
    ['the time was refused', answers(4010002)],
    ['the member was unknown', answers(4000315)],
  ])('can be used, for this request or another one, when %s', async (_what, refused) => {
    const { client } = await serviceThat(refused, answers(200), refused, answers(200))
    const name = 'topUpPoints'
    const other = { ...topUp, txn_id: 'STORE-1-2' }

    const first = await callLoyalty(callerWith(client), { name, request: topUp })
    const repaired = await callLoyalty(callerWith(client), { name, request: topUp })
    await callLoyalty(callerWith(client), { name, request: other })
    const changed = await callLoyalty(callerWith(client), {
      name,
      request: { ...other, point_amount: 200 },
    })

    expect(first.outcome).toBe('refused')
    expect([repaired.outcome, changed.outcome]).toEqual(['accepted', 'accepted'])
  })

  it('can be used when nothing was sent because of a wrong field', async () => {
    const { client } = await serviceThat(answers(200))
    const name = 'topUpPoints'

    const wrong = await callLoyalty(callerWith(client), {
      name,
      request: { ...topUp, point_amount: 1 },
    })

    expect(wrong.outcome).toBe('invalid')
    expect((await callLoyalty(callerWith(client), { name, request: topUp })).outcome).toBe(
      'accepted',
    )
  })
})
