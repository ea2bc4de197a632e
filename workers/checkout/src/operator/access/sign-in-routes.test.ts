import { env } from 'cloudflare:workers'
import type { SignInOperator } from '@merchant-edge/orders/operators'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshStorage } from '../../../../../vitest.storage.ts'
import { ask, now, operatorTokens, type Question } from '../../../test/ask-checkout.ts'
import { realSignIns } from '../../../test/real-orders.ts'
import { hexDigestOf } from '../../api/secret-digest.ts'

// Goal: what an operator has approved at the desk becomes a token of an hour, for the command line that asked, once.
// Method: the order store as it is, on D1; an approval is what the desk writes.

beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS }))

const verifier = 'V'.repeat(43)
const code = 'C'.repeat(43)
const an: SignInOperator = { name: 'an', role: 'money' }

/** A command line, and an order store with one approval of an operator. */
async function story(operator: SignInOperator = an) {
  let passedMs = 0
  const signIns = realSignIns(env.DB, () => now * 1000 + passedMs)
  await signIns.approveSignIn({
    id: 'SIGN-IN-OF-A-TEST',
    codeSha256: await hexDigestOf(code),
    challenge: await hexDigestOf(verifier),
    operator,
    subject: 'U-AN',
  })
  const redeem = (body: object = { code, verifier }) =>
    ask('/operator/sign-ins', { method: 'POST', body: JSON.stringify(body), signIns })
  const send = (path: string, token: string, question: Question = {}) =>
    ask(path, { ...question, signIns, headers: { authorization: `Bearer ${token}` } })
  return {
    redeem,
    send,
    tokenOf: async (): Promise<string> => {
      const { response } = await redeem()
      const { token } = await response.json<{ token: string }>()
      return token
    },
    waitMinutes: (minutes: number) => {
      passedMs += minutes * 60_000
    },
  }
}

const settle = {
  method: 'POST',
  body: JSON.stringify({ result: 'refused', reason: 'seen' }),
  operatorMoney: { settleTransfer: async () => ({ outcome: 'not_found' }) as const },
}

