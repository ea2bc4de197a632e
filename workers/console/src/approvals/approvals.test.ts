import type { RefundProposal } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { noTraces, now, openDesk, orderView, type DeskParts } from '../../test/open-desk.ts'

const proposal: RefundProposal = {
  id: 'desk-1',
  orderId: 'ORDER-1',
  state: 'proposed',
  vnd: 60_000,
  points: 0,
  reason: 'damaged <on> the way',
  proposedBy: 'an',
  createdAt: now,
  expiresAt: now + 86_400,
}
const approved: RefundProposal = {
  ...proposal,
  state: 'approved',
  decision: { staffId: 'binh', reason: 'seen the photos', at: now },
}
const fields = { by: 'binh', reason: 'seen the photos' }
const confirm = { ...fields, version: '4', step: 'confirm' }

function partsOf(changes: Partial<RefundProposal> = {}): DeskParts {
  const kept = { ...proposal, ...changes }
  return {
    view: {
      ...noTraces,
      find: async () => orderView(),
      findProposal: async (id) => (id === kept.id ? kept : null),
      listProposals: async () => [kept],
    },
  }
}

async function deskOf(subject: string, parts: DeskParts = partsOf()) {
  const desk = openDesk(parts)
  await desk.signIn(subject)
  return desk
}

describe('a proposed refund', () => {
  it.each([
    ['vi', 'Duyệt'],
    ['en', 'Approve'],
  ])('is listed and shown with operator, reason and amount, in %s', async (lang, button) => {
    const desk = await deskOf('U-BINH')
    const list = await (await desk.get(`/approvals?lang=${lang}`)).text()
    const page = await (await desk.get(`/approvals/desk-1?lang=${lang}`)).text()

    expect(list).toContain('href="/approvals/desk-1"')
    for (const text of [list, page]) {
      expect(text).toMatch(/60[.,]000/)
      expect(text).toContain('damaged &lt;on&gt; the way')
      expect(text).toContain('ORDER-1')
    }
    expect(page).toContain('href="/approvals/desk-1/approve"')
    expect(page).toContain(button)
  })

  it('cannot be approved by its proposer, nor by the role view', async () => {
    const an = await deskOf('U-AN')
    const chi = await deskOf('U-CHI')
    const page = await (await an.get('/approvals/desk-1')).text()
    const looked = await (await chi.get('/approvals/desk-1')).text()
    const forced = await an.post('/approvals/desk-1/approve', { ...confirm, by: 'an' })
    const viewed = await chi.post('/approvals/desk-1/approve', { ...confirm, by: 'chi' })

    expect(page).not.toContain('/approvals/desk-1/approve')
    expect(page).toContain('/approvals/desk-1/refuse')
    expect(looked).not.toContain('/approvals/desk-1/')
    expect((await an.get('/approvals/desk-1/approve')).status).toBe(409)
    expect((await chi.get('/approvals/desk-1/approve')).status).toBe(403)
    expect([forced.status, viewed.status]).toEqual([409, 403])
    expect([...an.calls, ...chi.calls].some(([name]) => name === 'approveProposal')).toBe(false)
  })

  it('is visible only for the stores of the operator', async () => {
    const desk = await deskOf('U-GIANG')
    await desk.get('/approvals')

    expect(desk.calls).toContainEqual(['listProposals', { storeCodes: ['STORE-2'] }])
    expect((await desk.get('/approvals/desk-1')).status).toBe(404)
    expect((await desk.get('/approvals?storeCode=STORE-1')).status).toBe(404)
    expect((await desk.get('/approvals/NONE')).status).toBe(404)
    expect((await desk.get('/approvals/two%20words')).status).toBe(404)
  })
})

