import { dayOfTime } from '@merchant-edge/pages'
import type { Takings } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'

const today = dayOfTime(now)

const nothing = {
  payments: 0,
  paidVnd: 0,
  paidPoints: 0,
  refunds: 0,
  returnedVnd: 0,
  returnedPoints: 0,
}

function takingsOf(changes: Partial<Takings> = {}): Takings {
  const sums = { ...nothing, payments: 2, paidVnd: 150_000, paidPoints: 20, refunds: 1 }
  const start = Date.parse(`${today}T00:00:00+07:00`) / 1000
  return {
    from: today,
    to: today,
    total: sums,
    times: Array.from({ length: 24 }, (_, hour) => ({
      ...(hour === 9 ? sums : nothing),
      at: start + hour * 3600,
    })),
    stores: [{ ...sums, storeCode: 'STORE-1' }],
    methods: [{ ...sums, method: 'transaction-qr' }],
    ...changes,
  }
}

const view: DeskParts['view'] = {
  takings: async () => takingsOf(),
  listAlerts: async () => ({ alerts: [] }),
  listReconciliations: async () => [
    { day: '2000-01-01', state: 'waiting' },
    { day: '2000-01-02', state: 'done' },
    { day: '2000-01-03', state: 'stopped' },
  ],
}

async function deskOf(subject = 'U-AN', changes: DeskParts['view'] = {}) {
  const desk = openDesk({ view: { ...view, ...changes } })
  await desk.signIn(subject)
  return desk
}

describe('the page of takings', () => {
  it.each(['vi', 'en'])(
    'shows today with charts, and their figures as tables, in %s',
    async (lang) => {
      const desk = await deskOf()
      const page = await desk.get(`/today?lang=${lang}`)
      const text = await page.text()

      expect(page.status).toBe(200)
      expect(desk.calls).toContainEqual(['takings', { from: today, to: today }])
      expect(text).toMatch(/<svg role="img" aria-label="[^"]*09:00: 150[.,]000/)
      expect(text).toContain('<th scope="row">09:00</th>')
      expect(text).toContain('<th scope="row">STORE-1</th>')
      expect(text).not.toMatch(/<script(?! src="\/(?:live|send-once)\.js" )|<style| style=/)
    },
  )

  it.each([
    ['vi', 'Cửa hàng', 'Khoản thanh toán', 'Khoản hoàn tiền'],
    ['en', 'Store', 'Payments', 'Refunds'],
  ])('gives every number of a store its own heading, in %s', async (lang, ...names) => {
    const [store, payments, refunds] = names
    const text = await (await (await deskOf()).get(`/today?lang=${lang}`)).text()
    const [, table = ''] = text.split(`<th scope="col">${store}</th>`)
    const [, ofStore = ''] = table.split('<th scope="row">STORE-1</th>')
    const [row = ''] = ofStore.split('</tr>')
    const cells = [...row.matchAll(/<td data-label="([^"]*)"[^>]*>([^<]*)</g)]

    expect(table).toMatch(new RegExp(`<th scope="col" class="right">${payments}</th>`))
    expect(cells.map(([, label, text]) => [label, text])).toContainEqual([payments, '2'])
    expect(cells.map(([, label, text]) => [label, text])).toContainEqual([refunds, '1'])
    expect(row).not.toContain(' · ')
  })

  it.each([
    ['vi', 'chưa rõ số tiền'],
    ['en', 'amount not known'],
  ])('shows an amount as unknown when payments have none, in %s', async (lang, unknown) => {
    const sums = { ...nothing, payments: 2, refunds: 1 }
    const shown = takingsOf({ total: sums, stores: [{ ...sums, storeCode: 'STORE-1' }] })
    const desk = await deskOf('U-AN', { takings: async () => shown })
    const text = await (await desk.get(`/today?lang=${lang}`)).text()
    const [, ofStore = ''] = text.split('<th scope="row">STORE-1</th>')

    expect(text.split('<h2>')[0]?.split(unknown)).toHaveLength(3)
    expect(ofStore.split('</tr>')[0]?.split(unknown)).toHaveLength(3)
  })

  it('names the late and stopped files, and no others', async () => {
    const text = await (await (await deskOf()).get('/today')).text()

    expect(text).toContain('href="/daily-files/2000-01-01"')
    expect(text).toContain('href="/daily-files/2000-01-03"')
    expect(text).not.toContain('2000-01-02')
  })

  it('shows an operator of some stores only these', async () => {
    const desk = await deskOf('U-GIANG')
    const own = await desk.get('/today')
    const other = await desk.get('/today?storeCode=STORE-1')

    expect([own.status, other.status]).toEqual([200, 400])
    expect(desk.calls).toEqual([['takings', { from: today, to: today, storeCodes: ['STORE-2'] }]])
  })

  it.each([
    ['U-AN', '?storeCode=STORE-1', 'STORE-1'],
    ['U-GIANG', '', 'STORE-2'],
  ])('names the stores in its title, also in print: %s', async (who, query, stores) => {
    const text = await (await (await deskOf(who)).get(`/today${query}`)).text()

    expect(text).toMatch(new RegExp(`<title>[^<]*, ${stores} ·`))
    expect(text).toMatch(new RegExp(`<h1>[^<]*, ${stores}</h1>`))
  })

  it('says that a day has no payments and refunds, without an empty chart', async () => {
    const empty = takingsOf({ total: nothing, stores: [], methods: [] })
    const times = empty.times.map(({ at }) => ({ ...nothing, at }))
    const desk = await deskOf('U-AN', { takings: async () => ({ ...empty, times }) })
    const text = await (await desk.get('/today?lang=en')).text()

    expect(text).not.toContain('<svg')
    expect(text.match(/Nothing was taken or returned/g)).toHaveLength(3)
  })

  it('shows several days by day', async () => {
    const desk = await deskOf()
    await desk.get('/today?from=2026-09-01&to=2026-09-30')

    expect(desk.calls).toContainEqual(['takings', { from: '2026-09-01', to: '2026-09-30' }])
  })

  it.each(['from=2026-02-30', 'from=2026-09-02&to=2026-09-01', 'from=2026-09-01&to=2026-10-02'])(
    'makes no query for ?%s',
    async (query) => {
      const desk = await deskOf()
      const page = await desk.get(`/today?${query}`)

      expect(page.status).toBe(400)
      expect(desk.calls).toEqual([])
    },
  )

  it('says from which time it has counted', async () => {
    const desk = await deskOf('U-AN', { takings: async () => takingsOf({ countedSince: now }) })
    const text = await (await desk.get('/today?lang=en')).text()

    expect(text).toContain('only those from this moment on')
  })

  it('refreshes itself while it shows today, and not another day', async () => {
    const desk = await deskOf()
    const isLive = async (query: string) =>
      (await (await desk.get(`/today${query}`)).text()).includes('data-live-seconds')

    expect(await isLive('')).toBe(true)
    expect(await isLive('?from=2026-09-01')).toBe(false)
  })
})
