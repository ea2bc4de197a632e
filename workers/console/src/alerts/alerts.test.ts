import type { Alert } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'

const alert: Alert = {
  id: 7,
  kind: 'reconciliation_differences',
  subject: '2026-09-01:abc',
  state: 'open',
  at: now,
  lastRaisedAt: now,
  timesRaised: 1,
  facts: { day: '2026-09-01', order_id: 'ORDER-1', note: '<i>', file_vnd: 1250000, file_points: 0 },
  meaning: 'The run of a day has found transactions that differ.',
  remedy: 'Read the report of the run.',
}

async function deskOf(parts: DeskParts = {}, subject = 'U-AN') {
  const desk = openDesk({
    ...parts,
    view: { listAlerts: async () => ({ alerts: [alert] }), ...parts.view },
  })
  await desk.signIn(subject)
  return desk
}

describe('alerts', () => {
  it('are listed, by default the open ones', async () => {
    const desk = await deskOf()
    const text = await (await desk.get('/alerts')).text()
    await desk.get('/alerts?state=closed&kind=dead_letter')

    expect(text).toMatch(
      /href="\/alerts\/7">(?:Đối soát có chênh lệch|Reconciliation found differences)</,
    )
    expect(text).toContain('<option value="dead_letter">')
    expect(desk.calls).toEqual([
      ['listAlerts', { state: 'open' }],
      ['listAlerts', { state: 'closed', kind: 'dead_letter' }],
    ])
  })

  it.each([
    ['unknown_not_in_files', { what: 'refund' }, 'hoàn tiền', 'refund'],
    ['hold_given_up', { asked: 'capturing' }, 'đang thu', 'being taken'],
    ['file_contradicts', { state: 'part_settled' }, 'đã hoàn một phần', 'partly returned'],
    [
      'possible_double_payment',
      { reason: 'possible_double_payment' },
      'có thể đã trả hai lần',
      'possibly paid twice',
    ],
    [
      'refund_unknown',
      { reason: 'refund_id_exists', code: 4090801 },
      'Đã có khoản hoàn tiền mang order_reference_id này.',
      'A refund with this order_reference_id exists already.',
    ],
    [
      'query_failing',
      { why: 'the query was refused with 4010001 signature_invalid' },
      'Dịch vụ từ chối câu hỏi: ',
      'the query was refused: ',
    ],
    [
      'refund_not_sent',
      { why: '4010001 signature_invalid: Look at the key.' },
      'Dịch vụ từ chối: ',
      'signature',
    ],
    [
      'callback_not_confirmed',
      { why: 'the query says PROCESSING' },
      'Dịch vụ trả lời trạng thái: đang xử lý.',
      undefined,
    ],
    [
      'hold_unanswered',
      { why: 'confirmOrder was answered with the unlisted code 77' },
      'Dịch vụ trả lời mã 77, không có trong bảng mã.',
      undefined,
    ],
    [
      'query_failing',
      { why: 'queryOrder was not answered in time. Ask again later.' },
      'queryOrder không được trả lời kịp thời. Hãy hỏi lại sau.',
      undefined,
    ],
    [
      'reconciliation_stopped',
      {
        message:
          'The service file changed while it was read. Wait until the file is complete, then run again.',
        code: 'ERR_FILE_CHANGED',
      },
      'Tệp của dịch vụ thay đổi trong lúc được đọc. Hãy chờ tệp được ghi xong',
      undefined,
    ],
    ['dead_letter', { failure: 'no_body' }, 'không có gì để gửi', 'nothing could be sent'],
    ['reconciliation_stopped', { code: 'ERR_FILE_EMPTY' }, 'tệp trống', 'a file is empty'],
  ] as const)(
    'name a fact in words, with its code next to it: %s',
    async (kind, facts, vietnamese, english) => {
      const found: Alert = { ...alert, kind, facts }
      const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [found] }) } })
      const [code = ''] = Object.values(facts)
      for (const [lang, text] of [
        ['vi', vietnamese],
        ['en', english],
      ]) {
        const page = await (await desk.get(`/alerts/7?lang=${lang}`)).text()
        const [, shown = ''] = page.split(/<h2>(?:Dữ kiện|What it names)<\/h2>/)

        if (text === undefined)
          expect(shown).toMatch(new RegExp(`<span class="code">${code}</span>`))
        else
          expect(shown).toMatch(
            new RegExp(`<dd>[^<]*${text}[^<]*<small class="stored"[^>]*>${code}</small></dd>`),
          )
      }
    },
  )

  it('mark an English sentence on a Vietnamese page as English', async () => {
    const found: Alert = { ...alert, kind: 'query_failing', facts: { why: 'The key is damaged.' } }
    const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [found] }) } })

    expect(await (await desk.get('/alerts/7?lang=vi')).text()).toContain(
      '<span class="code" lang="en">The key is damaged.</span>',
    )
    expect(await (await desk.get('/alerts/7?lang=en')).text()).toContain(
      '<span class="code">The key is damaged.</span>',
    )
  })

  it.each(['refund', 'transfer'])('link to an unknown %s that no file names', async (what) => {
    const found = {
      ...alert,
      kind: 'unknown_not_in_files' as const,
      subject: 'R-1',
      facts: { what, day: '2026-09-01' },
    }
    const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [found] }) } })
    const page = await (await desk.get('/alerts/7?lang=en')).text()

    const way = what === 'transfer' ? '/transfers/R-1' : '/orders?find=R-1'
    const leads = [...page.matchAll(/<a class="button" href="([^"]+)"/g)].map(([, href]) => href)
    expect(leads).toEqual([way, '/daily-files/2026-09-01', '/daily-files/undecided'])
    expect(page).toMatch(/href="\/daily-files\/2026-09-01">[^<]* 01\/09\/2026</)
  })

  it.each(['second_link', 'link_page_refused', 'unlink_given_up'] as const)(
    'link from %s to the linked wallet',
    async (kind) => {
      const found = { ...alert, kind, subject: 'a1b2-3c4d', facts: {} }
      const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [found] }) } })
      const page = await (await desk.get('/alerts/7?lang=en')).text()

      const leads = [...page.matchAll(/<a class="button" href="([^"]+)"/g)].map(([, href]) => href)
      expect(leads).toEqual(['/links/a1b2-3c4d'])
    },
  )

  it.each([
    [
      'outbox_stalled',
      '2026-09-01T02',
      { oldest_seconds: 300 },
      ['/orders?state=paid_unverified', '/webhooks?state=waiting'],
    ],
    [
      'confirmations_unanswered',
      '2026-09-01T02',
      { order_id: 'order-1', why: 'no answer' },
      ['/orders?state=paid_unverified'],
    ],
    ['transfer_day_limit', '2026-09-01', { transfer_id: 'T-1', amount_vnd: 1 }, ['/transfers']],
    ['transfer_balance_low', '2026-09-01', { transfer_id: 'T-1' }, ['/transfers/T-1']],
    [
      'alert_undelivered',
      'pager',
      { order_id: null, endpoint: 'pager' },
      ['/webhooks/endpoints', '/webhooks?state=dead'],
    ],
    ['daily_files_failing', 'FILES:2026-09-01', { error: 'Error' }, ['/daily-files']],
    ['files_of_another', 'FILES:2026-09-01', { message: 'm' }, ['/daily-files']],
    ['incoming_file_unknown', 'incoming/:2026-09-01', { files: 1 }, ['/daily-files']],
    ['database_restored', '2026-09-01T02:03:04Z', {}, ['/daily-files']],
    ['orphan_callback', 'a1b2-3c4d', {}, ['/callbacks']],
    [
      'callback_of_other_order',
      'O-1:T-1',
      { order_id: 'O-1' },
      ['/orders/O-1', '/callbacks?orderId=O-1'],
    ],
    [
      'refund_elsewhere_unclear',
      'elsewhere:W-1',
      { order_id: 'O-1' },
      ['/orders/O-1', '/daily-files/undecided'],
    ],
    [
      'file_contradicts',
      'a1b2-3c4d',
      { order_id: 'O-1', what: 'payment' },
      ['/orders/O-1', '/orders?find=a1b2-3c4d', '/daily-files/undecided'],
    ],
  ] as const)(
    'link from %s to the page that its remedy names',
    async (kind, about, facts, leads) => {
      const found: Alert = { ...alert, kind, subject: about, facts }
      const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [found] }) } })
      const page = await (await desk.get('/alerts/7?lang=en')).text()

      const shown = [...page.matchAll(/<a class="button" href="([^"]+)"/g)].map(([, href]) => href)
      expect(shown).toEqual(leads)
    },
  )

  it.each([
    ['en', 'Read <strong>Why</strong>; correct <code>SERVICE_URL</code>', '<dt>Why</dt>'],
    ['vi', 'Đọc <strong>Vì sao</strong> trong cảnh báo', '<dt>Vì sao</dt>'],
  ])(
    'call a fact by the same name in the text and in the list, in %s',
    async (lang, text, fact) => {
      const failing: Alert = {
        ...alert,
        kind: 'query_failing',
        facts: { why: 'key' },
        remedy: 'Read `why`; correct `SERVICE_URL`.',
      }
      const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [failing] }) } })
      const page = await (await desk.get(`/alerts/7?lang=${lang}`)).text()

      expect(page).toContain(text)
      expect(page).toContain(fact)
    },
  )

  it.each([
    ['en', 'It closes by itself once the day is reconciled.', 'itself, as its matter is settled, '],
    ['vi', 'Cảnh báo tự đóng khi ngày đó đã được đối soát.', 'tự đóng, vì việc đã có kết quả, '],
  ])('say in %s when they close automatically, and that they have', async (lang, when, who) => {
    const late: Alert = {
      ...alert,
      kind: 'service_file_late',
      state: 'closed',
      closesOnce: { cause: 'day_reconciled', text: 'the day is reconciled' },
      closed: { at: now },
    }
    const desk = await deskOf({ view: { listAlerts: async () => ({ alerts: [late] }) } })

    const page = await (await desk.get(`/alerts/7?lang=${lang}`)).text()

    expect(page).toContain(when)
    expect(page).toContain(`<dd>${who}`)
  })

  it('show the remedy in both languages, and link to the order and to the day', async () => {
    const desk = await deskOf()
    const english = await (await desk.get('/alerts/7?lang=en')).text()
    const vietnamese = await (await desk.get('/alerts/7?lang=vi')).text()

    expect(english).toContain('<p lang="en">Read the report of the run.</p>')
    expect(vietnamese).toContain('<p lang="vi">Xem từng chênh lệch cùng dịch vụ')
    expect(english).toContain('<h1>Reconciliation found differences</h1>')
    expect(vietnamese).toContain('<h1>Đối soát có chênh lệch</h1>')
    expect(vietnamese).toContain('<dt>Mã đơn hàng</dt>')
    expect(vietnamese).toMatch(/<dt>Số tiền trong tệp<\/dt><dd>.*?>1\.250\.000\u00a0₫</)
    expect(english).toMatch(/<dt>Amount in the file<\/dt><dd>.*?>1,250,000\u00a0₫</)
    expect(english).toMatch(/<dt>Points in the file<\/dt><dd>.*?>0</)
    for (const text of [english, vietnamese]) {
      expect(text).toContain('href="/orders/ORDER-1"')
      expect(text).toContain('href="/daily-files/2026-09-01"')
      expect(text).toContain('&lt;i&gt;')
    }
    expect(desk.calls).toContainEqual(['listAlerts', { cursor: '8', limit: 1 }])
  })

  it.each(['/alerts/6', '/alerts/x', '/alerts/0'])('do not exist at %s', async (address) => {
    expect((await (await deskOf()).get(address)).status).toBe(404)
  })

  it('are acknowledged and closed with a reason and the operator', async () => {
    const desk = await deskOf({
      money: {
        acknowledgeAlert: async () => ({ outcome: 'changed', alert }),
        closeAlert: async () => ({ outcome: 'unchanged', alert }),
      },
    })
    const taken = await desk.post('/alerts/7/acknowledge', { reason: 'looking into it' })
    const closed = await desk.post('/alerts/7/close', { reason: 'the service has answered' })
    const silent = await desk.post('/alerts/7/close', { reason: '' })

    expect(taken.headers.get('location')).toBe('/alerts/7?done=changed')
    expect(closed.headers.get('location')).toBe('/alerts/7?done=unchanged')
    expect(silent.status).toBe(400)
    expect(desk.calls).toEqual([
      ['acknowledgeAlert', 7, { reason: 'looking into it', staffId: 'an' }],
      ['closeAlert', 7, { reason: 'the service has answered', staffId: 'an' }],
    ])
  })

  it('have no heading for facts where they name none', async () => {
    const desk = await deskOf({
      view: { listAlerts: async () => ({ alerts: [{ ...alert, facts: {} }] }) },
    })
    const without = await (await desk.get('/alerts/7')).text()
    const withFacts = await (await (await deskOf()).get('/alerts/7')).text()

    const heading = /<h2>(?:What it names|Dữ kiện)<\/h2>/
    expect(withFacts).toMatch(heading)
    expect(without).not.toMatch(heading)
  })

  it('have two forms that a screen reader can distinguish', async () => {
    const page = await (await (await deskOf()).get('/alerts/7?lang=en')).text()

    expect(page).toMatch(
      /<form [^>]*action="\/alerts\/7\/acknowledge"[^>]* aria-label="I work on it"/,
    )
    expect(page).toMatch(/<form [^>]*action="\/alerts\/7\/close"[^>]* aria-label="Close it"/)
  })

  it('have no forms for the role view', async () => {
    const desk = await deskOf({}, 'U-CHI')

    expect(await (await desk.get('/alerts/7')).text()).not.toContain('/acknowledge"')
    for (const path of ['/alerts/7/acknowledge', '/alerts/7/close']) {
      const form = await desk.get(`${path}?lang=en`)
      expect([form.status, await form.text()]).toEqual([
        403,
        expect.stringContaining('Your role may look only'),
      ])
      expect((await desk.post(path, { reason: 'done' })).status).toBe(403)
    }
    expect(desk.calls.filter(([name]) => name !== 'listAlerts')).toEqual([])
  })

  it('answer 400 to a filter that the store refuses', async () => {
    const desk = await deskOf({
      view: {
        listAlerts: async () => {
          throw new TypeError("The list's kind must be one of orphan_callback.")
        },
      },
    })

    expect((await desk.get('/alerts?kind=toString')).status).toBe(400)
    expect((await desk.get('/alerts?state=toString')).status).toBe(400)
  })
})
