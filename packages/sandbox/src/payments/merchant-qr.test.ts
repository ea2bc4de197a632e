import { beforeEach, describe, expect, it } from 'vitest'
import { get, logIn, origin, post, submit } from '../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const an = { phone: '0900000001', pin: '111111' }
const text = `${origin}/store/EDGE-STORE-2`
let bench: WorkerdBench

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
})

describe('the fixed QR of a store', () => {
  it('is shown on the merchant site for printing', async () => {
    const site = await logIn()

    const stores = await site.get('/merchant/stores')
    const page = await site.get('/merchant/stores/EDGE-STORE-2/qr')

    expect(stores.text).toContain('href="/merchant/stores/EDGE-STORE-2/qr"')
    expect(page.text).toContain(text)
    expect(page.text).toContain('src="data:image/png;base64,')
    expect((await site.get('/merchant/stores/OTHER-STORE-1/qr')).status).toBe(404)
    expect((await site.get('/merchant/stores/NO-STORE/qr')).status).toBe(404)
  })

  // Specification: 1.1, 1.2
  it('is scanned by a phone, which asks for the amount and pays without a callback', async () => {
    const phone = await get('/phone')
    const scanned = await post('/phone', { qr: text })
    const asked = await get(scanned.location ?? '')
    const begun = await post('/store/EDGE-STORE-2', { amountVnd: '45000' })
    const paid = await submit(begun.location ?? '', { ...an, step: 'pay', choice: 'money' })

    expect(phone.text).toContain(`value="${text}"`)
    expect(scanned).toMatchObject({ status: 303, location: '/store/EDGE-STORE-2' })
    expect(asked.text).toContain('Edge Books, Thu Duc')
    expect(begun.status).toBe(303)
    expect(paid.text).toContain('The payment is done.')
    const [order] = await bench.control.orders()
    expect(order).toMatchObject({
      kind: 'merchant-qr',
      stage: 'paid',
      storeCode: 'EDGE-STORE-2',
      amountVnd: 45_000,
      payment: { vnd: 45_000 },
    })
    expect(await bench.control.callbacks()).toEqual([])
  })

  // Specification: 1.3, 1.4
  it("makes a payment that is in the list of transactions and in the service's file, but is no order of the API", async () => {
    await post('/store/EDGE-STORE-2', { amountVnd: '1000' })
    const begun = await post('/store/EDGE-STORE-2', { amountVnd: '45000' })
    await post(begun.location ?? '', { ...an, step: 'pay', choice: 'money' })
    const [paid] = (await bench.control.orders()).filter(({ stage }) => stage === 'paid')
    const orderId = paid?.orderId ?? ''
    const { clock } = await bench.control.state()
    const date = new Date((clock.now + 7 * 3600) * 1000).toISOString().slice(0, 10)
    await bench.control.closeDay({ date })
    const name = `${date.replaceAll('-', '')}_SERVICE_EDGE_TRAN.csv`

    const file = await new Response(await bench.control.openExchangeFile('EDGE', name)).text()
    const { text: shown } = await (await logIn('edge-cashier')).get('/merchant/transactions')
    const query = await bench.call(`/merchant-integration/v1/qr/query/${orderId}`, {
      method: 'GET',
    })

    const rows = file.split('\n').filter((line) => line.includes('MQR-'))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(`${paid?.payment?.transactionId},45000,VND`)
    expect(rows[0]).toContain('EDGE-STORE-2')
    expect([...shown.matchAll(/transactions\/(\w+)"/g)].map(([, id]) => id)).toEqual([orderId])
    expect(query.code).toBe(4040001)
  })

  it.each(['', '0', '-1', '0.5', '1000000001', 'much', '1e999'])(
    'refuses the amount %j',
    async (amountVnd) => {
      const answer = await post('/store/EDGE-STORE-2', { amountVnd })

      expect(answer.status).toBe(400)
      expect(answer.text).toContain('Type a whole amount')
      expect(await bench.control.orders()).toEqual([])
    },
  )

  it.each(['NO-STORE', '__proto__', '%2F..', 'x'.repeat(100)])(
    'is refused for %s',
    async (code) => {
      expect((await get(`/store/${code}`)).status).toBe(404)
      expect((await post(`/store/${code}`, { amountVnd: '1000' })).status).toBe(404)
    },
  )

  it('of a closed store or merchant cannot be paid', async () => {
    await bench.control.changeStore('EDGE-STORE-2', { status: 'closed' })
    await bench.control.changeMerchant('OTHER', { status: 'closed' })

    expect((await get('/store/EDGE-STORE-2')).status).toBe(404)
    expect((await get('/store/OTHER-STORE-1')).status).toBe(404)
    expect((await get('/store/EDGE-STORE-1?lang=vi')).text).toContain('cửa hàng báo')
    expect((await get('/phone')).text).not.toContain(text)
  })
})
