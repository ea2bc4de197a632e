import { dayOfTime } from '@merchant-edge/pages'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTill, type StoredOrder, type TillWorld } from '../../test/till-world.ts'

let till: TillWorld

beforeEach(async () => {
  till = openTill()
  await till.pair()
})

function idOf(number: number): string {
  return `T-00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Stores a bill, the n-th a minute before the one with the number before. */
function addBill(number: number, fields: Partial<StoredOrder> = {}): StoredOrder {
  const bill: StoredOrder = {
    id: idOf(number),
    amountVnd: 45_000,
    description: 'Counter 1',
    storeCode: 'HN-01',
    posCode: 'TILL-1',
    createdAt: till.now - number * 60,
    state: 'created',
    returned: { vnd: 0, points: 0 },
    ...fields,
  }
  till.orders.set(bill.id, bill)
  return bill
}

function paid(transactionId: string, vnd: number, points = 0): Partial<StoredOrder> {
  return {
    state: 'paid',
    amountVnd: vnd + points * 1000,
    payment: { transactionId, confirmedAt: till.now, vnd, points },
  }
}

async function pageOf(query = ''): Promise<string> {
  const answer = await till.get(`/till/earlier${query}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The bills of a page, by their numbers, in its order. */
function shownIn(page: string): number[] {
  return [...page.matchAll(/href="\/till\/bills\/T-[0-9a-f-]{24}(\d{12})"/g)].map(([, number]) =>
    Number(number),
  )
}

/** The text of a page, its spaces made one. */
function textIn(page: string): string {
  return page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('the bills of a day', () => {
  it('are those of this till, newest first, each with its state and time', async () => {
    addBill(1, paid('26122300000000000001', 45_000))
    addBill(2)
    addBill(3, { posCode: 'TILL-2' })
    addBill(4, { storeCode: 'HN-02' })
    addBill(5, { id: 'WEB-1' })
    addBill(6, { createdAt: till.now - 86_400 })
    const page = await pageOf()

    expect(shownIn(page)).toEqual([1, 2])
    expect(textIn(page)).toMatch(/11:25 45,000 ₫ Paid .*11:24 45,000 ₫ Not paid yet/)
  })

  it('are linked from every page without unsaved input', async () => {
    addBill(1)
    for (const path of ['/till', `/till/bills/${idOf(1)}`, '/till/unpair']) {
      expect(await (await till.get(path)).text()).toContain('href="/till/earlier"')
    }
    const begun = await till.post('/till/lines', [['entry', '1000']])
    expect(await begun.text()).not.toContain('href="/till/earlier"')
  })

  it('are those of the requested day, or of today when it is not a day', async () => {
    addBill(1)
    addBill(2, { createdAt: till.now - 86_400 })

    expect(shownIn(await pageOf(`?day=${dayOfTime(till.now - 86_400)}`))).toEqual([2])
    expect(shownIn(await pageOf('?day=2026-02-30'))).toEqual([1])
  })

  it.each([
    ['45.000', [1]],
    ['120,000', [2]],
    ['11:24', [2]],
    ['11:', [1, 2, 3, 4]],
    ['0002', [2]],
    ['26122300000000000002', [2]],
    ['2612 2300 0000 0000 0002', [2]],
    ['S-88', [2]],
    [idOf(3), [3]],
    [idOf(3).toUpperCase(), [3]],
    ['"><script>', []],
  ])('are found by %s', async (q, numbers) => {
    addBill(1, paid('26122300000000000001', 45_000))
    addBill(2, {
      ...paid('26122300000000000002', 120_000),
      payment: {
        transactionId: '26122300000000000002',
        serviceOrderId: 'S-88',
        confirmedAt: till.now - 120,
        vnd: 120_000,
        points: 0,
      },
    })
    addBill(3, { amountVnd: 70_000 })
    addBill(4, { amountVnd: 70_001 })
    const page = await pageOf(`?q=${encodeURIComponent(q)}`)

    expect(shownIn(page)).toEqual(numbers)
    expect(page).not.toContain('"><script>')
    expect(page.includes('No bill')).toBe(numbers.length === 0)
  })

  it('have sums for the end of a shift, independent of the search', async () => {
    addBill(1, paid('1', 45_000))
    addBill(2, { ...paid('2', 100_000, 20), returned: { vnd: 30_000, points: 5 } })
    addBill(3, { ...paid('3', 7_000), state: 'refunded', returned: { vnd: 7_000, points: 0 } })
    addBill(4)
    addBill(5, { state: 'expired' })
    addBill(6, { ...paid('6', 9_000), state: 'disputed' })
    const page = textIn(await pageOf('?q=nothing'))

    expect(page).toContain('Paid bills 3')
    expect(page).toContain('Taken 152,000 ₫ + 20 points')
    expect(page).toContain('Given back 37,000 ₫ + 5 points')
    expect(page).toContain('Left 115,000 ₫ + 15 points')
    expect(page).toContain('Need a look 1')
  })

  it('count towards the day (Vietnam) of their payment, and are found on that day and on the day of their opening', async () => {
    // 00:30 in Vietnam.
    till.now = Date.parse('2026-12-23T17:30:00Z') / 1000
    const opened = Date.parse('2026-12-23T16:58:00Z') / 1000
    const confirmedAt = Date.parse('2026-12-23T17:02:00Z') / 1000
    const payment = { transactionId: '1', vnd: 45_000, points: 0 }
    addBill(1, { state: 'paid', createdAt: opened, payment: { ...payment, confirmedAt } })
    addBill(2, { ...paid('2', 7_000), createdAt: till.now - 60 })
    addBill(3, {
      state: 'paid',
      createdAt: opened - 60,
      payment: { transactionId: '3', vnd: 1_000, points: 0, confirmedAt: opened },
    })
    const today = await pageOf()
    const yesterday = await pageOf('?day=2026-12-23')

    expect(shownIn(today)).toEqual([2, 1])
    expect(textIn(today)).toContain('Paid bills 2 Taken 52,000 ₫')
    expect(textIn(today)).toContain('23:58 23/12/2026 45,000 ₫')
    expect(shownIn(yesterday)).toEqual([1, 3])
    expect(textIn(yesterday)).toContain('Paid bills 1 Taken 1,000 ₫')
    expect(textIn(yesterday)).toContain('23:58 45,000 ₫ Paid Counts on 24/12/2026 · 1')
  })

  it('are shown a hundred at a time, and all are counted', async () => {
    for (let number = 1; number <= 230; number += 1) addBill(number, paid(String(number), 1_000))
    const first = await pageOf()
    const last = await pageOf('?from=200')

    expect(shownIn(first)).toHaveLength(100)
    expect(textIn(first)).toContain(' 1–100 / 230 ')
    expect(textIn(last)).toContain(' 201–230 / 230 ')
    expect(textIn(await pageOf('?q=0007'))).toContain(' 1–1 / 1 · “0007” ')
    expect(first).toContain('from=100')
    expect(textIn(first)).toContain('Taken 230,000 ₫')
    expect(shownIn(last)).toHaveLength(30)
    expect(last).not.toContain('from=300')
  })

  it('are not all read when they are too many, which the page says', async () => {
    for (let number = 1; number <= 300; number += 1) {
      addBill(number, { ...paid(String(number), 1_000), createdAt: till.now - number })
    }
    expect(await pageOf()).not.toContain('Only the newest')
    for (let number = 301; number <= 2_001; number += 1) {
      addBill(number, { ...paid(String(number), 1_000), createdAt: till.now - number })
    }
    const page = await pageOf()

    expect(textIn(page)).toContain('Only the newest 2,000 bills')
    expect(textIn(page)).toContain('Taken 2,000,000 ₫')
  })

  it('can be printed, and link to a new bill', async () => {
    const page = await pageOf()

    expect(page).toContain('data-print')
    expect(page).toContain('href="/till">New bill')
  })

  it('say so when the checkout does not answer', async () => {
    till.refuse = () => 'lost'
    const answer = await till.get('/till/earlier')

    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('href="/till/earlier">Try again')
  })

  it('are for a paired device only', async () => {
    till.cookie = ''
    const answer = await till.get('/till/earlier')

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/till/pair'])
    expect(till.calls).toEqual([])
  })
})

describe('a bill that is opened again', () => {
  const lines = { orderInfo: '{"lines":[["8938505970011",2,45000]]}' }

  it('shows what was sold, once no customer is paying it', async () => {
    addBill(1, { extraData: lines })
    const waiting = await (await till.get(`/till/bills/${idOf(1)}`)).text()
    addBill(1, { ...paid('1', 90_000), extraData: lines })
    const again = await (await till.get(`/till/bills/${idOf(1)}`)).text()

    expect(waiting).not.toContain('<details')
    expect(textIn(/<details[^]*<\/details>/.exec(again)?.[0] ?? '')).toBe(
      'What was sold Trà sen 2 × 45,000 ₫ 90,000 ₫',
    )
  })

  it('prints that its lines are erased, with its other texts', async () => {
    addBill(1, { ...paid('1', 90_000), description: '' })
    const erased = textIn(await (await till.get(`/till/bills/${idOf(1)}`)).text())
    addBill(2, paid('2', 90_000))
    const withoutLines = textIn(await (await till.get(`/till/bills/${idOf(2)}`)).text())

    expect(erased).toContain('What was sold is not on record any more')
    expect(withoutLines).not.toContain('on record')
  })

  it.each([
    ['created', false],
    ['paid_unverified', false],
    ['paid', true],
    ['part_refunded', true],
    ['disputed', true],
    ['refunded', false],
    ['expired', false],
  ])('links to its order at the desk when it is %s: %s', async (state, isLed) => {
    till = openTill({ DESK_URL: 'https://desk.example/' })
    await till.pair()
    addBill(1, { ...paid('1', 90_000), state })
    const page = await (await till.get(`/till/bills/${idOf(1)}`)).text()

    expect(page.includes(`href="https://desk.example/orders/${idOf(1)}"`)).toBe(isLed)
  })

  it('says where refunds are made when no desk is configured', async () => {
    addBill(1, paid('1', 90_000))
    const page = textIn(await (await till.get(`/till/bills/${idOf(1)}`)).text())

    expect(page).toContain('Money is given back at the desk')
    expect(page).not.toContain('Open at the desk')
  })
})
