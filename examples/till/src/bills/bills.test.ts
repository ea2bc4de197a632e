import { assert, beforeEach, describe, expect, it } from 'vitest'
import { openTill, qrSvg, type TillWorld } from '../../test/till-world.ts'

const billId = 'T-00000000-0000-4000-8000-000000000001'
const tea = '8938505970011'
let till: TillWorld

beforeEach(async () => {
  till = openTill()
  await till.pair()
})

function send(path: string, ...fields: (readonly [string, string])[]) {
  return till.post(path, [['bill', billId], ...fields])
}

/** The entries of the lines that a page keeps. */
function linesOf(page: string): string[] {
  return [...page.matchAll(/name="line" value="([^"]*)"/g)].map(([, entry = '']) => entry)
}

/** The total that a page shows, in VND. */
function totalOf(page: string): number {
  const [, total = ''] = /<strong[^>]*>([\d,]+)\s*₫<\/strong>/.exec(page) ?? []
  return Number(total.replaceAll(',', ''))
}

/** The text of the first element of a page with this name and class, its spaces made one. */
function textOf(page: string, element: `${string}.${string}`): string {
  const [name = '', className = ''] = element.split('.')
  const found = new RegExp(`<${name} class="${className}[^"]*"[^>]*>([^]*?)</${name}>`).exec(page)
  return (found?.[1] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('a bill', () => {
  it('begins empty, with a new id each time', async () => {
    const ids = []
    for (let times = 0; times < 2; times += 1) {
      const page = await (await till.get('/till')).text()
      expect(linesOf(page)).toEqual([])
      ids.push(/name="bill" value="([^"]+)"/.exec(page)?.[1])
    }

    expect(new Set(ids).size).toBe(2)
  })

  it('gains the lines that are scanned or typed, and loses the removed ones', async () => {
    const scanned = await send('/till/lines', ['entry', tea])
    const typed = await send('/till/lines', ['line', tea], ['entry', '2*12.500'])
    const both = await typed.text()
    const removed = await send(
      '/till/lines',
      ['line', tea],
      ['line', '2*12500'],
      ['remove', '0'],
      ['entry', ''],
    )

    expect(linesOf(await scanned.text())).toEqual([tea])
    expect([linesOf(both), totalOf(both)]).toEqual([[tea, '2*12500'], 70_000])
    expect(both).toContain('Trà sen')
    expect(linesOf(await removed.text())).toEqual(['2*12500'])
  })

  it('is not lost by a link in the header: the links appear only while the bill is empty', async () => {
    const links = /href="\/till(\?lang=|\/unpair)/
    const empty = await (await till.get('/till')).text()
    const begun = await (await send('/till/lines', ['entry', tea])).text()
    const wrong = await (await send('/till/lines', ['line', tea], ['entry', 'tea'])).text()

    expect(empty).toMatch(links)
    expect(begun).not.toMatch(links)
    expect(wrong).not.toMatch(links)
  })

  it.each([
    ['4006381333931', 'not among the goods'],
    ['tea', 'no barcode and no amount'],
    ['"><script>alert(1)</script>', 'no barcode and no amount'],
  ])('keeps its lines and the input when the input is %s', async (entry, text) => {
    const answer = await send('/till/lines', ['line', tea], ['entry', entry])
    const page = await answer.text()

    expect(answer.status).toBe(422)
    expect(page).toContain(text)
    expect(page).not.toContain('<script>alert')
    expect(linesOf(page)).toEqual([tea])
  })

  it('uses the prices of the settings, whatever the page sends', async () => {
    await send('/till/bills', ['line', tea], ['line', `1*${tea}`], ['priceVnd', '1'])

    expect(till.orders.get(billId)?.amountVnd).toBe(90_000)
  })

  it('has at most 50 lines', async () => {
    const full = Array.from({ length: 50 }, () => ['line', '1000'] as const)
    const answer = await send('/till/lines', ...full, ['entry', '1000'])

    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('at most 50 lines')
  })
})

describe('taking a payment', () => {
  it('opens the order of this till, and leads to its QR', async () => {
    const answer = await send('/till/bills', ['line', tea], ['entry', '5000'])

    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/till/bills/${billId}`])
    expect(till.orders.get(billId)).toMatchObject({
      amountVnd: 50_000,
      description: 'Nhà sách Hà Nội · Counter 1',
      storeCode: 'HN-01',
      posCode: 'TILL-1',
      expiresInMinutes: 5,
      extraData: { orderInfo: `{"lines":[["${tea}",1,45000],[null,1,5000]]}` },
    })
  })

  it('is started by Enter in the empty field, from a scanner or a keyboard', async () => {
    const answer = await send('/till/lines', ['line', tea], ['entry', ''])

    expect(answer.headers.get('location')).toBe(`/till/bills/${billId}`)
  })

  it('asks for a line first', async () => {
    for (const path of ['/till/bills', '/till/lines']) {
      const answer = await send(path, ['entry', ''])
      expect(linesOf(await answer.text())).toEqual([])
    }
    expect(till.calls).toEqual([])
  })

  it('opens one order when it is submitted twice, or no answer came', async () => {
    till.refuse = () => 'lost'
    const lost = await send('/till/bills', ['line', tea])
    till.refuse = () => undefined
    await send('/till/bills', ['line', tea])
    const again = await send('/till/bills', ['line', tea])

    expect(lost.status).toBe(502)
    expect(await lost.text()).toContain('Press again')
    expect(again.status).toBe(303)
    expect(till.orders.size).toBe(1)
  })

  it('does not change a bill whose order is open', async () => {
    await send('/till/bills', ['line', tea])
    const changed = await send('/till/bills', ['line', tea], ['line', '1000'])

    const otherLines = await send('/till/bills', ['line', '45000'])

    expect([changed.status, otherLines.status]).toEqual([409, 409])
    expect(await changed.text()).toContain(`href="/till/bills/${billId}"`)
    expect(till.orders.get(billId)?.amountVnd).toBe(45_000)
  })

  it('names what the checkout refuses', async () => {
    till.refuse = () => Response.json({ error: { reason: 'store_unknown' } }, { status: 400 })
    const answer = await send('/till/bills', ['line', tea])

    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('store_unknown')
  })

  it('takes no form of another site', async () => {
    const answer = await till.post('/till/bills', [])
    expect(answer.status).toBe(422)
    const foreign = openTill({ TILL_URL: 'http://localhost:1' })
    foreign.cookie = till.cookie

    expect((await foreign.post('/till/bills', [['line', tea]])).status).toBe(403)
    expect(foreign.calls).toEqual([])
  })
})

describe('the page of a bill', () => {
  const path = `/till/bills/${billId}`

  function orderOfBill() {
    const order = till.orders.get(billId)
    assert(order !== undefined, 'There is no order.')
    return order
  }

  function stateIs(state: string): void {
    orderOfBill().state = state
  }

  beforeEach(async () => {
    await send('/till/bills', ['line', tea])
  })

  it('shows the QR as an image without script, and waits', async () => {
    const page = await (await till.get(path)).text()

    expect(page).toContain(`src="data:image/svg+xml,${encodeURIComponent(qrSvg)}"`)
    expect(page).toContain(`data-watch="${path}/state"`)
    expect(page).toContain('data-states="creating created"')
    expect(page).toContain('data-seconds-left="300"')
    expect(await (await till.get(`${path}/state`)).json()).toEqual({ state: 'created' })
  })

  it.each([202, 503])('looks again when the QR is not there yet (%i)', async (status) => {
    till.refuse = (call) =>
      call.endsWith('/qr') ? Response.json({ outcome: 'busy' }, { status }) : undefined
    const page = await (await till.get(path)).text()

    expect(page).toContain('http-equiv="refresh" content="2"')
    expect(page).not.toContain('data:image/svg')
  })

  it('names what the checkout refuses', async () => {
    till.refuse = (call) =>
      call.endsWith('/qr')
        ? Response.json({ error: { reason: 'store_unknown' } }, { status: 422 })
        : undefined

    expect(await (await till.get(path)).text()).toContain('store_unknown')
  })

  it.each([
    ['paid', 'Paid', 'paid'],
    ['paid_unverified', 'Hand nothing over yet', 'warn'],
    ['held', 'Hand nothing over yet', 'warn'],
    ['a state of tomorrow', 'Hand nothing over yet', 'warn'],
    ['disputed', 'Take no second payment', 'warn'],
    ['expired', 'no money has come', 'warn'],
    ['refunded', 'All money of this bill was given back', 'warn'],
    ['part_refunded', 'a part of its money was given back', 'warn'],
  ])('says of %s: %s', async (state, text, look) => {
    stateIs(state)
    const page = await (await till.get(path)).text()

    expect(page).toContain(text)
    expect(page).toContain(`class="stage ${look}"`)
    expect(page.includes('✓')).toBe(state === 'paid')
  })

  it('shows when it was paid, and the transaction', async () => {
    const order = orderOfBill()
    Object.assign(order, {
      state: 'paid',
      payment: { transactionId: 'TX-1', confirmedAt: till.now, vnd: 45_000, points: 0 },
    })
    const page = await (await till.get(path)).text()

    expect(page).toContain('TX-1')
    expect(page).not.toContain('points')
  })

  it('prints what was sold, its price, the store, the payment and the refunds', async () => {
    const order = orderOfBill()
    order.extraData = { orderInfo: `{"lines":[["${tea}",2,20000],[null,1,5000]]}` }
    order.state = 'part_refunded'
    order.payment = { transactionId: 'TX-1', confirmedAt: till.now, vnd: 44_000, points: 1_000 }
    order.returned = { vnd: 5_000, points: 200 }
    const page = await (await till.get(path)).text()

    expect(textOf(page, 'a.name')).toBe('Nhà sách Hà Nội · Counter 1')
    expect(textOf(page, 'ul.lines')).toBe('Trà sen 2 × 20,000 ₫ 40,000 ₫ Other item 5,000 ₫')
    expect(textOf(page, 'p.total')).toBe('Total 45,000 ₫')
    expect(textOf(page, 'dl.facts')).toBe(
      [
        'Store HN-01',
        'Till TILL-1',
        'Paid at 23/12/2026, 11:26:40',
        'Paid with 44,000 ₫ + 1,000 points',
        'Given back 5,000 ₫ + 200 points',
        'Transaction TX-1',
        `Bill ${billId}`,
      ].join(' '),
    )
  })

  it('prints the time of an unpaid bill, and only the lines that its order has', async () => {
    const order = orderOfBill()
    order.extraData = { orderInfo: '{"table":7}' }
    const page = await (await till.get(path)).text()

    expect(page).not.toContain('class="lines"')
    expect(textOf(page, 'p.total')).toBe('Total 45,000 ₫')
    expect(textOf(page, 'dl.facts')).toContain('Time 23/12/2026, 11:26:40')
  })

  it.each([
    ['created', true],
    ['paid', true],
    ['part_refunded', true],
    ['paid_unverified', false],
    ['expired', false],
    ['disputed', false],
  ])('offers to print a bill that is %s: %s', async (state, isOffered) => {
    stateIs(state)

    expect((await (await till.get(path)).text()).includes('data-print')).toBe(isOffered)
  })

  it.each(['nothing', 'T-00000000-0000-4000-8000-000000000009', '..%2Foperator'])(
    'is not found for %s',
    async (id) => {
      const answer = await till.get(`/till/bills/${id}`)
      const page = await answer.text()
      expect(answer.status).toBe(404)
      expect(page).toContain('href="/till">New bill')
      expect(page).not.toContain('Try again')
      expect((await till.get(`/till/bills/${id}/state`)).status).toBe(404)
    },
  )

  it('is not found at another till', async () => {
    await till.pair('HN-01 TILL-2')

    expect((await till.get(path)).status).toBe(404)
  })

  it('says that the time is over, and waits for a payment of the last moment until the order has expired', async () => {
    till.refuse = (call) =>
      call.endsWith('/qr')
        ? Response.json({ error: { reason: 'order_closed' } }, { status: 409 })
        : undefined
    const page = await (await till.get(path)).text()

    expect(page).toContain('The time to pay is over')
    expect(page).toContain('class="stage warn"')
    expect(page).not.toContain('being made')
    expect(page).toContain(`data-watch="${path}/state"`)
    expect(page).toContain('data-states="creating created"')
    expect(page).not.toContain('http-equiv="refresh" content="2"')
  })

  it('says to try again when the checkout does not answer, and links back to the bill', async () => {
    till.refuse = () => 'lost'
    const answer = await till.get(path)
    const page = await answer.text()

    expect(answer.status).toBe(502)
    expect(page).toContain('does not answer')
    expect(page).toContain(`href="${path}">Try again`)
    expect(page).toContain('http-equiv="refresh" content="5"')
    expect(page).toContain('href="/till">New bill')
  })

  it('links back to the bill when the QR is refused', async () => {
    till.refuse = (call) =>
      call.endsWith('/qr')
        ? Response.json({ error: { reason: 'store_unknown' } }, { status: 422 })
        : undefined
    const page = await (await till.get(path)).text()

    expect(page).toContain(`href="${path}">Try again`)
    expect(page).toContain('href="/till">New bill')
    expect(page).not.toContain('http-equiv="refresh"')
  })
})

describe('an address that cannot be loaded', () => {
  it('can be loaded again from the offline page, or left for a new bill', async () => {
    const page = await (await till.get('/till/offline')).text()

    expect(page).toContain('href="">Try again')
    expect(page).toContain('href="/till">New bill')
  })

  it.each(['/till/lines', '/till/bills'])(
    'links to a new bill when it was the target of a form, %s',
    async (path) => {
      const answer = await till.get(path)

      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/till'])
    },
  )
})

describe('every page', () => {
  it.each(['/till', '/till/pair', '/till/offline', '/nothing', '/till/styles.css'])(
    'has the security headers of all Workers, %s',
    async (path) => {
      const { headers } = await till.get(path)

      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; manifest-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it('is in Vietnamese and English, and is installed in the language of the device', async () => {
    expect(await (await till.get('/till?lang=vi')).text()).toContain('Quét mã hoặc nhập số tiền')
    const manifest = await till.get('/till/manifest.webmanifest?lang=vi')

    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    expect(await manifest.json()).toMatchObject({ name: 'Quầy thu ngân', start_url: '/till' })
  })
})
