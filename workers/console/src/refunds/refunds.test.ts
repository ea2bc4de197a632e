import type {
  OrderView,
  RefundOutcome,
  RefundProposal,
  RefundView,
} from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { noTraces, now, openDesk, orderView } from '../../test/open-desk.ts'

const path = '/orders/ORDER-1/refund'
const fields = {
  by: 'an',
  transactionId: 'T1',
  vnd: '20.000',
  points: '',
  reason: 'damaged on the way',
  version: '4',
}
const confirm = { ...fields, step: 'confirm' }

function refundView(changes: Partial<RefundView> = {}): RefundView {
  return {
    id: 'R1',
    origin: 'shop',
    state: 'refunded',
    vnd: 20_000,
    points: 0,
    returned: { vnd: 20_000, points: 0 },
    owed: { vnd: 0, points: 0 },
    reason: 'damaged on the way',
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
}

const none = (): void => {}

/** An order store that keeps refunds by their ids, as the real one does. */
function orderStore(order: OrderView = orderView()) {
  const kept = new Map<string, { refund: RefundView; staffId: string }>()
  let version = order.version
  const current = (): OrderView => ({
    ...order,
    version,
    refunded: {
      vnd: [...kept.values()].reduce((sum, { refund }) => sum + refund.vnd, 0),
      points: 0,
    },
    refunds: [...kept.values()].map(({ refund }) => refund),
    timeline: [...kept.values()].map(({ refund, staffId }, seq) => ({
      seq,
      at: now,
      kind: 'refund.reserved',
      facts: { refund_id: refund.id, staff_id: staffId, known: 'own record' },
    })),
  })
  const store = {
    kept,
    change: () => {
      version += 1
    },
    /** Happens once, between the look of the desk at the order and the next refund. */
    meanwhile: none,
    view: {
      ...noTraces,
      find: async () => current(),
      needsApproval: async () => false,
      findProposal: async () => null,
    },
    money: {
      refund: async (
        _orderId: string,
        asked: { id: string; vnd?: number; reason: string; staffId: string; seenVersion?: number },
      ): Promise<RefundOutcome> => {
        const { meanwhile } = store
        store.meanwhile = none
        meanwhile()
        const known = kept.get(asked.id)
        if (known !== undefined && known.staffId !== asked.staffId) {
          return { outcome: 'conflict', refund: known.refund, differs: ['staffId'] }
        }
        const { id, vnd = 0, reason, staffId } = asked
        const now = current()
        const left = (now.payment?.vnd ?? 0) - now.refunded.vnd
        const isStale = asked.seenVersion !== undefined && asked.seenVersion !== now.version
        if (known === undefined && (vnd > left || isStale))
          return { outcome: 'not_refundable', remedy: '', order: now }
        const refund = known?.refund ?? refundView({ id, vnd, reason })
        if (known === undefined) version += 1
        kept.set(id, { refund, staffId })
        return { outcome: 'known', refund, order: current() }
      },
    },
  }
  return store
}

describe('a refund', () => {
  it('has a check page, and is made once for repeated requests', async () => {
    const store = orderStore()
    const desk = openDesk(store)
    await desk.signIn('U-AN')
    const form = await (await desk.get(`${path}?lang=en`)).text()
    const check = await (await desk.post(path, { ...fields, step: 'check' })).text()
    const done = await desk.post(path, confirm)
    const again = await desk.post(path, confirm)
    const page = await desk.get(done.headers.get('location') ?? '')

    expect(form).toContain('name="vnd" value="120000"')
    expect(form).toContain('name="version" value="4"')
    expect(check).toContain('damaged on the way')
    expect([done.status, again.status]).toEqual([303, 303])
    expect(again.headers.get('location')).toBe(done.headers.get('location'))
    expect(desk.calls.filter(([name]) => name === 'refund')).toHaveLength(1)
    expect([...store.kept.values()]).toMatchObject([
      { refund: { vnd: 20_000, reason: 'damaged on the way' }, staffId: 'an' },
    ])
    expect(await page.text()).toContain('role="status"')
  })

  it.each(['en', 'vi'] as const)(
    'whose answer is lost is called unknown, and sent again is shown as made (%s)',
    async (language) => {
      const store = orderStore()
      let isLost = true
      const desk = openDesk({
        ...store,
        money: {
          async refund(...asked) {
            const made = await store.money.refund(...asked)
            if (!isLost) return made
            isLost = false
            throw new Error('Network connection lost.')
          },
        },
      })
      await desk.signIn('U-AN')

      const lost = await desk.post(`${path}?lang=${language}`, confirm)
      const again = await desk.post(path, confirm)

      expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '5'])
      const text = await lost.text()
      expect(text).toMatch(language === 'en' ? /not known whether/ : /Chưa rõ/)
      expect(text).not.toMatch(/Nothing was|chưa thay đổi gì/)
      expect(again.headers.get('location')).toMatch(/^\/orders\/ORDER-1\?refund=desk-/)
      expect(store.kept.size).toBe(1)
    },
  )

  it('that two operators make at the same time is made once, and the second one is told', async () => {
    const store = orderStore()
    const an = openDesk(store)
    const binh = openDesk(store)
    await an.signIn('U-AN')
    await binh.signIn('U-BINH')
    await an.get(path)
    await binh.get(`${path}?lang=en`)
    const [first, second] = await Promise.all([
      an.post(path, confirm),
      binh.post(path, { ...confirm, by: 'binh' }),
    ])
    const later = await binh.post(path, { ...confirm, by: 'binh' })

    expect([first.status, second.status, later.status]).toEqual([303, 409, 409])
    expect(await second.text()).toContain('an asked for a refund of 20,000')
    const text = await later.text()
    expect(text).toContain('an asked for a refund of 20,000')
    expect(text).toMatch(/Left to return<\/dt>\s*<dd[^>]*>100,000/)
    expect(text).toContain('name="vnd" value="20.000"')
    expect(text).toContain('name="reason" value="damaged on the way"')
    expect(text).toContain('name="version" value="5"')
    expect(store.kept.size).toBe(1)
  })

  it.each([
    ['refunded', 'en', 'Its state: returned.'],
    ['refund_unknown', 'en', 'Its state: outcome unknown.'],
    ['refused', 'en', 'Its state: refused.'],
    ['refused', 'vi', 'Trạng thái: bị từ chối.'],
  ] as const)('of a colleague that is %s is shown as such', async (state, language, said) => {
    const store = orderStore()
    const an = openDesk(store)
    const binh = openDesk(store)
    await an.signIn('U-AN')
    await binh.signIn('U-BINH')
    await an.post(path, confirm)
    for (const kept of store.kept.values()) {
      kept.refund = { ...kept.refund, state, returned: { vnd: 0, points: 0 } }
    }
    await binh.get(`${path}?lang=${language}`)
    const text = await (await binh.post(path, { ...confirm, by: 'binh' })).text()

    expect(text).toContain(said)
    expect(text).not.toMatch(/an returned|an đã hoàn/)
  })

  it.each([
    [
      'en',
      'The order has changed',
      'more than what is left',
      /Left to return<\/dt>\s*<dd[^>]*>70,000/,
    ],
    [
      'vi',
      'Đơn hàng đã thay đổi',
      'Nhiều hơn phần còn lại',
      /Còn có thể hoàn<\/dt>\s*<dd[^>]*>70\.000/,
    ],
  ])(
    'after another one keeps the input and shows the refundable rest, in %s',
    async (language, why, problem, left) => {
      const store = orderStore()
      const desk = openDesk(store)
      await desk.signIn('U-AN')
      await desk.get(`${path}?lang=${language}`)
      store.meanwhile = () => {
        const refund = refundView({ id: 'R-OF-THE-SHOP', vnd: 50_000 })
        store.kept.set(refund.id, { refund, staffId: 'shop' })
        store.change()
      }
      const answer = await desk.post(path, { ...confirm, vnd: '100.000' })
      const text = await answer.text()

      expect(answer.status).toBe(409)
      for (const shown of [why, problem, 'name="vnd" value="100.000"', 'damaged on the way']) {
        expect(text).toContain(shown)
      }
      expect(text).toMatch(left)
      expect(text).toContain('name="version" value="5"')
      expect([...store.kept.keys()]).toEqual(['R-OF-THE-SHOP'])
    },
  )

  it('of a payment that is settled meanwhile is not made for another payment', async () => {
    const desk = openDesk(orderStore())
    await desk.signIn('U-AN')
    const answer = await desk.post(`${path}?lang=en`, {
      ...confirm,
      transactionId: 'T2',
      version: '3',
    })
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('Choose the payment to return.')
    expect(text).toMatch(/type="radio" name="transactionId" value="T1" required/)
    expect(text).toContain('name="vnd" value="20.000"')
  })

  it.each([
    [
      'en',
      'binh proposed to return 60,000',
      'You had typed</dt><dd>Money in VND: 20.000 · damaged',
    ],
    ['vi', 'binh đã đề nghị hoàn 60.000', 'Bạn đã nhập</dt><dd>Số tiền (VND): 20.000 · damaged'],
  ])(
    'that a colleague has proposed meanwhile shows their proposal and the input, in %s',
    async (language, theirs, typed) => {
      const proposal: RefundProposal = {
        id: 'desk-1',
        orderId: 'ORDER-1',
        state: 'proposed',
        vnd: 60_000,
        points: 0,
        reason: 'broken',
        proposedBy: 'binh',
        createdAt: now,
        expiresAt: now + 86_400,
      }
      const desk = openDesk({
        view: orderStore().view,
        money: { refund: async () => ({ outcome: 'proposal_conflict', proposal }) },
      })
      await desk.signIn('U-AN')
      const answer = await desk.post(`${path}?lang=${language}`, confirm)
      const text = await answer.text()

      expect(answer.status).toBe(409)
      expect(text).toContain(theirs)
      expect(text).toContain(typed)
    },
  )

  it('is not made when the order changes after the desk has looked at it', async () => {
    const store = orderStore()
    // The shop returns the same money for the same complaint.
    store.meanwhile = () => {
      store.change()
      store.kept.set('R-OF-THE-SHOP', { refund: refundView({ id: 'R-OF-THE-SHOP' }), staffId: '' })
    }
    const desk = openDesk(store)
    await desk.signIn('U-AN')

    const sent = await desk.post(`${path}?lang=en`, confirm)

    expect(sent.status).toBe(409)
    expect([...store.kept.keys()]).toEqual(['R-OF-THE-SHOP'])
    const text = await sent.text()
    expect(text).toContain('nothing was returned')
    expect(text).toContain('name="version" value="5"')
  })

  it('is not made when the order has changed since', async () => {
    const store = orderStore()
    const desk = openDesk(store)
    await desk.signIn('U-AN')
    store.change()
    const answer = await desk.post(`${path}?lang=en`, confirm)
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('nothing was returned')
    expect(text).toContain('value="5"')
    expect(text).toContain('damaged on the way')
    expect(store.kept.size).toBe(0)
  })

  it.each([
    [{ vnd: '120001' }, 'problem-vnd'],
    [{ vnd: '-5' }, 'problem-vnd'],
    [{ vnd: '' }, 'problem-vnd'],
    [{ vnd: '1e5' }, 'problem-vnd'],
    // Decimals, which read as digits alone would be a hundred times as much.
    [{ vnd: '200,00' }, 'problem-vnd'],
    [{ vnd: '1.000,50' }, 'problem-vnd'],
    [{ vnd: '1,000.50' }, 'problem-vnd'],
    [{ vnd: '1.5' }, 'problem-vnd'],
    [{ vnd: '10.00' }, 'problem-vnd'],
    [{ vnd: '.100' }, 'problem-vnd'],
    [{ vnd: '1..000' }, 'problem-vnd'],
    [{ reason: '' }, 'problem-reason'],
    [{ reason: '  ' }, 'problem-reason'],
    [{ reason: 'x'.repeat(256) }, 'problem-reason'],
    [{ transactionId: 'T9' }, 'name="transactionId"'],
    [{ version: 'x' }, 'name="transactionId"'],
  ])('with %j names the field, and is not made', async (changes, shown) => {
    const store = orderStore()
    const desk = openDesk(store)
    await desk.signIn('U-AN')
    const answer = await desk.post(path, { ...confirm, ...changes })

    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain(shown)
    // A reloaded page starts at its top, so the focus moves keyboard and screen reader to the
    // field.
    expect(page.match(/<input[^>]+autofocus/g)).toHaveLength(1)
    expect(store.kept.size).toBe(0)
  })

  it('puts the focus on the first wrong field', async () => {
    const desk = openDesk(orderStore())
    await desk.signIn('U-AN')
    const answer = await desk.post(path, { ...confirm, vnd: 'many', reason: '' })
    const [focused, another] = (await answer.text()).match(/<input[^>]+autofocus[^>]*>/g) ?? []

    expect([focused, another]).toEqual([expect.stringContaining('name="vnd"'), undefined])
    expect(focused).toContain('aria-describedby="problem-vnd"')
  })

  it('can go back to the form with the input', async () => {
    const desk = openDesk(orderStore())
    await desk.signIn('U-AN')
    const text = await (await desk.post(path, { ...fields, step: 'change' })).text()

    expect(text).toContain('value="20.000"')
    expect(text).toContain('damaged on the way')
  })

  it('of a disputed payment names its transaction', async () => {
    const disputed = {
      transactionId: 'T2',
      reference: 'REF-2',
      state: 'open' as const,
      reason: 'possible_double_payment',
      vnd: 120_000,
      points: 0,
      refunded: { vnd: 0, points: 0 },
      returned: { vnd: 0, points: 0 },
      createdAt: now,
    }
    const store = orderStore(orderView({ disputedPayments: [disputed] }))
    const desk = openDesk(store)
    await desk.signIn('U-AN')
    const form = await (await desk.get(`${path}?transaction=T2`)).text()
    await desk.post(path, { ...confirm, transactionId: 'T2', vnd: '120000' })

    expect(form).toMatch(/value="T2" checked/)
    expect(desk.calls.find(([name]) => name === 'refund')?.[2]).toMatchObject({
      transactionId: 'T2',
      vnd: 120_000,
    })
  })

  it('is refused for the role view, for another store, and for an amount of 0', async () => {
    const viewer = openDesk(orderStore())
    const stranger = openDesk(orderStore())
    const late = openDesk(orderStore(orderView({ refunded: { vnd: 120_000, points: 0 } })))
    const { payment: _none, ...unpaid } = orderView({ state: 'created' })
    const early = openDesk({ view: { find: async () => unpaid } })
    await viewer.signIn('U-CHI')
    await stranger.signIn('U-GIANG')
    await late.signIn('U-AN')
    await early.signIn('U-AN')

    expect((await viewer.get(path)).status).toBe(403)
    expect((await viewer.post(path, confirm)).status).toBe(403)
    expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.post(path, { ...confirm, by: 'giang' })).status).toBe(404)
    expect((await early.get(path)).status).toBe(409)
    expect((await early.post(path, confirm)).status).toBe(409)
    expect([...viewer.calls, ...stranger.calls].some(([name]) => name === 'refund')).toBe(false)
    expect(late.calls.some(([name]) => name === 'refund')).toBe(false)
  })
})

