import { generateKeyPair } from '@merchant-edge/signing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { get, logIn, origin, post, submit, type MerchantSite } from '../test/page-bench.ts'
import { orderFields, workerdBench, type WorkerdBench } from '../test/workerd-bench.ts'

const webPayment = '/merchant-integration/v1/orders/web-payment'
const an = { phone: '0900000001', pin: '111111' }
const chi = { phone: '0900000003', pin: '333333' }
let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

beforeEach(() => bench.control.setRules({}))

async function newPayment(fields: object = {}) {
  const redirect_url = 'https://merchant.example/return'
  const answer = await bench.call(webPayment, { fields: orderFields({ redirect_url, ...fields }) })
  expect(answer.message).toBe('OK')
  const { pathname, search } = new URL(String(answer.data['payment_url']))
  return {
    orderId: String(answer.data['order_id']),
    path: pathname + search,
    qr: String(answer.data['qr_code']),
  }
}

async function stageOf(orderId: string) {
  return (await bench.control.order(orderId)).order.stage
}

describe('the hosted payment page', () => {
  it('is found only with the token of its address', async () => {
    const { path, orderId } = await newPayment()

    expect((await get(path)).status).toBe(200)
    expect((await get(`/pay/${orderId}?t=00000000000000000000000000000000`)).status).toBe(404)
    expect((await get(`/pay/${orderId}`)).status).toBe(404)
  })

  it('asks for phone and PIN and answers every wrong pair alike', async () => {
    const { path, orderId } = await newPayment()

    const wrongPin = await submit(path, { ...an, pin: '000000', step: 'sign-in' })
    const nobody = await submit(path, { phone: '0999999999', pin: '111111', step: 'sign-in' })

    expect(wrongPin.text).toMatch(/id="pin"[^>]+aria-invalid="true" aria-describedby="pin-problem"/)
    expect(wrongPin.text).toMatch(
      /id="pin-problem" role="alert">The phone number or the PIN is wrong/,
    )
    expect(nobody.text).toContain('The phone number or the PIN is wrong')
    expect(await stageOf(orderId)).toBe('open')
  })

  // Specification: 1.12
  it('pays below the threshold at once and redirects to the merchant', async () => {
    const { path, orderId } = await newPayment({ order_amount: 99_999 })

    const paid = await post(path, { ...an, step: 'pay', choice: 'money' })

    expect(paid).toMatchObject({ status: 303, location: 'https://merchant.example/return' })
    expect(await stageOf(orderId)).toBe('paid')
  })

  it('asks for a one-time code above the threshold, and a wrong one pays nothing', async () => {
    const { path, orderId } = await newPayment({ order_amount: 100_001 })

    const asked = await submit(path, { ...an, step: 'pay', choice: 'money' })
    const code = /data-otp>(\d{6})</.exec(asked.text)?.[1] ?? ''
    const wrong = await submit(path, {
      ...an,
      step: 'pay',
      choice: 'money',
      otp: code === '000000' ? '000001' : '000000',
    })
    const next = /data-otp>(\d{6})</.exec(wrong.text)?.[1] ?? ''
    expect(wrong.text).toMatch(/id="otp"[^>]+aria-invalid="true" aria-describedby="otp-problem"/)
    expect(wrong.text).toMatch(/id="otp-problem" role="alert">The code was wrong/)
    expect(await stageOf(orderId)).toBe('processing')
    const paid = await post(path, { ...an, step: 'pay', choice: 'money', otp: next })

    expect(paid.status).toBe(303)
    expect(await stageOf(orderId)).toBe('paid')
  })

  it('cannot be paid without signing in', async () => {
    const { path, orderId } = await newPayment({ order_amount: 10_000 })

    const answer = await submit(path, { step: 'pay', choice: 'money' })

    expect(answer.text).toContain('The phone number or the PIN is wrong')
    expect(await stageOf(orderId)).toBe('open')
  })

  it('pays with points', async () => {
    const { path, orderId } = await newPayment({ order_amount: 30_000 })

    expect((await submit(`${path}&lang=vi`, an)).text).toMatch(/\b30 điểm\s/)
    await post(path, { ...an, step: 'pay', choice: 'points' })

    const { order } = await bench.control.order(orderId)
    expect(order.payment).toMatchObject({ vnd: 0, points: 30 })
  })

  it('says when the money does not suffice', async () => {
    const { path, orderId } = await newPayment({ order_amount: 6_000 })

    const answer = await submit(path, { ...chi, step: 'pay', choice: 'money' })

    expect(answer.text).toContain('There is not enough money in the wallet.')
    expect(await stageOf(orderId)).toBe('open')
  })

  it.each(['cancel', 'fail'])(
    'ends the order on %s and redirects to the merchant',
    async (step) => {
      const { path, orderId } = await newPayment()

      expect((await post(path, { step })).location).toBe('https://merchant.example/return')
      expect(await stageOf(orderId)).toBe('failed')
    },
  )

  it('shows the outcome of a paid order and refuses a second payment', async () => {
    const { path, orderId } = await newPayment({ order_amount: 10_000 })
    await post(path, { ...an, step: 'pay', choice: 'money' })
    const before = await bench.control.order(orderId)

    const again = await submit(path, { ...an, step: 'pay', choice: 'money' })

    expect(again.text).toContain('The payment is done.')
    expect(await bench.control.order(orderId)).toEqual(before)
  })

  it('escapes the texts of the merchant', async () => {
    const { path } = await newPayment({ description: '<script>alert(1)</script>' })

    const { text } = await get(path)

    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&lt;script&gt;')
  })

  it('refuses a form of another site', async () => {
    const { path, orderId } = await newPayment({ order_amount: 10_000 })

    const fields = { ...an, step: 'pay', choice: 'money' }
    expect((await post(path, fields, 'https://evil.example')).status).toBe(403)
    expect(await stageOf(orderId)).toBe('open')
  })
})

