import type { TransferView } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { now, openDesk, type DeskParts } from '../../test/open-desk.ts'

const transfer: TransferView = {
  id: 'T1',
  reference: 'REF-1',
  state: 'unknown',
  version: 2,
  amountVnd: 250_000,
  receiverPhone: '*******123',
  description: 'Wages <b>',
  createdAt: now,
  updatedAt: now,
}

async function deskOf(parts: DeskParts = {}, operator = 'U-AN') {
  const desk = openDesk({
    ...parts,
    view: {
      listTransfers: async () => ({ transfers: [transfer] }),
      findTransfer: async () => transfer,
      transferTimeline: async () => [
        {
          seq: 1,
          at: now,
          kind: 'transfer.unknown',
          facts: { known: 'no answer of the service', code: null, why: 'timeout' },
        },
      ],
      listDifferencesAbout: async () => [],
      listServiceCalls: async () => [
        {
          number: 1,
          at: now,
          durationMs: 10_000,
          endpoint: 'transferMoney',
          reference: 'REF-1',
          outcome: 'unknown',
          known: 'no answer of the service',
          failure: 'timeout',
          requests: 1,
        },
      ],
      ...parts.view,
    },
  })
  await desk.signIn(operator)
  return desk
}

describe('transfers', () => {
  it.each([
    ['vi', 'Chưa rõ kết quả chuyển tiền', 'dịch vụ không trả lời: chưa rõ', 'Vì sao'],
    ['en', 'The outcome of the transfer is unknown', 'no answer: unknown', 'Why'],
  ])('show each call with its answer, in %s', async (lang, what, known, why) => {
    const desk = await deskOf()
    const list = await (
      await desk.get(`/transfers?lang=${lang}&state=unknown&day=2026-09-01`)
    ).text()
    const page = await (await desk.get(`/transfers/T1?lang=${lang}`)).text()

    expect(list).toContain('href="/transfers/T1"')
    expect(desk.calls[0]).toEqual(['listTransfers', { state: 'unknown', day: '2026-09-01' }])
    expect(page).toMatch(/250[.,]000/)
    expect(page).toContain('•••\u00a0123')
    for (const text of [what, known, why]) expect(page).toContain(text)
    // What nobody has answered is no proof.
    expect(page).toContain('<li class="claim"')
    expect(page).toContain('timeout')
    expect(page).toMatch(/<code>transferMoney<\/code>.*<code>REF-1<\/code>/)
    expect(page).toContain('10000 ms')
    expect(desk.calls).toContainEqual(['listServiceCalls', 'transfer', 'T1'])
    expect(page).toContain('Wages &lt;b&gt;')
  })

  it.each([
    [
      { code: 4000514, reason: 'insufficient_balance', remedy: 'Top the account up.' },
      'không đủ số dư khả dụng. Nạp tiền vào tài khoản',
      'Top the account up.',
    ],
    [
      { code: 0, reason: 'settled_by_person', remedy: 'Ask for a new transfer.' },
      'một nhân viên kết luận là chưa chuyển',
      'Ask for a new transfer.',
    ],
    [
      {
        code: 0,
        reason: 'not_sent',
        remedy: 'transferMoney: no connection could be made. It took no effect.',
      },
      'transferMoney: không kết nối được. Lần gọi không có hiệu lực.',
      'transferMoney: no connection could be made. It took no effect.',
    ],
    [
      { code: 7, reason: 'new_at_the_service', remedy: 'Ask the service.' },
      '<span lang="en">Ask the service.</span>',
      'Ask the service.',
    ],
  ])('show why the service refused, with its code next to it: %j', async (refusal, vi, en) => {
    const found = {
      ...transfer,
      state: 'refused' as const,
      refusal: { ...refusal, idReusable: false },
    }
    const desk = await deskOf({ view: { findTransfer: async () => found } })
    for (const [lang, text] of [
      ['vi', vi],
      ['en', en],
    ]) {
      const page = await (await desk.get(`/transfers/T1?lang=${lang}`)).text()

      expect(page).toContain(text)
      expect(page).toContain(`<small class="stored">${refusal.code} ${refusal.reason}</small>`)
      expect(page.includes(refusal.remedy)).toBe(lang === 'en' || refusal.code === 7)
    }
  })

  it.each([
    ['U-AN', true],
    ['U-CHI', false],
  ])('link for %s to the verdict on an unknown outcome: %s', async (operator, mayDecide) => {
    const page = await (await (await deskOf({}, operator)).get('/transfers/T1')).text()

    expect(page.includes('href="/transfers/T1/verdict"')).toBe(mayDecide)
  })

  it('explain why an action is not possible', async () => {
    const desk = await deskOf({
      view: {
        findTransfer: async () => null,
        listTransfers: async () => {
          throw new TypeError("The list's day must be a day of the calendar as YYYY-MM-DD.")
        },
      },
    })

    expect((await desk.get('/transfers?day=tomorrow')).status).toBe(400)
    expect((await desk.get('/transfers/NONE')).status).toBe(404)
    expect((await desk.get('/transfers/two%20words')).status).toBe(404)
  })
})