describe('a session that ends in the middle of a refund', () => {
  it('redirects to the sign-in and back to the filled form, and nothing is done twice', async () => {
    const store = orderStore()
    const desk = openDesk(store)
    await desk.signIn('U-AN')
    await desk.get(path)
    desk.wait(21 * 60)
    const sent = await desk.post(path, confirm)
    await desk.signIn('U-AN')
    const back = await (await desk.get(`${path}?lang=en`)).text()

    expect(sent.headers.get('location')).toBe(`/auth/sign-in?return_to=${encodeURIComponent(path)}`)
    expect(store.kept.size).toBe(0)
    expect(back).toContain('You had to sign in again')
    expect(back).toContain('value="20.000"')
    expect(back).toContain('value="damaged on the way"')

    await desk.post(path, confirm)
    await desk.post(path, confirm)
    expect(store.kept.size).toBe(1)
  })

  it('does not call a refund unmade whose answer was lost before the session ended', async () => {
    const store = orderStore()
    const desk = openDesk({
      ...store,
      money: {
        ...store.money,
        refund: async (...asked) => {
          await store.money?.refund?.(...asked)
          throw new Error('the answer was lost')
        },
      },
    })
    await desk.signIn('U-AN')
    const lost = await desk.post(path, confirm)
    desk.wait(86_400)
    const again = await desk.post(path, confirm)
    await desk.signIn('U-AN')
    const back = await (await desk.get(`${path}?lang=en`)).text()

    expect(lost.status).toBe(503)
    expect(again.headers.get('location')).toContain('/auth/sign-in')
    expect(store.kept.size).toBe(1)
    expect(back).toContain('You had to sign in again')
    expect(back).not.toContain('nothing was returned')
    expect(back).toContain('if you had sent it before')
  })

  it('keeps the form when the first sign-in fails', async () => {
    const away = async () => {
      throw new TypeError('connection refused')
    }
    const desk = openDesk({ ...orderStore(), fetch: away })
    const sent = await desk.post(path, confirm)
    const failed = await desk.get(sent.headers.get('location') ?? '')

    expect(failed.status).toBe(503)
    expect(await failed.text()).toContain(`href="${sent.headers.get('location')}"`)
  })

  it('shows the form to nobody else, and only once', async () => {
    const desk = openDesk(orderStore())
    await desk.post(path, confirm)
    await desk.signIn('U-BINH')
    const other = await (await desk.get(path)).text()
    await desk.signIn('U-AN')
    const late = await (await desk.get(path)).text()

    expect(other).not.toContain('damaged on the way')
    expect(late).not.toContain('damaged on the way')
  })

  it('does not make the refund in the name of another operator who signed in meanwhile', async () => {
    const store = orderStore()
    const desk = openDesk(store)
    await desk.signIn('U-AN')
    await desk.get(path)
    await desk.signIn('U-BINH')
    const answer = await desk.post(`${path}?lang=en`, confirm)
    const text = await answer.text()

    expect(answer.status).toBe(409)
    expect(text).toContain('Somebody else is signed in here now')
    expect(text).toContain(`href="${path}?lang=en"`)
    expect(text).not.toContain('damaged on the way')
    expect(store.kept.size).toBe(0)

    await desk.post(path, { ...confirm, by: 'binh' })
    expect([...store.kept.values()].map(({ staffId }) => staffId)).toEqual(['binh'])
  })

  it('stores no form of another site', async () => {
    const desk = openDesk(orderStore())
    const answer = await desk.post(path, confirm, { 'sec-fetch-site': 'cross-site' })

    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie().some((cookie) => cookie.includes('draft='))).toBe(false)
  })
})

