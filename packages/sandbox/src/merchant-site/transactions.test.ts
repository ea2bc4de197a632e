import { beforeEach, describe, expect, it } from 'vitest'
import { get, logIn, type MerchantSite } from '../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const path = '/merchant/transactions'
let bench: WorkerdBench
let site: MerchantSite

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
  site = await logIn()
})

async function paid(fields: object = {}, points = 0) {
  const order = await bench.createOrder(fields)
  await bench.control.pay(order.orderId, { points })
  return order
}

/** Order ids on a page of transactions, in its order. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/transactions\/(\w+)"/g)].map(([, id = '']) => id)
}

async function formOf(orderId: string) {
  const { text } = await site.get(`${path}/${orderId}`)
  return { orderId, refundId: /name="refundId" value="(SITE-\d{20})"/.exec(text)?.[1] ?? '' }
}

it('keeps its filter when the language is changed', async () => {
  const { text } = await site.get(`${path}?stage=paid&q=a%26b&lang=en`)

  expect(text).toContain(`href="${path}?stage=paid&amp;q=a%26b&amp;lang=vi"`)
})

describe('the transactions of the merchant site', () => {
  it.each([
    ['stage=paid', ['paid', 'refunded']],
    ['stage=failed', ['failed']],
    ['stage=open', ['open']],
    ['stage=expired', []],
    ['refunded=yes', ['refunded']],
    ['store=EDGE-STORE-2', ['failed']],
    ['kind=merchant-qr', ['merchantQr']],
    ['kind=web-payment', []],
    ['q={open}', ['open']],
    ['q=%25', ['merchantQr', 'refunded', 'failed', 'open', 'paid']],
    ['from=2000-01-01&to=2000-01-02', []],
    ['from=2000-01-01&to=2999-12-31&stage=failed', ['failed']],
    ['from=never&stage=no&kind=no&after=no', ['merchantQr', 'refunded', 'failed', 'open', 'paid']],
  ])('are filtered by %s', async (query, expected) => {
    const { order } = await bench.control.payMerchantQr({ amountVnd: 30_000 })
    const ids = new Map([
      ['paid', (await paid()).orderId],
      ['open', (await bench.createOrder()).orderId],
      [
        'failed',
        (await bench.createOrder({ store_code: 'EDGE-STORE-2', pos_code: 'EDGE-POS-1' })).orderId,
      ],
      ['refunded', (await paid()).orderId],
      ['merchantQr', order.orderId],
    ])
    await bench.control.fail(ids.get('failed') ?? '')
    await bench.control.refundOnSite(ids.get('refunded') ?? '', { vnd: 1 })

    const { text } = await site.get(`${path}?${query.replace('{open}', ids.get('open') ?? '')}`)

    const isPaid = query === 'stage=paid'
    const names = isPaid ? [...expected, 'merchantQr'] : expected
    expect(idsIn(text).toSorted()).toEqual(names.map((name) => ids.get(name) ?? '').toSorted())
  })

  it('come in pages, each order once', async () => {
    await bench.control.moveClock({ freeze: true })
    const created: string[] = []
    for (let count = 0; count < 53; count++) created.push((await bench.createOrder()).orderId)

    const first = await site.get(path)
    const address = /href="(\/merchant\/transactions\?after=\w+)"/.exec(first.text)?.[1] ?? ''
    const second = await site.get(address)

    expect(idsIn(first.text)).toHaveLength(50)
    expect([...idsIn(first.text), ...idsIn(second.text)].toSorted()).toEqual(created.toSorted())
    expect(second.text).not.toContain('class="button wide"')
  })

  it('are only those of the own merchant, in the list and one by one', async () => {
    const { orderId } = await paid()
    const other = await logIn('other-master')

    expect(idsIn((await other.get(path)).text)).toEqual([])
    expect((await other.get(`${path}/${orderId}`)).status).toBe(404)
    expect(
      (await other.post('/merchant/refunds', { ...(await formOf(orderId)), vnd: '1' })).status,
    ).toBe(404)
    expect((await bench.control.order(orderId)).refunds).toEqual([])
  })

  it('are shown in both languages, and escaped', async () => {
    const { orderId } = await paid({ description: '<b>Book</b>' })

    const english = await site.get(`${path}/${orderId}?lang=en`)
    const vietnamese = await site.get(`${path}/${orderId}?lang=vi`)

    expect(english.text).toContain('&lt;b&gt;Book')
    expect(english.text).toContain('Transaction QR')
    expect(vietnamese.text).toContain('QR giao dịch')
  })
})

describe('a refund on the merchant site', () => {
  // Specification: 1.18
  it('returns money and points, under the name of who made it, once for a form sent twice', async () => {
    const { orderId } = await paid({}, 20)
    const accounts = await logIn('edge-accounts')
    const form = { ...(await formOf(orderId)), vnd: '30000', points: '5', note: 'A torn page' }

    const done = await accounts.post('/merchant/refunds', form)
    const again = await accounts.post('/merchant/refunds', form)
    const changed = await accounts.post('/merchant/refunds', { ...form, vnd: '30001' })

    const { order, refunds } = await bench.control.order(orderId)
    expect(done.location).toBe(`${path}/${orderId}?refund=${form.refundId}`)
    expect((await accounts.get(done.location ?? '')).text).toContain('Refunded:')
    expect([again.status, again.location]).toEqual([303, done.location])
    expect(changed.status).toBe(400)
    expect(changed.text).toContain('4090801')
    expect(order).toMatchObject({ refundedVnd: 30_000, refundedPoints: 5 })
    expect(refunds).toMatchObject([
      {
        orderReferenceId: form.refundId,
        origin: 'site',
        state: 'done',
        merchantUserId: 'edge-accounts',
        merchantUserName: 'Phan Minh Duc',
        description: 'A torn page',
      },
    ])
    expect((await bench.control.ledger()).wrongAccounts).toEqual([])
  })

  it.each([
    ['more than was paid', { vnd: '100001' }, '4000809'],
    ['points of a payment without', { points: '1' }, '4000812'],
    ['nothing', { vnd: '0' }, 'must return'],
    ['half a dong', { vnd: '0.5' }, 'whole'],
    ['less than nothing', { vnd: '-1' }, '0 or more'],
    ['under an id of the own system', { vnd: '1', refundId: 'MY-REFUND-1' }, 'refundId'],
  ])('is refused for %s', async (_what, fields, problem) => {
    const { orderId } = await paid()

    const answer = await site.post('/merchant/refunds', { ...(await formOf(orderId)), ...fields })

    expect(answer.status).toBe(400)
    expect(answer.text).toContain(problem)
    expect((await bench.control.order(orderId)).refunds).toEqual([])
  })

  it('requires the right of the account and of the merchant, but no set-up of the API', async () => {
    const { orderId } = await paid()
    const cashier = await logIn('edge-cashier')
    const shown = await cashier.get(`${path}/${orderId}`)
    const form = { ...(await formOf(orderId)), vnd: '1' }
    const byCashier = await cashier.post('/merchant/refunds', form)
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr', 'automatic-refund'] })
    const unlicensed = await site.post('/merchant/refunds', form)
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr', 'refund'] })
    const licensed = await site.post('/merchant/refunds', form)

    expect(shown.text).not.toContain('name="refundId"')
    expect(byCashier.status).toBe(403)
    expect(unlicensed.text).toContain('4030800')
    expect(licensed.status).toBe(303)
  })

  it('refunds a payment by Merchant QR, which the API refuses (G-152)', async () => {
    const { order } = await bench.control.payMerchantQr({ amountVnd: 30_000 })

    const done = await site.post('/merchant/refunds', {
      ...(await formOf(order.orderId)),
      vnd: '30000',
    })

    expect(done.status).toBe(303)
    expect((await bench.control.order(order.orderId)).order.refundedVnd).toBe(30_000)
  })

  it("is in the day's file of the service, whose description names the payment (G-152)", async () => {
    const { orderId, reference } = await paid()
    await site.post('/merchant/refunds', {
      ...(await formOf(orderId)),
      vnd: '20000',
      note: 'A "torn" page',
    })
    const { clock } = await bench.control.state()
    const date = new Date((clock.now + 7 * 3600) * 1000).toISOString().slice(0, 10)
    await bench.control.closeDay({ date })
    const name = `${date.replaceAll('-', '')}_SERVICE_EDGE_TRAN.csv`

    const text = await new Response(await bench.control.openExchangeFile('EDGE', name)).text()

    const [refund] = (await bench.control.order(orderId)).refunds
    const row = text.split('\n').find((line) => line.includes('SITE-')) ?? ''
    expect(row).toContain(`${refund?.orderReferenceId},${refund?.walletTransactionId},20000,VND`)
    expect(row).toContain(`original_order_reference_id`)
    expect(row).toContain(reference)
    expect(row).toContain('torn')
    expect(row).toContain(`${refund?.refundTransactionId},0,-1`)
  })
})

describe("the customer's phone", () => {
  // Specification: 3.15
  it('gets a notice for a refund, on the site and over the API, and for a half of one', async () => {
    const { orderId } = await paid()
    const { reference } = await paid({}, 20)
    await bench.control.refundOnSite(orderId, { vnd: 12_000 })
    await bench.call('/merchant-integration/v1/orders/refund', {
      fields: {
        order_reference_id: 'R-1',
        original_order_reference_id: reference,
        vnd_amount: 7000,
        point_amount: 3,
        description: 'sandbox:2000801',
      },
    })

    const english = (await get('/phone?lang=en')).text
    const vietnamese = (await get('/phone?lang=vi')).text

    expect(english).toContain('12,000\u00a0₫')
    expect(english).toContain('7,000\u00a0₫')
    expect(english).toContain('The points follow.')
    expect(english).toContain('Nguyen Van An')
    expect(vietnamese).toContain('Tiền được hoàn')
    expect(vietnamese).toContain('12.000\u00a0₫')
    const pending = (await bench.control.refunds()).find(({ state }) => state !== 'done')
    expect(english).toContain(`data-refund="${pending?.refundTransactionId}"`)
  })
})
