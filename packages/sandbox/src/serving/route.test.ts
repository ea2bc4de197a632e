import { beforeEach, describe, expect, it } from 'vitest'
import { workerdBench, type BenchRequest, type WorkerdBench } from '../../test/workerd-bench.ts'

const path = '/merchant-integration/v1/gateway'
const place = { 'X-Merchant-ID': 'EDGE-STORE-1', 'X-Terminal-ID': 'EDGE-POS-1' }
const memberInfo = { 'X-API-Code': 'mi_v1_loyalty_member_info' }
const topUp = { 'X-API-Code': 'mi_v1_loyalty_transaction_topup' }
const stock = { 'X-API-Code': 'mi_v1_loyalty_giftcode_quantity' }
const points = { phone_no: '0900000001', point_amount: 100, send_receipt: false }
let bench: WorkerdBench

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
})

function send(headers: Record<string, string>, fields: object, more: BenchRequest = {}) {
  return bench.call(path, { headers, fields, ...more })
}

describe('the gateway', () => {
  it.each([
    ['in headers', { ...memberInfo, ...place }, {}],
    ['in the body', {}, { ...memberInfo, ...place }],
    ['in both', { ...memberInfo, ...place }, { ...memberInfo, ...place }],
    ['partly in each', memberInfo, { merchant_id: 'EDGE-STORE-1', terminal_id: 'EDGE-POS-1' }],
  ])('reads the parameters that are named like headers %s', async (_about, headers, fields) => {
    const answer = await send(headers, { ...fields, phone_no: '0900000001' })

    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      data: { full_name: 'Nguyen Van An', identify: '0900000001', status: 'A', card_status: 'A' },
    })
  })

  it('reads the store of a gift-code call from the headers too', async () => {
    const answer = await send({ ...stock, ...place }, { merchant_code: 'EDGE', card_type: ['500'] })

    expect(answer).toMatchObject({ code: 200, data: [{ card_type: '500', quantity: 2 }] })
  })

  it.each([
    ['no X-API-Code', {}, {}],
    ['an unknown X-API-Code', { 'X-API-Code': 'mi_v1_loyalty_nothing' }, {}],
    ['another X-API-Code in the body', memberInfo, topUp],
    ['another store in the body', memberInfo, { merchant_id: 'EDGE-STORE-2' }],
  ])('refuses %s with 4000', async (_about, headers, fields) => {
    const answer = await send({ ...place, ...headers }, { phone_no: '0900000001', ...fields })

    expect(answer).toMatchObject({ status: 400, code: 4000 })
  })

  it.each(['', '[]', '{"phone_no":'])('refuses the body %j with 4000', async (body) => {
    const answer = await send({ ...memberInfo, ...place }, {}, { body })

    expect(answer).toMatchObject({ status: 400, code: 4000 })
  })

  it('authenticates the caller before anything else', async () => {
    const answer = await send({ 'X-Signature': 'AAAA' }, {})

    expect(answer).toMatchObject({ status: 401, code: 4010001 })
  })

  it.each([
    ['missing', memberInfo, {}],
    ['malformed', { ...memberInfo, ...place }, { 'X-Terminal-ID': 5 }],
    ['unknown', { ...memberInfo, ...place, 'X-Merchant-ID': 'NONE' }, {}],
    ["another merchant's", { ...memberInfo, ...place, 'X-Merchant-ID': 'OTHER-STORE-1' }, {}],
    ['missing in a top-up', topUp, { ...points, invoice_no: 'I-1' }],
    ['missing in a gift-code call', stock, { merchant_code: 'EDGE' }],
  ])('refuses a store or terminal that is %s with 403100', async (_about, headers, fields) => {
    const { 'X-Terminal-ID': _terminal, ...others }: Record<string, string> = headers
    const isInBody = 'X-Terminal-ID' in fields

    const answer = await send(isInBody ? others : headers, { phone_no: '0900000001', ...fields })

    expect(answer).toMatchObject({ status: 403, code: 403100 })
  })

  it.each([
    [memberInfo, { 'X-Merchant-ID': 'NONE' }, {}, 'X-Merchant-ID: merchant EDGE has no such store'],
    [
      topUp,
      { 'X-Terminal-ID': 'NONE' },
      {},
      'X-Terminal-ID: store EDGE-STORE-1 has no such terminal',
    ],
    [
      { 'X-API-Code': 'mi_v1_loyalty_transaction_detail' },
      { 'X-Terminal-ID': 'NONE' },
      {},
      'X-Terminal-ID: store EDGE-STORE-1 has no such terminal',
    ],
    [stock, { 'X-Merchant-ID': 'NONE' }, {}, 'merchant_id: merchant EDGE has no such store'],
    [
      { 'X-API-Code': 'mi_v1_loyalty_giftcode_orders' },
      { 'X-Terminal-ID': 'NONE' },
      { order_id: 'G-1', order_info: [{ card_type: '50', quantity: 1 }] },
      'terminal_id: store EDGE-STORE-1 has no such terminal',
    ],
  ])(
    'calls the field of a wrong store or terminal by its name in %o',
    async (code, wrong, more, message) => {
      const fields = { ...points, invoice_no: 'I-1', merchant_code: 'EDGE', ...more }

      const answer = await send({ ...code, ...place, ...wrong }, fields)

      expect(answer.message).toBe(message)
    },
  )

  it.each([
    ['0900000004', 200301],
    ['0900000005', 200300],
    ['0900000006', 200301],
    ['0911111111', 200400],
    ['0900000007', 200],
  ])('answers the look-up of %s with %i over HTTP 200', async (phone_no, code) => {
    const answer = await send({ ...memberInfo, ...place }, { phone_no })

    expect(answer).toMatchObject({ status: 200, code })
  })

  it('finds no member when the card is of another one', async () => {
    const fields = { phone_no: '0900000001', card_no: '9704000000000002' }

    const answer = await send({ ...memberInfo, ...place }, fields)

    expect(answer.code).toBe(200400)
  })

  it.each([
    ['a member whose card is not active', { phone_no: '0900000005' }, 4000306],
    ['a member whose account is blocked', { phone_no: '0900000004' }, 4000326],
    ['a member at risk', { phone_no: '0900000007' }, 4000318],
    ['nobody', { phone_no: '0911111111' }, 4000315],
    ['an id of another member', { id_type: 'USER_ID', id: 'U-BINH' }, 4000315],
    ['another phone number as id', { id_type: 'MOBILE', id: '0900000002' }, 4000315],
    ['an unknown store', { merchant_id: 'NONE' }, 4030302],
  ])('refuses a top-up for %s over HTTP 200', async (_about, fields, code) => {
    const { 'X-Merchant-ID': store, ...terminal } = place
    const headers = 'merchant_id' in fields ? terminal : { ...terminal, 'X-Merchant-ID': store }

    const answer = await send({ ...topUp, ...headers }, { ...points, invoice_no: 'I-1', ...fields })

    expect(answer).toMatchObject({ status: 200, code })
    expect(await bench.control.topUps()).toEqual([])
  })

  it.each([
    ['CARD', '9704000000000001'],
    ['USER_ID', 'U-AN'],
    ['MOBILE', '0900000001'],
  ])(
    'tops up a member named by phone number and %s, and shares ids with REST',
    async (id_type, id) => {
      const given = { ...points, invoice_no: 'EDGE-STORE-1-1', id_type, id, send_sms: false }

      const done = await send({ ...topUp, ...place }, given)
      const again = await send({ ...topUp, ...place }, given)
      const detail = await send(
        { 'X-API-Code': 'mi_v1_loyalty_transaction_detail', ...place },
        { invoice_no: 'EDGE-STORE-1-1' },
      )
      const query = 'txn_id=EDGE-STORE-1-1&store_code=EDGE-STORE-1&pos_code=EDGE-POS-1'
      const overRest = await bench.call(`/merchant-integration/v1/loyalty/topup/status?${query}`, {
        method: 'GET',
      })

      expect([done.code, again.code, again.status]).toEqual([200, 4000307, 200])
      expect(overRest.data).toEqual({ type: 'TXN_EARN', status: 'SUCCESS' })
      expect(detail.data).toEqual({ type: 'TXN_EARN', status: 'S' })
      expect(await bench.control.topUps()).toMatchObject([{ points: 100, sendsSms: false }])
    },
  )

  it('returns E for a top-up that the loyalty system did not accept, and null for an unknown one', async () => {
    const detail = (invoice_no: string) =>
      send({ 'X-API-Code': 'mi_v1_loyalty_transaction_detail', ...place }, { invoice_no })
    await bench.control.setMerchantPoints('EDGE', 0)
    const refused = await send({ ...topUp, ...place }, { ...points, invoice_no: 'I-2' })

    const failed = await detail('I-2')
    const none = await detail('I-3')

    expect(refused).toMatchObject({ status: 200, code: 500400 })
    expect(failed.data).toEqual({ type: 'TXN_EARN', status: 'E' })
    expect(none).toMatchObject({ code: 200, data: null })
  })

  // The codes of the top-up apply to its query too, as in the REST form.
  it('refuses the query of a top-up for an unknown store as it refuses the top-up', async () => {
    const unknown = { ...place, 'X-Merchant-ID': 'NONE' }

    const answer = await send(
      { 'X-API-Code': 'mi_v1_loyalty_transaction_detail', ...unknown },
      { invoice_no: 'I-1' },
    )

    expect(answer).toMatchObject({ status: 200, code: 4030302 })
  })

  it.each([
    ['a top-up', topUp, { ...points, invoice_no: 'I-4' }, 4000001, 200],
    ['another call', memberInfo, { phone_no: '0900000001' }, 4000, 400],
  ])(
    'refuses %s with an X-Request-ID that is too long',
    async (_about, call, fields, code, status) => {
      const headers = { ...call, ...place, 'X-Request-ID': 'r'.repeat(256) }

      const answer = await send(headers, fields)

      expect(answer).toMatchObject({ status, code })
    },
  )

  it('refuses a merchant_code that is not the caller’s', async () => {
    const answer = await send({ ...stock, ...place }, { merchant_code: 'OTHER' })

    expect(answer).toMatchObject({ status: 404, code: 4040201 })
  })

  it('refuses with a code of the 2xx form when a magic value asks for it', async () => {
    const headers = { ...memberInfo, ...place, 'X-Request-ID': 'sandbox:200300' }

    const answer = await send(headers, { phone_no: '0900000001' })

    expect(answer).toMatchObject({ status: 200, code: 200300, data: undefined })
  })

  it('refuses a call without its licence with 4030001', async () => {
    await bench.control.changeMerchant('EDGE', { rights: ['gift-code'] })

    const member = await send({ ...memberInfo, ...place }, { phone_no: '0900000001' })
    const codes = await send({ ...stock, ...place }, { merchant_code: 'EDGE' })

    expect(member).toMatchObject({ status: 403, code: 4030001 })
    expect(codes.code).toBe(200)
  })

  it('writes the name of the call into the request journal', async () => {
    await send({ ...memberInfo, ...place }, { phone_no: '0900000001' })

    const [entry] = await bench.control.requests({ limit: 1 })

    expect(entry?.endpoint).toBe('gatewayGetMember')
    expect(entry?.body).toBe('{"phone_no":"*******001"}')
  })
})
