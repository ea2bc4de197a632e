import { createPrivateKey, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { callByHand, type HttpAnswer } from './node-bench.ts'

// Goal: the sandbox accepts what the real service accepts, and refuses it in the profile `strict`.
// Method: request bodies as merchants' clients send them, with null or empty text for fields
// without a value; their ids are replaced by ids of this sandbox. Each body is sent over HTTP and
// signed unchanged, byte for byte.

const base = '/merchant-integration/v1'
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.control.setRules({})
})

let counter = 0
const fresh = () => `C-${(counter += 1)}`

/** The text of a body with the codes of this sandbox, and a fresh id for each `{id}`. */
function bodyOf(captured: string): string {
  return captured
    .replaceAll('{id}', fresh)
    .replaceAll('{store}', sandbox.storeCode)
    .replaceAll('{pos}', sandbox.posCode)
    .replaceAll('{merchant}', sandbox.merchantCode)
}

const play = (path: string, captured: string): Promise<HttpAnswer> =>
  callByHand(sandbox, path, { text: bodyOf(captured) })

/** Title, path, and the text of a body in which something is null, empty or missing. */
const captured: readonly (readonly [string, string, string])[] = [
  [
    'a QR without a callback address, as null, and without an id, as empty text',
    `${base}/qr/gen-transaction-qr`,
    '{"store_code":"{store}","pos_code":"{pos}","order_amount":"10000","order_currency":"VND","order_reference_id":"","callback_url":null,"description":"Thanh toán đơn hàng","extra_data":"","service_type":"PURCHASE"}',
  ],
  [
    'a QR with every optional field null',
    `${base}/orders/tqr`,
    '{"expired_in":null,"callback_url":null,"description":null,"extra_data":null,"order_amount":10000,"order_currency":null,"order_reference_id":"{id}","pos_code":null,"service_type":null,"store_code":"{store}"}',
  ],
  [
    'a QR whose extra information is an object, with a service type of its own',
    `${base}/orders/tqr`,
    '{"order_amount":"10000","order_reference_id":"Đơn {id}","service_type":"BILL","store_code":"{store}","extra_data":{"partner_code":"EDGE","order_info":"[{\\"key\\":\\"bàn\\",\\"value\\":\\"7\\"}]"},"callback_url":""}',
  ],
  [
    'an order for the app without anything that may be left out',
    `${base}/qr/create-transaction-order`,
    '{"order_amount":10000,"store_code":"{store}","order_reference_id":"","user_id":null}',
  ],
  [
    'a web payment without addresses',
    `${base}/orders/web-payment`,
    '{"callback_url":null,"redirect_url":"","expired_in":null,"order_amount":10000,"order_reference_id":null,"extra_data":null,"service_type":"","store_code":"{store}"}',
  ],
  [
    'gift codes with empty extra information',
    `${base}/loyalty/gift-code/orders`,
    '{"store_code":"{store}","pos_code":"{pos}","merchant_order_id":"{id}","order_info":[{"card_type":"50","quantity":1}],"extra_data":""}',
  ],
  [
    'a look at the stock of every face value, as null',
    `${base}/loyalty/gift-code/quantity`,
    '{"store_code":"{store}","pos_code":"{pos}","card_type":null}',
  ],
  [
    'a top-up without a receipt, whose fields are null and empty',
    `${base}/loyalty/topup`,
    '{"phone_number":"0900000001","store_code":"{store}","pos_code":"{pos}","point_amount":50,"order_id":"","txn_id":"{store}-{id}","send_receipt":false,"receipt_info":{"name":"","address":null,"email":"","tax_code":null}}',
  ],
  [
    'a voucher with null for extra information, and a number for the staff',
    `${base}/e-voucher/verify`,
    '{"store_code":"{store}","pos_code":"{pos}","serial_number":"EV-AMOUNT-1","order_info":{"order_amount":250000,"note":null},"merchant_staff_id":9,"extra_data":null}',
  ],
]

describe.each(captured)('%s', (_about, path, text) => {
  it('is answered 200', async () => {
    const answer = await play(path, text)

    expect(answer).toMatchObject({ status: 200, code: 200 })
  })

  it.runIf(/:(null|"")[,}]/.test(text))('is refused by the profile `strict`', async () => {
    await sandbox.control.setRules({ profile: 'strict' })

    const answer = await play(path, text)

    expect(answer).toMatchObject({ status: 400, code: 4000001 })
    expect(answer.text).toMatch(/must not be (null|empty); leave it out/)
  })
})