describe('an approval', () => {
  it('requires a reason, shows a check page, and is sent with the second operator', async () => {
    const order = orderView()
    const refund = {
      id: 'desk-1',
      origin: 'shop',
      state: 'refunded',
      vnd: 60_000,
      points: 0,
      returned: { vnd: 60_000, points: 0 },
      owed: { vnd: 0, points: 0 },
      createdAt: now,
      updatedAt: now,
    } as const
    const desk = await deskOf('U-BINH', {
      ...partsOf(),
      money: {
        approveProposal: async () => ({ outcome: 'approved', proposal: approved, refund, order }),
      },
    })
    const form = await (await desk.get('/approvals/desk-1/approve?lang=en')).text()
    const missing = await desk.post('/approvals/desk-1/approve', { ...fields, reason: ' ' })
    const check = await (
      await desk.post('/approvals/desk-1/approve', { ...fields, step: 'check' })
    ).text()
    const before = desk.calls.some(([name]) => name === 'approveProposal')
    const done = await desk.post('/approvals/desk-1/approve', confirm)

    expect(form).toContain('name="reason"')
    expect(missing.status).toBe(400)
    expect(check).toContain('seen the photos')
    expect(check).toContain('value="confirm"')
    expect(before).toBe(false)
    expect(done.headers.get('location')).toBe('/orders/ORDER-1?refund=desk-1')
    expect(check).toContain('name="version" value="4"')
    expect(desk.calls).toContainEqual([
      'approveProposal',
      'desk-1',
      { reason: 'seen the photos', staffId: 'binh', seenVersion: 4 },
    ])
  })

  it.each([
    ['en', 'Since this was proposed', 'has changed since you looked'],
    ['vi', 'Từ khi đề nghị này', 'đã thay đổi từ khi bạn xem'],
  ])(
    'shows what was returned since the proposal, and again when more was, in %s',
    async (lang, since, hasChanged) => {
      const made = { vnd: 0, points: 0 }
      const refund = {
        id: 'R-SHOP',
        origin: 'shop',
        state: 'refunded',
        vnd: 40_000,
        points: 0,
        returned: { vnd: 40_000, points: 0 },
        owed: made,
        reason: 'a <late> parcel',
        createdAt: now + 60,
        updatedAt: now + 60,
      } as const
      const earlier = { ...refund, id: 'R-OLD', vnd: 11_000, createdAt: now - 60 }
      const refused = { ...refund, id: 'R-NO', vnd: 12_000, state: 'refused' } as const
      const order = orderView({ version: 6, refunds: [earlier, refund, refused] })
      const parts = partsOf()
      const desk = await deskOf('U-BINH', {
        view: { ...parts.view, find: async () => order },
        money: {
          approveProposal: async () => ({
            outcome: 'order_changed',
            proposal,
            order: { ...order, version: 7 },
          }),
        },
      })
      const path = `/approvals/desk-1/approve?lang=${lang}`
      const page = await (await desk.get(`/approvals/desk-1?lang=${lang}`)).text()
      const form = await (await desk.get(path)).text()
      const check = await (await desk.post(path, { ...fields, step: 'check' })).text()
      const answer = await desk.post(path, confirm)
      const again = await answer.text()

      for (const text of [page, form, check, again]) {
        expect(text).toContain(since)
        expect(text).toMatch(/40[.,]000/)
        expect(text).toContain('a &lt;late&gt; parcel')
        expect(text).not.toMatch(/1[12][.,]000/)
      }
      expect(answer.status).toBe(409)
      expect(check).not.toContain(hasChanged)
      expect(again).toContain(hasChanged)
      expect(again).toContain('name="version" value="7"')
      expect(again).toContain('seen the photos')
    },
  )

  it('of a form that names no version of the order is made for none', async () => {
    const order = orderView()
    const desk = await deskOf('U-BINH', {
      ...partsOf(),
      money: { approveProposal: async () => ({ outcome: 'order_changed', proposal, order }) },
    })
    const { version: _version, ...old } = confirm
    const answer = await desk.post('/approvals/desk-1/approve', old)

    expect(answer.status).toBe(409)
    expect(desk.calls).toContainEqual([
      'approveProposal',
      'desk-1',
      { reason: 'seen the photos', staffId: 'binh', seenVersion: 0 },
    ])
  })

  it.each(['not_refundable', 'same_person', 'not_open'] as const)(
    'that is answered %s says so, with a link',
    async (outcome) => {
      const desk = await deskOf('U-BINH', {
        ...partsOf(),
        money: {
          approveProposal: async () =>
            outcome === 'not_refundable'
              ? { outcome, proposal, remedy: 'At most 5 VND', order: orderView() }
              : { outcome, proposal },
        },
      })
      const answer = await desk.post('/approvals/desk-1/approve?lang=en', confirm)

      expect(answer.status).toBe(409)
    },
  )

  it('of a decided or expired proposal changes nothing', async () => {
    for (const changes of [approved, { state: 'expired' } as const]) {
      const desk = await deskOf('U-BINH', partsOf(changes))
      const answer = await desk.post('/approvals/desk-1/approve', { ...confirm, reason: 'other' })

      expect(answer.status).toBe(409)
      expect(desk.calls.some(([name]) => name === 'approveProposal')).toBe(false)
    }
  })
})

