import { describe, expect, it } from 'vitest'
import { dayView, difference, runId, viewOfDay } from '../../test/day-of-files.ts'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'

async function deskOf(parts: DeskParts = {}, subject = 'U-AN') {
  const desk = openDesk({ ...parts, view: { ...viewOfDay, ...parts.view } })
  await desk.signIn(subject)
  return desk
}

describe('the pages of daily files', () => {
  it.each(['vi', 'en'])('link from the days to a day, and to both rows, in %s', async (lang) => {
    const desk = await deskOf()
    const days = await (await desk.get(`/daily-files?lang=${lang}`)).text()
    const day = await (await desk.get(`/daily-files/2026-09-01?lang=${lang}`)).text()
    const address = `/daily-files/2026-09-01/differences/${runId}/120`
    const rows = await (await desk.get(`${address}?lang=${lang}`)).text()

    expect(days).toContain('href="/daily-files/2026-09-01"')
    expect(day).toContain(`href="${address}"`)
    expect(day).toContain(`cursor=${runId}-240`)
    expect(rows).toContain('50000')
    expect(rows).toContain('51000')
    expect(rows).toMatch(/<tr class="differs"><th scope="row">[^<]*<span class="chip bad">/)
    expect(rows).toContain('href="/orders/ORDER-1"')
    expect(rows).toContain('&lt;b&gt;tea')
  })

  it('say that the list is outdated when the day was compared again', async () => {
    const desk = await deskOf({
      view: { listDifferences: async () => ({ outcome: 'compared_anew' }) },
    })
    const text = await (
      await desk.get(`/daily-files/2026-09-01?lang=en&cursor=${runId}-120`)
    ).text()

    expect(text).toContain('has been compared anew')
  })

  it.each([
    '/daily-files/2026-02-30',
    '/daily-files/today',
    '/daily-files/2026-09-01?cursor=x',
    '/daily-files/2026-09-01/differences/x/1',
    `/daily-files/2026-09-01/differences/${runId}/-1`,
  ])('answer 404 at %s', async (address) => {
    const desk = await deskOf()

    expect((await desk.get(address)).status).toBe(404)
    expect(desk.calls).toEqual([])
  })

  it.each([
    ['vi', '0', 'thành công'],
    ['vi', '1', 'chưa xong'],
    ['vi', '2', 'thất bại'],
    ['en', '0', 'success'],
    ['en', '1', 'not finished'],
    ['en', '-1', 'failed'],
  ])('explain the status of a row, in %s: %s', async (lang, status, text) => {
    const service = difference.service.map((row) => ({ ...row, status }))
    const desk = await deskOf({
      view: { findDifference: async () => ({ ...difference, service }) },
    })
    const page = await desk.get(`/daily-files/2026-09-01/differences/${runId}/120?lang=${lang}`)

    expect(await page.text()).toContain(`>${status} (${text})<`)
  })

  it('say that the day was compared again for a difference of another run', async () => {
    const desk = await deskOf({ view: { findDifference: async () => null } })
    const page = await desk.get(`/daily-files/2026-09-01/differences/${runId}/120?lang=en`)

    expect(page.status).toBe(409)
    expect(await page.text()).toContain('compared anew')
  })

  it('list undecided outcomes with their orders', async () => {
    const desk = await deskOf({
      view: {
        listUndecided: async () => ({
          items: [
            {
              kind: 'refund',
              id: 'R1',
              orderId: 'ORDER-1',
              state: 'refund_unknown',
              vnd: 5_000,
              points: 0,
              at: now,
            },
            { kind: 'transfer', id: 'T1', state: 'unknown', vnd: 2_000, points: 0, at: now },
          ],
          isMore: true,
        }),
      },
    })
    const text = await (await desk.get('/daily-files/undecided?lang=en')).text()

    expect(text).toContain(`href="/daily-files/2026-09-01/differences/${runId}/120"`)
    expect(text).toContain('href="/orders/ORDER-1"')
    expect(text).toContain('href="/transfers/T1"')
    expect(text).toContain('more than the 100 oldest')
  })

  it('force a stopped comparison with a reason and the operator', async () => {
    const stopped = dayView({
      state: 'stopped',
      run: {
        id: runId,
        at: now,
        partnerSha256: '',
        serviceSha256: '',
        error: {
          code: 'ERR_FILES_UNRELATED',
          message:
            '8 of 9 rows have no row on the other side. Look whether both files are of one day and one partner, and write amounts, dates and codes alike; force the run when they are right.',
        },
      },
    })
    const desk = await deskOf({
      view: {
        reconciliation: async () => stopped,
        listDifferences: async () => ({ outcome: 'not_compared' }),
      },
      money: { forceReconciliation: async () => ({ outcome: 'running' }) },
    })
    const page = await (await desk.get('/daily-files/2026-09-01?lang=en')).text()
    const none = await desk.post('/daily-files/2026-09-01/force', { reason: ' ' })
    const done = await desk.post('/daily-files/2026-09-01/force', { reason: 'the right files' })

    const vietnamese = await (await desk.get('/daily-files/2026-09-01?lang=vi')).text()

    expect(page).toContain('action="/daily-files/2026-09-01/force"')
    expect(page).toContain('8 of 9 rows have no row on the other side.')
    expect(vietnamese).toContain('8 trên 9 dòng không có dòng nào ở phía bên kia. Hãy xem')
    expect(vietnamese).not.toContain('rows')
    expect(none.status).toBe(400)
    expect(done.headers.get('location')).toBe('/daily-files/2026-09-01?forced=running')
    expect(desk.calls.filter(([name]) => name === 'forceReconciliation')).toEqual([
      ['forceReconciliation', '2026-09-01', { reason: 'the right files', staffId: 'an' }],
    ])
  })

  it('are hidden from operators of some stores, and have no form for the role view', async () => {
    const store = await deskOf({}, 'U-GIANG')
    const looker = await deskOf(
      { view: { reconciliation: async () => dayView({ state: 'stopped' }) } },
      'U-CHI',
    )

    expect((await store.get('/daily-files')).status).toBe(403)
    expect(await (await looker.get('/daily-files/2026-09-01')).text()).not.toContain('/force"')
  })
})