describe('a field that is null', () => {
  it('of a transfer is read as left out, and the money moves', async () => {
    const answer = await play(
      `${base}/money-transfer/b2c`,
      '{"amount":"50000","currency":null,"description":"","receiver_phone_number":"0900000002","merchant_account_id":"EDGE-ACCOUNT-1","merchant_transaction_id":"chuyển {id}"}',
    )

    expect(answer).toMatchObject({ status: 200, code: 200 })
  })

  it('of a refund is read as left out: the other part alone goes back', async () => {
    const reference = fresh()
    const created = await play(
      `${base}/orders/tqr`,
      `{"order_amount":10000,"order_reference_id":"${reference}","store_code":"{store}"}`,
    )
    await sandbox.control.pay(String(created.data['order_id']))

    const answer = await play(
      `${base}/orders/refund`,
      `{"order_reference_id":"{id}","original_order_reference_id":"${reference}","description":"","merchant_user_id":null,"merchant_user_name":"","vnd_amount":10000,"point_amount":null}`,
    )

    expect(answer).toMatchObject({ status: 200, code: 200 })
  })

  it('of a call with a query is read as left out', async () => {
    const query = new URLSearchParams({
      phone_number: '0900000001',
      store_code: sandbox.storeCode,
      pos_code: sandbox.posCode,
      extra: '',
    })

    const path = `${base}/loyalty/topup/member`
    await sandbox.control.setRules({ signQuery: true })
    const answer = await callByHand(sandbox, `${path}?${query}`)

    expect(answer).toMatchObject({ status: 200, code: 200 })
  })

  it('is refused as missing where it is required', async () => {
    const answer = await play(
      `${base}/orders/tqr`,
      '{"order_amount":null,"order_reference_id":"{id}","store_code":"{store}"}',
    )

    expect(answer).toMatchObject({ status: 400, code: 4000001 })
    expect(answer.text).toContain('order_amount')
  })

  it('is kept as null within the extra information of the merchant', async () => {
    const created = await play(
      `${base}/orders/web-payment`,
      '{"order_amount":10000,"store_code":"{store}","callback_url":"https://merchant.example/c","extra_data":{"note":null,"table":""}}',
    )
    const orderId = String(created.data['order_id'])
    await sandbox.control.pay(orderId)

    const { callbacks } = await sandbox.control.order(orderId)

    const [callback] = callbacks
    expect(new URL(callback?.url ?? '').searchParams.get('extra_data')).toBe(
      '{"note":null,"table":""}',
    )
  })

  it('does not change the signature, which covers the bytes as they were sent', async () => {
    const text = bodyOf(
      '{"order_amount":10000,"callback_url":null,"order_reference_id":"{id}","store_code":"{store}"}',
    )
    const key = createPrivateKey(sandbox.privateKeyPem)
    const { now } = (await sandbox.control.state()).clock
    const path = `${base}/orders/tqr`
    const send = (nonce: string, signed: string) =>
      fetch(sandbox.url + path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Key-Code': sandbox.keyCode,
          'X-Nonce': nonce,
          'X-Timestamp': String(now),
          'X-Signature': sign(
            'sha256',
            Buffer.from(`${path};POST;${nonce};${now};${sandbox.keyCode};${signed}`),
            key,
          ).toString('base64'),
        },
        body: text,
      })

    const asSent = await send('nonce-as-sent', text)
    const withoutNull = await send('nonce-without', text.replace('"callback_url":null,', ''))

    expect([asSent.status, withoutNull.status]).toEqual([200, 401])
  })
})

describe('an order without a callback address', () => {
  it('is paid without a callback', async () => {
    const created = await play(
      `${base}/orders/tqr`,
      '{"order_amount":10000,"order_reference_id":"{id}","store_code":"{store}","callback_url":null}',
    )
    const orderId = String(created.data['order_id'])
    await sandbox.control.pay(orderId)

    const { order, callbacks } = await sandbox.control.order(orderId)

    expect(order.stage).toBe('paid')
    expect(callbacks).toEqual([])
  })
})