describe('the phone', () => {
  // Specification: 1.7, 1.36
  it('scans the text of a QR and redirects to the payment', async () => {
    const { qr, path } = await newPayment()

    const scanned = await post('/phone', { qr })

    expect(scanned.status).toBe(303)
    expect(scanned.location?.split('?')[0]).toBe(path.split('?')[0])
  })

  it.each(['', 'hello', `${origin}/qr/nothing`, 'javascript:alert(1)'])(
    'finds nothing in %j',
    async (qr) => {
      const answer = await post('/phone', { qr })

      expect(answer.status).toBe(404)
      expect(answer.text).toContain('This QR belongs to no open order.')
    },
  )
})

describe('the merchant site', () => {
  let site: MerchantSite

  beforeAll(async () => {
    site = await logIn()
  })

  it('generates a key pair and shows the private key once', async () => {
    const made = await site.post('/merchant/keys', { name: 'Generated here' })
    const later = await site.get('/merchant/keys')

    expect(made.text).toContain('-----BEGIN PRIVATE KEY-----')
    expect(later.text).toContain('Generated here')
    expect(later.text).not.toContain('PRIVATE KEY')
  })

  // Specification: 2.17.2, 2.17.4
  it('takes an uploaded public key with an expiry date', async () => {
    const { publicKeyPem } = await generateKeyPair()

    const made = await site.post('/merchant/keys', {
      name: 'Uploaded',
      publicKeyPem,
      expires: '2099-12-31',
    })

    expect(made).toMatchObject({ status: 303, location: '/merchant/keys' })
    const key = (await bench.control.apiKeys()).find(({ name }) => name === 'Uploaded')
    expect(key?.expiresAt).toBe(Date.parse('2099-12-31T23:59:59+07:00') / 1000)
  })

  it('says what is wrong with a key that cannot be used', async () => {
    const { privateKeyPem } = await generateKeyPair()

    const answer = await site.post('/merchant/keys', { name: 'Wrong', publicKeyPem: privateKeyPem })

    expect(answer.status).toBe(400)
    expect(answer.text).toContain('a private key')
    expect(answer.text).not.toContain('BEGIN PRIVATE KEY')
  })

  // Specification: 1.40, 1.47
  it('adds stores and terminals and refuses malformed codes', async () => {
    await site.post('/merchant/stores', { code: 'NEW-STORE', name: 'New' })
    await site.post('/merchant/terminals', { storeCode: 'NEW-STORE', posCode: 'T-1', name: 'Till' })
    const odd = await site.post('/merchant/stores', { code: 'a b', name: 'New' })

    expect((await site.get('/merchant/stores')).text).toContain('T-1 (Till)')
    expect(odd.status).toBe(400)
  })
})

describe('the pages for testers', () => {
  it.each(['/', '/phone', '/merchants', '/merchant/log-in', '/callbacks', '/journal'])(
    'speaks both languages on %s',
    async (path) => {
      const english = await get(`${path}?lang=en`)
      const vietnamese = await get(path, { 'accept-language': 'vi' })

      expect(english.text).toContain('<html lang="en">')
      expect(vietnamese.text).toContain('<html lang="vi">')
      expect(vietnamese.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  it('saves the switches of callbacks', async () => {
    const saved = await post('/callbacks/switches', { lose: 'on', delaySeconds: '5', repeat: '2' })

    expect(saved.location).toBe('/callbacks')
    expect((await bench.control.state()).callbackSwitches).toMatchObject({
      lose: true,
      delaySeconds: 5,
      repeat: 2,
      forge: false,
    })
    expect((await post('/callbacks/switches', { repeat: '51' })).status).toBe(400)
    await post('/callbacks/switches', {})
  })

  it('names the state of a callback in the language of the page', async () => {
    await bench.control.setCallbackSwitches({ lose: true })
    const { orderId } = await bench.createOrder()
    await bench.control.pay(orderId)
    await bench.control.setCallbackSwitches({})

    expect((await get('/callbacks?lang=vi')).text).toContain('>bị mất</span>')
    expect((await get('/callbacks?lang=en')).text).toContain('>lost</span>')
  })

  it('explains an invalid signature in the journal', async () => {
    const body = JSON.stringify(orderFields())
    const sign = { body: JSON.stringify(JSON.parse(body), null, 2) }
    await bench.call('/merchant-integration/v1/orders/tqr', { body, sign })

    expect((await get('/journal?lang=en')).text).toContain('you signed the body pretty-printed')
  })
})
