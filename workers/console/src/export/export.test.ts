import { describe, expect, it } from 'vitest'
import { openDesk, type DeskParts } from '../../test/open-desk.ts'

async function deskOf(view: NonNullable<DeskParts['view']>, subject = 'U-AN') {
  const desk = openDesk({ view })
  await desk.signIn(subject)
  return desk
}

describe('the export of orders', () => {
  it('streams the file of the order store unchanged', async () => {
    const desk = await deskOf({
      exportOrders: async () => ({ body: new Blob(["id\r\nO1,'=1+1\r\n"]).stream() }),
    })
    const file = await desk.get('/export/orders.csv?state=paid&day=2026-09-01')

    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="orders-2026-09-01.csv"',
    )
    expect(await file.text()).toBe("id\r\nO1,'=1+1\r\n")
    expect(desk.calls).toEqual([['exportOrders', { state: 'paid', day: '2026-09-01' }]])
  })

  it('counts the matching orders, and says when a million is too many', async () => {
    const desk = await deskOf({ countOrders: async () => ({ orders: 10_000, isMore: true }) })
    const text = await (await desk.get('/export?lang=en&count=1&state=paid')).text()

    expect(text).toContain('at least 10,000')
    expect(text).toContain('Export one day at a time')
  })

  it('contains only the stores of the operator', async () => {
    const desk = await deskOf(
      { exportOrders: async () => ({ body: new Blob(['']).stream() }) },
      'U-GIANG',
    )
    const own = await desk.get('/export/orders.csv')
    const other = await desk.get('/export/orders.csv?storeCode=STORE-1')

    expect([own.status, other.status]).toEqual([200, 400])
    expect(desk.calls).toEqual([['exportOrders', { storeCodes: ['STORE-2'] }]])
  })

  it('names the error of a filter', async () => {
    const refuse = async () => {
      throw new TypeError("The list's day must be a day of the calendar as YYYY-MM-DD.")
    }
    const desk = await deskOf({ countOrders: refuse, exportOrders: refuse })

    expect((await desk.get('/export?count=1&day=x')).status).toBe(400)
    expect((await desk.get('/export/orders.csv?day=x')).status).toBe(400)
  })
})