it('a proposer is not told that nothing was returned after a second person has approved', async () => {
  const desk = await deskOf('U-AN', partsOf(approved))
  const opened = await desk.get('/approvals/desk-1/approve?lang=en')
  const sent = await desk.post('/approvals/desk-1/approve?lang=en', { ...confirm, by: 'an' })

  for (const answer of [opened, sent]) {
    const text = await answer.text()
    expect(answer.status).toBe(409)
    expect(text).toContain('Somebody has decided before you')
    expect(text).not.toContain('Nothing was returned')
  }
})

it('an approval whose answer was lost before the session ended leads to the proposal', async () => {
  const desk = openDesk(partsOf(approved))
  await desk.post('/approvals/desk-1/approve', confirm)
  await desk.signIn('U-BINH')
  const back = await desk.get('/approvals/desk-1/approve')

  expect([back.status, back.headers.get('location')]).toEqual([303, '/approvals/desk-1'])
})

it('a refusal redirects to the proposal', async () => {
  const desk = await deskOf('U-AN', {
    ...partsOf(),
    money: { refuseProposal: async () => ({ outcome: 'refused', proposal }) },
  })
  const done = await desk.post('/approvals/desk-1/refuse', { ...confirm, by: 'an' })

  expect(done.headers.get('location')).toBe('/approvals/desk-1')
  expect(desk.calls).toContainEqual([
    'refuseProposal',
    'desk-1',
    { reason: 'seen the photos', staffId: 'an' },
  ])
})

describe('a refund above the limit', () => {
  const path = '/orders/ORDER-1/refund'
  const refund = {
    by: 'an',
    transactionId: 'T1',
    vnd: '60.000',
    points: '',
    reason: 'damaged <on> the way',
    version: '4',
  }

  it('says before it is sent that a second person is needed, and redirects to the proposal', async () => {
    const { view = {} } = partsOf()
    const desk = await deskOf('U-AN', {
      view: { ...view, needsApproval: async () => true },
      money: { refund: async () => ({ outcome: 'approval_needed', proposal }) },
    })
    const check = await (await desk.post(`${path}?lang=en`, { ...refund, step: 'check' })).text()
    const done = await desk.post(path, { ...refund, step: 'confirm' })

    expect(check).toContain('second person')
    expect(check).toContain('href="/approvals"')
    expect(done.status).toBe(303)
    expect(done.headers.get('location')).toMatch(/^\/approvals\/desk-/)
  })

  it('that is sent again, or by another operator with the same form, is one proposal', async () => {
    const parts: DeskParts = {
      view: {
        ...noTraces,
        find: async () => orderView({ version: 5 }),
        findProposal: async (id) => ({ ...proposal, id }),
      },
    }
    const an = await deskOf('U-AN', parts)
    const binh = await deskOf('U-BINH', parts)
    const again = await an.post(path, { ...refund, step: 'confirm' })
    const other = await binh.post(`${path}?lang=en`, { ...refund, by: 'binh', step: 'confirm' })

    expect(again.status).toBe(303)
    expect(again.headers.get('location')).toMatch(/^\/approvals\/desk-/)
    expect(other.status).toBe(409)
    expect(await other.text()).toContain('an proposed to return 60,000')
    expect([...an.calls, ...binh.calls].some(([name]) => name === 'refund')).toBe(false)
  })
})
