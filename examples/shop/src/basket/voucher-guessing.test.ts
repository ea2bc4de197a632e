import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  cookiesOf,
  emptyShop,
  get,
  hiddenField,
  post,
  stubServices,
  type Services,
} from '../../test/shop-world.ts'

// Goal: serials can be tried only where tries are counted. Method: cookies and forms of an attacker
// who searches for valuable serials, sent to the real routes.

const basket = 'basket=morning-river_1'
const voucher = { min_order_value: 0, discount_value: 20_000, discount_type: 'amount' }

let services: Services

const asked = () =>
  services.callsOf('verifyVoucher').map(({ body: { serial_number: serial } }) => serial)

beforeEach(() => {
  services = stubServices()
  services.answers.set('POST /orders', () =>
    Response.json(
      { order: { timeline: [] }, paymentUrl: 'http://localhost:8788/pay/1' },
      { status: 201 },
    ),
  )
  for (const call of ['verifyVoucher', 'markVoucherUsed']) {
    services.answers.set(`POST /loyalty/${call}`, () =>
      Response.json({ outcome: 'accepted', data: voucher }),
    )
  }
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

/** Tries a serial in its form field. */
async function typed(serial: string): Promise<readonly string[]> {
  return cookiesOf(await post('/voucher', { serial }, [basket]))
}

it('does not query a voucher whose serial the browser put into its cookie itself', async () => {
  const page = await (await get('/basket', [basket, 'voucher=GUESS-1'])).text()
  const order = {
    id: hiddenField(page, 'id'),
    key: hiddenField(page, 'key'),
    method: 'web-payment',
  }
  await post('/orders', order, [basket, 'voucher=GUESS-2'])

  expect(asked()).toEqual([])
  expect(hiddenField(page, 'total')).toBe('120000')
  expect(services.callsOf('markVoucherUsed')).toEqual([])
})

it('does not query a voucher after its cookie was changed', async () => {
  const [cookie = ''] = await typed('EV-1')
  expect(asked()).toEqual(['EV-1'])

  for (const changed of [`${cookie.slice(0, -2)}AA`, `${cookie}A`, cookie.replace('=', '=1')]) {
    await get('/basket', [basket, changed])
  }

  expect(asked()).toEqual(['EV-1'])
})

it('applies the voucher that was entered in its field', async () => {
  const page = await (await get('/basket', [basket, ...(await typed('EV-1'))])).text()

  expect(hiddenField(page, 'total')).toBe('100000')
})