describe('the list of refunds', () => {
  it('filters by state, day and the stores of the operator', async () => {
    const desk = openDesk({
      view: { listRefunds: async () => ({ refunds: [{ ...refundView(), orderId: 'ORDER-1' }] }) },
    })
    await desk.signIn('U-GIANG')
    const page = await desk.get('/refunds?state=refunded&day=2026-11-21')
    const wrong = await desk.get('/refunds?state=constructor')

    expect(await page.text()).toContain('/orders/ORDER-1?refund=R1')
    expect(wrong.status).toBe(400)
    expect(desk.calls).toEqual([
      ['listRefunds', { state: 'refunded', day: '2026-11-21', storeCodes: ['STORE-2'] }],
    ])
  })

  it.each(['state=constructor', 'day=2026-02-30', 'cursor=stale'])(
    'says that %s cannot be read, and not that nothing was refunded',
    async (query) => {
      const desk = openDesk({
        view: {
          listRefunds: async () => {
            throw new TypeError("The list's cursor must be the one that the page before has given.")
          },
        },
      })
      await desk.signIn('U-AN')
      const page = await desk.get(`/refunds?lang=en&${query}`)
      const text = await page.text()

      expect(page.status).toBe(400)
      expect(text).toContain('Begin at the first page')
      expect(text).not.toContain('No refund fits')
    },
  )
})
