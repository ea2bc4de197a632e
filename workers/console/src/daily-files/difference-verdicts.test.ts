import type { DayDifference, DifferenceVerdict } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { difference, runId, viewOfDay } from '../../test/day-of-files.ts'
import { now, openDesk, orderView, type DeskParts } from '../../test/open-desk.ts'

const page = `/daily-files/2026-09-01/differences/${runId}/120`
const path = `${page}/verdict`
const reason = 'the service corrects its row'
const fields = { by: 'an', choice: 'ours', reason }
const verdict: DifferenceVerdict = { verdict: 'service', reason: 'seen', staffId: 'binh', at: now }

async function deskOf(parts: DeskParts = {}, subject = 'U-AN') {
  const desk = openDesk({ ...parts, view: { ...viewOfDay, ...parts.view } })
  await desk.signIn(subject)
  return desk
}

function showing(changes: Partial<DayDifference>): DeskParts {
  return { view: { findDifference: async () => ({ ...difference, ...changes }) } }
}

describe('the verdict on a difference', () => {
  it.each(['ours', 'service', 'explained'])(
    '%s has a check page, and is then recorded with the operator',
    async (choice) => {
      const desk = await deskOf({
        money: { decideDifference: async () => ({ outcome: 'decided', difference }) },
      })
      const form = await (await desk.get(`${path}?lang=en`)).text()
      const check = await (await desk.post(path, { ...fields, choice, step: 'check' })).text()
      expect(desk.calls.map(([name]) => name)).not.toContain('decideDifference')
      const done = await desk.post(path, { ...fields, choice, step: 'confirm' })

      expect(form).toContain('51,000')
      expect(check).toContain(`name="choice" value="${choice}"`)
      expect(done.headers.get('location')).toBe(page)
      const word = { runId, position: 120, verdict: choice, reason, staffId: 'an' }
      expect(desk.calls).toContainEqual(['decideDifference', '2026-09-01', word])
    },
  )

  it.each([
    [{ choice: 'both' }, 'problem-choice'],
    [{ reason: ' ' }, 'problem-reason'],
  ])('with %j is refused', async (changes, problem) => {
    const desk = await deskOf()
    const answer = await desk.post(path, { ...fields, ...changes, step: 'confirm' })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(`id="${problem}"`)
  })

  it('that a colleague gave before is shown with their name and reason', async () => {
    const desk = await deskOf(showing({ verdict }))
    const answer = await desk.post(`${path}?lang=en`, { ...fields, step: 'confirm' })
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('binh')
    expect(text).toContain('seen')
    expect(desk.calls.map(([name]) => name)).not.toContain('decideDifference')
  })

  it('on rows of a file that was just replaced is not recorded, and says so', async () => {
    let isReplaced = false
    const desk = await deskOf({
      view: { findDifference: async () => (isReplaced ? null : difference) },
      money: {
        decideDifference: async () => {
          isReplaced = true
          return { outcome: 'not_standing' }
        },
      },
    })
    const answer = await desk.post(`${path}?lang=en`, { ...fields, step: 'confirm' })
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('compared anew')
    expect(text).toContain('href="/daily-files/2026-09-01"')
  })

  it.each([
    ['00', 'both sides agree', 'hai bên khớp nhau'],
    ['03', 'The difference of that day is the one to decide.', 'chênh lệch của ngày đó'],
  ] as const)(
    'is not offered when the files of a later day have cleared the difference with status %s',
    async (status, english, vietnamese) => {
      const desk = await deskOf(showing({ cleared: { on: '2026-09-02', status } }))
      const text = await (await desk.get(`${page}?lang=en`)).text()
      const inVietnamese = await (await desk.get(`${page}?lang=vi`)).text()

      expect(text).toContain(english)
      expect(text).toContain('href="/daily-files/2026-09-02"')
      expect(inVietnamese).toContain(vietnamese)
      expect(text).not.toContain(`href="${path}"`)
      expect(text).not.toContain('Undecided')
    },
  )

  it.each([
    ['before the form was sent', true],
    ['in the moment in which it was given', false],
  ])('on a difference that was cleared %s is not recorded, and names the day', async (_, first) => {
    let isCleared = first
    const cleared = { on: '2026-09-02', status: '00' } as const
    const desk = await deskOf({
      view: {
        findDifference: async () => (isCleared ? { ...difference, cleared } : difference),
      },
      money: {
        decideDifference: async () => {
          isCleared = true
          return { outcome: 'cleared', difference: { ...difference, cleared } }
        },
      },
    })
    const answer = await desk.post(`${path}?lang=en`, { ...fields, step: 'confirm' })
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('both sides agree')
    expect(text).toContain('02/09/2026')
    expect(text).toContain(`href="${page}"`)
    expect(desk.calls.some(([name]) => name === 'decideDifference')).toBe(!first)
  })

  it('is refused for the role view, and for operators of some stores', async () => {
    const viewer = await deskOf({}, 'U-CHI')
    const ofStore = await deskOf({}, 'U-GIANG')

    for (const desk of [viewer, ofStore]) {
      expect((await desk.get(path)).status).toBe(403)
      expect((await desk.post(path, { ...fields, step: 'confirm' })).status).toBe(403)
    }
    expect(await (await viewer.get(page)).text()).not.toContain(`href="${path}"`)
  })
})