describe('a sign-in', () => {
  it('returns a token with which the operator acts under their name', async () => {
    const { redeem, send } = await story()
    const { response, lines } = await redeem()
    const answer = await response.json<{ token: string }>()
    const acted = await send('/operator/transfers/T1/settle', answer.token, settle)
    const me = await send('/operator/me', answer.token)

    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(answer).toEqual({
      token: expect.stringMatching(/^mes_[\w-]{43}$/),
      operator: { ...an, expiresAt: now + 3_600 },
    })
    expect(lines).toMatchObject([{ code: 'operator_signed_in', operator: 'an' }])
    expect(JSON.stringify(lines)).not.toContain(answer.token)
    expect(acted.calls).toContainEqual([
      'settleTransfer',
      'T1',
      { result: 'refused', reason: 'seen', staffId: 'an' },
    ])
    expect(await me.response.json()).toEqual({ ...an, expiresAt: now + 3_600 })
  })

  it('of an operator with the role view returns a token with that role', async () => {
    const { send, tokenOf } = await story({ name: 'chi', role: 'view' })
    const token = await tokenOf()
    const acted = await send('/operator/transfers/T1/settle', token, settle)
    const me = await send('/operator/me', token)

    expect(acted.response.status).toBe(403)
    expect(await acted.response.json()).toMatchObject({ error: { reason: 'role_missing' } })
    expect(me.response.status).toBe(200)
  })

  it('expires after an hour', async () => {
    const { send, tokenOf, waitMinutes } = await story()
    const token = await tokenOf()
    waitMinutes(59)
    const before = await send('/operator/me', token)
    waitMinutes(1)
    const after = await send('/operator/me', token)

    expect([before.response.status, after.response.status]).toEqual([200, 401])
  })

  it.each<[string, SignInOperator]>([
    ['only looks', { name: 'chi', role: 'view' }],
    ['sees one store', { name: 'giang', role: 'money', stores: ['STORE-2'] }],
  ])('ends with a sign-out, also for an operator who %s', async (_who, operator) => {
    const { send, tokenOf } = await story(operator)
    const token = await tokenOf()
    const read = await send('/operator/sign-out', token)
    const out = await send('/operator/sign-out', token, { method: 'POST' })
    const after = await send('/operator/me', token)

    expect([read.response.status, read.response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await out.response.json()).toEqual({ outcome: 'signed_out' })
    expect([out.response.status, after.response.status]).toEqual([200, 401])
  })
})

describe('a code', () => {
  it('is accepted only by POST', async () => {
    const { response } = await ask('/operator/sign-ins')

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('that is sent twice ends its sign-in', async () => {
    const { redeem, send, tokenOf } = await story()
    const token = await tokenOf()
    const again = await redeem()
    const after = await send('/operator/me', token)

    expect(again.response.status).toBe(401)
    expect(again.lines).toMatchObject([{ code: 'sign_in_code_wrong' }])
    expect(after.response.status).toBe(401)
  })

  it('that another command line sends gives nobody a token', async () => {
    const { redeem } = await story()
    const other = await redeem({ code, verifier: 'W'.repeat(43) })
    const own = await redeem()

    expect([other.response.status, own.response.status]).toEqual([401, 401])
  })

  it('that is sent after a minute gives no token', async () => {
    const { redeem, waitMinutes } = await story()
    waitMinutes(1)

    expect((await redeem()).response.status).toBe(401)
  })

  it('cannot be guessed without limit: the address gets 429', async () => {
    const { response } = await ask('/operator/sign-ins', {
      method: 'POST',
      body: JSON.stringify({ code, verifier }),
      signIns: { redeemCode: async () => null },
      env: { REFUSAL_LIMIT: { limit: async () => ({ success: false }) } },
    })

    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
  })

  it.each([
    [{}, ['code', 'verifier']],
    [{ code: 'short', verifier }, ['code']],
    [{ code: `${code}C`, verifier }, ['code']],
    [{ code, verifier: 7 }, ['verifier']],
  ])('as %j is refused without a call', async (body, fields) => {
    const { response, calls } = await ask('/operator/sign-ins', {
      method: 'POST',
      body: JSON.stringify(body),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { fields } })
    expect(calls).toEqual([])
  })
})

it('a token of OPERATORS has no sign-in to end', async () => {
  const headers = { authorization: `Bearer ${operatorTokens.view}` }
  const { response, calls } = await ask('/operator/sign-out', { method: 'POST', headers })

  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ error: { reason: 'no_sign_in' } })
  expect(calls).toEqual([])
})

describe('an operator of some stores', () => {
  const giang: SignInOperator = { name: 'giang', role: 'money', stores: ['STORE-2'] }
  const orders: Record<string, { storeCode?: string }> = {
    'ORDER-1': { storeCode: 'STORE-1' },
    'ORDER-2': { storeCode: 'STORE-2' },
    'ORDER-3': {},
  }
  const proposals: Record<string, { orderId: string }> = {
    'R-1': { orderId: 'ORDER-1' },
    'R-2': { orderId: 'ORDER-2' },
    'R-3': { orderId: 'ORDER-3' },
  }
  const operatorView = {
    find: async (id: string) => (orders[id] ?? null) as never,
    listServiceCalls: async () => [],
    listDifferencesAbout: async () => [],
    listOrders: async () => ({ orders: [] }),
    listRefunds: async () => ({ refunds: [] }),
    listProposals: async () => [],
    findProposal: async (id: string) => (proposals[id] ?? null) as never,
    takings: async () => ({}) as never,
    listUndecided: async () => ({ items: [], isMore: false }),
    exportOrders: async () => ({ body: new Response('id').body ?? new ReadableStream() }),
  }
  const operatorMoney = { refund: async () => ({ outcome: 'not_found' }) as const }
  const refund = JSON.stringify({ id: 'R1', vnd: 1_000, reason: 'a cold cup' })

  it.each([
    ['GET', '/operator/orders/ORDER-2', 200],
    ['GET', '/operator/orders/ORDER-1', 404],
    ['GET', '/operator/orders/ORDER-3', 404],
    ['GET', '/operator/orders/ORDER-9', 404],
    ['GET', '/operator/orders/ORDER%2D1', 404],
    ['GET', '/operator/orders/two%20words', 404],
    ['GET', '/operator/orders?storeCode=STORE-2', 200],
    ['GET', '/operator/orders?storeCode=STORE-1', 200],
    ['GET', '/operator/orders', 200],
    ['GET', '/operator/orders?storeCode=STORE-2&storeCode=STORE-1', 400],
    ['GET', '/operator/orders.csv', 200],
    ['GET', '/operator/refunds', 200],
    ['GET', '/operator/proposals', 200],
    ['GET', '/operator/takings?from=2026-09-01&storeCode=STORE-1', 200],
    ['GET', '/operator/undecided', 200],
    ['GET', '/operator/undecided?storeCodes=STORE-1', 400],
    ['GET', '/operator/links', 403],
    ['GET', '/operator/links/L1', 403],
    ['GET', '/operator/transfers', 403],
    ['GET', '/operator/alerts', 403],
    ['GET', '/operator/links/operator/orders/ORDER-2', 403],
    ['GET', '/operator/links/operator/proposals/R-2', 403],
    ['GET', '/operator/me', 200],
    ['POST', '/operator/orders/ORDER-2/refunds', 404],
    ['POST', '/operator/orders/ORDER-1/refunds', 404],
    ['POST', '/operator/persons/export', 403],
    ['POST', '/operator/runs/2026-09-01/force', 403],
    ['GET', '/operator/differences', 403],
    ['GET', '/operator/differences/2026-09-01', 403],
    ['POST', `/operator/differences/2026-09-01/${'0'.repeat(32)}/0/decide`, 403],
  ])('%s %s is answered %i', async (method, path, status) => {
    const { send, tokenOf } = await story(giang)
    const { response, calls } = await send(path, await tokenOf(), {
      method,
      ...(method === 'POST' && { body: refund }),
      operatorView,
      operatorMoney,
    })

    expect(response.status).toBe(status)
    const done = calls.filter(([name]) => name !== 'find' && name !== 'findSignIn')
    const isList =
      method === 'GET' &&
      status === 200 &&
      /orders(\.csv)?(\?|$)|(refunds|proposals|undecided)$|takings/.test(path)
    expect(done.length > 0).toBe(isList || path.startsWith('/operator/orders/ORDER-2'))
    if (status === 403) expect(await response.text()).toContain('"store_missing"')
    if (path.includes('%20')) expect(calls.map(([name]) => name)).not.toContain('find')
    if (isList) expect(done).toMatchObject([[expect.any(String), { storeCodes: ['STORE-2'] }]])
  })

  it.each([
    ['R-2', 200, 200],
    ['R-1', 404, 404],
    ['R-3', 404, 404],
    ['R-9', 404, 404],
    ['two%20words', 404, 404],
  ])('the proposal %s is read with %i and refused with %i', async (id, read, refused) => {
    const { send, tokenOf } = await story(giang)
    const token = await tokenOf()
    const refuseProposal = async () => ({ outcome: 'refused', proposal: {} }) as never
    const got = await send(`/operator/proposals/${id}`, token, { operatorView })
    const sent = await send(`/operator/proposals/${id}/refuse`, token, {
      method: 'POST',
      body: JSON.stringify({ reason: 'asked for too much' }),
      operatorView,
      operatorMoney: { refuseProposal },
    })

    expect([got.response.status, sent.response.status]).toEqual([read, refused])
    const done = sent.calls.filter(([name]) => name === 'refuseProposal')
    const action = { reason: 'asked for too much', staffId: 'giang' }
    expect(done).toEqual(refused === 200 ? [['refuseProposal', id, action]] : [])
    if (id.includes('%20')) {
      expect(got.calls.map(([name]) => name)).not.toContain('findProposal')
    }
    if (read === 404) {
      expect(await got.response.json()).toMatchObject({ error: { reason: 'proposal_not_found' } })
    }
  })

  it.each([
    ['GET', ''],
    ['POST', '/refunds'],
    ['POST', '/refunds/R1/settle'],
    ['POST', '/payments/REF-1/settle'],
  ])(
    '%s of an order is answered the same way for a hidden and a missing order%s',
    async (method, below) => {
      const { send, tokenOf } = await story(giang)
      const token = await tokenOf()
      const answers = await Promise.all(
        ['ORDER-1', 'ORDER-3', 'ORDER-9'].map(async (id) => {
          const body = method === 'POST' ? { body: refund } : {}
          const path = `/operator/orders/${id}${below}`
          const { response } = await send(path, token, { method, operatorView, ...body })
          return [response.status, await response.text()] as const
        }),
      )

      expect(answers[0]?.[0]).toBe(404)
      expect(answers[0]?.[1]).toContain('"order_not_found"')
      expect(answers).toEqual(answers.map(() => answers[0]))
    },
  )

  const ofOtherStore = { id: 'R1', orderId: 'ORDER-1', vnd: 9_000, reason: 'Lan called' }
  it.each([
    { outcome: 'conflict', differs: ['orderId', 'vnd'], refund: ofOtherStore },
    { outcome: 'proposal_conflict', proposal: ofOtherStore },
  ])('is told that a refund id is taken, without the other refund: $outcome', async (outcome) => {
    const { send, tokenOf } = await story(giang)

    const { response } = await send('/operator/orders/ORDER-2/refunds', await tokenOf(), {
      method: 'POST',
      body: refund,
      operatorView,
      operatorMoney: { refund: async () => outcome as never },
    })

    expect(response.status).toBe(409)
    const said = await response.text()
    expect(said).toContain('"refund_id_taken"')
    expect(said).not.toMatch(/ORDER-1|9000|Lan/)
  })
})