describe('the page of a difference', () => {
  it('links to its verdict, and shows it once it is given', async () => {
    const open = await (await (await deskOf()).get(`${page}?lang=en`)).text()
    const decided = await (await (await deskOf(showing({ verdict }))).get(`${page}?lang=en`)).text()

    expect(open).toContain(`href="${path}"`)
    expect(open).toContain('Undecided')
    expect(decided).not.toContain(`href="${path}"`)
    expect(decided).toContain('The row of the service is right')
    expect(decided).toContain('binh')
  })

  it('shows the verdict on other rows of the transaction', async () => {
    const desk = await deskOf(showing({ earlierVerdict: verdict }))
    const text = await (await desk.get(`${page}?lang=en`)).text()

    expect(text).toContain('The file was replaced since')
    expect(text).toContain(`href="${path}"`)
  })

  it('shows the journal lines about it, with their evidence', async () => {
    const line = (seq: number, known: string, reference: string) => ({
      seq,
      at: now,
      kind: 'payment.confirmed',
      facts: { known, reference },
    })
    const timeline = [line(1, 'signed query', 'REF-1'), line(2, 'signed query', 'REF-OTHER')]
    const desk = await deskOf({ view: { find: async () => orderView({ timeline }) } })
    const text = await (await desk.get(`${page}?lang=en`)).text()

    expect(text).toContain('id="line-1"')
    expect(text).not.toContain('id="line-2"')
  })

  it.each([
    ['payment', 'payment_unknown', true],
    ['payment', 'capturing', true],
    ['payment', 'releasing', true],
    ['payment', 'released', false],
    ['refund', 'part_settled', true],
    ['refund', 'settled_otherwise', false],
  ] as const)('about a %s that is %s links to its verdict: %s', async (kind, state, isOpen) => {
    const isOwed = state !== 'settled_otherwise'
    const half = {
      id: 'OURS-1',
      origin: 'shop' as const,
      state: 'part_settled' as const,
      vnd: 20_000,
      points: 5,
      returned: { vnd: 20_000, points: 0 },
      owed: { vnd: 0, points: isOwed ? 5 : 0 },
      createdAt: now,
      updatedAt: now,
    }
    const about = { id: 'OURS-1', orderId: 'ORDER-1' }
    const ours =
      kind === 'refund'
        ? ({ ...about, kind, state: 'part_settled' } as const)
        : ({ ...about, kind, state } as const)
    const desk = await deskOf({
      view: {
        findDifference: async () => ({ ...difference, service: [], ours: [ours] }),
        find: async () => orderView({ refunds: [half] }),
      },
    })
    const text = await (await desk.get(page)).text()

    expect(/href="[^"]*(attempts|refunds)\/OURS-1\/verdict/.test(text)).toBe(isOpen)
  })

  it('links to the open outcome first, whose verdict decides the difference too', async () => {
    const ours = [{ kind: 'transfer', id: 'TR-1', state: 'unknown' } as const]
    const transfer = {
      id: 'TR-1',
      reference: 'REF-T',
      state: 'unknown' as const,
      amountVnd: 20_000,
      description: '',
      receiverPhone: '*******123',
      createdAt: now,
      updatedAt: now,
      version: 1,
    }
    const desk = await deskOf({
      view: {
        findDifference: async () => ({ ...difference, ours }),
        findTransfer: async () => transfer,
      },
      money: {
        settleTransfer: async () => ({ outcome: 'settled', transfer }),
        decideDifference: async () => ({ outcome: 'decided', difference }),
      },
    })
    const place = `2026-09-01.${runId}.120`
    const address = `/transfers/TR-1/verdict?difference=${place}`
    expect(await (await desk.get(page)).text()).toContain(`href="${address}"`)
    expect(await (await desk.get(address)).text()).toContain(`name="difference" value="${place}"`)
    const word = { by: 'an', choice: 'refused', reason, difference: place }
    const check = await (
      await desk.post('/transfers/TR-1/verdict', { ...word, step: 'check' })
    ).text()
    const done = await desk.post('/transfers/TR-1/verdict', { ...word, step: 'confirm' })

    expect(check).toContain(`name="difference" value="${place}"`)
    expect(done.headers.get('location')).toBe(page)
    expect(desk.calls).toContainEqual([
      'decideDifference',
      '2026-09-01',
      { runId, position: 120, verdict: 'explained', reason, staffId: 'an' },
    ])
  })
})
