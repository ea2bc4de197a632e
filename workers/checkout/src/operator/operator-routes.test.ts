import type {
  Alert,
  PlacedDifference,
  ReconciliationView,
  ServiceCallView,
} from '@merchant-edge/orders/api'
import type { TransferView } from '@merchant-edge/orders/webhook'
import { describe, expect, it } from 'vitest'
import { askAsOperator, now, orderView } from '../../test/ask-checkout.ts'

const transfer: TransferView = {
  id: 'T1',
  reference: 'r1',
  state: 'succeeded',
  version: 3,
  amountVnd: 50_000,
  receiverPhone: '*******123',
  description: '',
  createdAt: now,
  updatedAt: now,
}
const reconciliation: ReconciliationView = { day: '2026-09-01', state: 'stopped' }
const reason = 'seen in the merchant web site'

describe('verdicts', () => {
  it('record the name of the operator, whatever the body says', async () => {
    const { response, calls } = await askAsOperator('/operator/transfers/T1/settle', {
      json: { result: 'succeeded', transactionId: 'TR1', reason },
      operatorMoney: { settleTransfer: async () => ({ outcome: 'settled', transfer }) },
    })
    const forged = await askAsOperator('/operator/transfers/T1/settle', {
      json: { result: 'refused', reason, staffId: 'somebody else' },
    })

    expect(response.status).toBe(200)
    const verdict = { result: 'succeeded', transactionId: 'TR1', reason, staffId: 'an' }
    expect(calls).toEqual([['settleTransfer', 'T1', verdict]])
    expect(forged.response.status).toBe(400)
    expect(forged.calls).toEqual([])
  })

  it('on a payment identify it by its reference', async () => {
    const { response, calls } = await askAsOperator('/operator/orders/O1/payments/ref-1/settle', {
      json: { result: 'not_paid', reason },
      operatorMoney: {
        settleLinkedPayment: async () => ({ outcome: 'settled', order: orderView() }),
      },
    })

    expect(response.status).toBe(200)
    const verdict = { reference: 'ref-1', result: 'not_paid', reason, staffId: 'an' }
    expect(calls).toEqual([['settleLinkedPayment', 'O1', verdict]])
  })

  it('on an unconfirmed payment record it as not paid', async () => {
    const path = '/operator/orders/O1/unconfirmed-payment/deny'
    const order = orderView({ state: 'expired' })
    const { response, calls } = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { denyPayment: async () => ({ outcome: 'settled', order }) },
    })
    const why = 'the query was answered with another order'
    const refused = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { denyPayment: async () => ({ outcome: 'not_denied', why, order }) },
    })
    const none = await askAsOperator(path, {
      json: { reason },
      operatorMoney: { denyPayment: async () => ({ outcome: 'not_found' }) },
    })
    const forged = await askAsOperator(path, { json: { reason, staffId: 'somebody else' } })
    const viewed = await askAsOperator(path, { as: 'view', json: { reason } })
    const got = await askAsOperator(path, { method: 'GET' })

    expect(await response.json()).toEqual({ outcome: 'settled', order })
    expect(calls).toEqual([['denyPayment', 'O1', { reason, staffId: 'an' }]])
    expect(refused.response.status).toBe(409)
    expect(await refused.response.json()).toMatchObject({
      error: { reason: 'not_denied', message: expect.stringContaining(why) },
      order: {},
    })
    expect(none.response.status).toBe(404)
    expect(await none.response.json()).toMatchObject({
      error: { reason: 'order_not_found', message: 'There is no order with this id.' },
    })
    const others = [forged, viewed, got]
    expect(others.map((other) => other.response.status)).toEqual([400, 403, 405])
    expect(others.flatMap((other) => other.calls)).toEqual([])
  })

  it('on a refund may name the returned half', async () => {
    const refund = { id: 'R1', state: 'part_settled' as const, vnd: 5, points: 2 }
    const sums = {
      origin: 'shop' as const,
      returned: { vnd: 5, points: 0 },
      owed: { vnd: 0, points: 2 },
    }
    const times = { createdAt: now, updatedAt: now, ...sums }
    const { response, calls } = await askAsOperator('/operator/orders/O1/refunds/R1/settle', {
      json: { result: 'refunded', vnd: 5, points: 0, reason },
      operatorMoney: {
        settleRefund: async () => ({
          outcome: 'settled',
          refund: { ...refund, ...times },
          order: orderView(),
        }),
      },
    })
    const odd = await askAsOperator('/operator/orders/O1/refunds/R1/settle', {
      json: { result: 'refunded', vnd: -5, reason },
    })

    expect([response.status, odd.response.status]).toEqual([200, 400])
    const verdict = { result: 'refunded', vnd: 5, points: 0, reason, staffId: 'an' }
    expect(calls).toEqual([['settleRefund', 'O1', 'R1', verdict]])
  })

  describe('on a refund that counts as known', () => {
    const nothing = { vnd: 0, points: 0 }
    const amounts = { vnd: 5, points: 2, returned: nothing, owed: nothing }
    const refund = { id: 'R1', origin: 'shop', ...amounts, createdAt: now, updatedAt: now } as const
    const byPerson = { code: 0, reason: 'not_returned', remedy: 'Refund anew.' }
    const denied = { ...refund, state: 'refused', refusal: byPerson } as const
    const byService = { ...denied, refusal: { code: 4_000_820, reason: 'no', remedy: 'none' } }
    const refunded = { ...refund, state: 'refunded', returned: { vnd: 5, points: 2 } } as const
    const path = '/operator/orders/O1/refunds/R1/settle'

    it('correct it under the given code, which must fit a daily file', async () => {
      const { response, calls } = await askAsOperator(path, {
        json: { result: 'refunded', walletCode: 'W1', reason },
        operatorMoney: {
          settleRefund: async () => ({ outcome: 'settled', refund: refunded, order: orderView() }),
        },
      })
      const long = await askAsOperator(path, {
        json: { result: 'refunded', walletCode: 'x'.repeat(31), reason },
      })

      expect([response.status, long.response.status]).toEqual([200, 400])
      const verdict = { result: 'refunded', walletCode: 'W1', reason, staffId: 'an' }
      expect(calls).toEqual([['settleRefund', 'O1', 'R1', verdict]])
      expect(await long.response.json()).toMatchObject({ error: { fields: ['walletCode'] } })
    })

    it.each([
      ['refunded', denied, 'A verdict has recorded it as not returned', 'give `walletCode`'],
      ['refunded', byService, 'The service has refused the refund', 'under a new id'],
      ['not_refunded', refunded, 'no verdict takes that back', 'settle that with the service'],
      ['not_refunded', denied, 'The outcome is known already', 'timeline'],
      ['refunded', refunded, 'The outcome is known already', 'timeline'],
    ] as const)('refuse to call it %s with a cause and a remedy: %#', async (...given) => {
      const [result, found, message, remedy] = given
      const { response } = await askAsOperator(path, {
        json: { result, reason },
        operatorMoney: {
          settleRefund: async () => ({ outcome: 'not_unknown', refund: found, order: orderView() }),
        },
      })

      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        refund: { state: found.state },
        error: {
          reason: 'not_unknown',
          message: expect.stringContaining(message),
          remedy: expect.stringContaining(remedy),
        },
      })
    })

    it('refuse a correction beyond the refundable rest, and return the rest', async () => {
      const { response } = await askAsOperator(path, {
        json: { result: 'refunded', walletCode: 'W1', reason },
        operatorMoney: {
          settleRefund: async () => ({
            outcome: 'exceeds',
            left: { vnd: 3, points: 1 },
            refund: denied,
            order: orderView(),
          }),
        },
      })

      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        left: { vnd: 3, points: 1 },
        refund: { state: 'refused' },
        error: {
          reason: 'exceeds',
          message: expect.stringContaining('only 3 VND and 1 points left'),
        },
      })
    })
  })

  it('are refused with a blank reason', async () => {
    const { response } = await askAsOperator('/operator/transfers/T1/settle', {
      json: { result: 'refused', reason: ' \t ' },
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('not blanks alone'), fields: ['reason'] },
    })
  })

  it.each([
    [{ outcome: 'not_unknown', transfer }, 409, 'not_unknown'],
    [{ outcome: 'not_found' }, 404, 'transfer_not_found'],
  ] as const)('that come to %j are answered so', async (outcome, status, named) => {
    const { response } = await askAsOperator('/operator/transfers/T1/settle', {
      json: { result: 'refused', reason },
      operatorMoney: { settleTransfer: async () => outcome },
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { reason: named } })
  })

  it.each([
    ["The verdict's transactionId must be given for a transfer that succeeded.", ['transactionId']],
    ["The verdict's vnd and points must be left out of `not_refunded`.", ['vnd', 'points']],
    ["The verdict's vnd or points must be greater than 0.", ['vnd', 'points']],
    ["The order's extraData.orderInfo must be JSON.", ['extraData.orderInfo']],
    ['The person must be named by customerId, phone or both.', undefined],
  ])('that break a rule of the orders Worker ("%s") are answered 400', async (said, fields) => {
    const { response } = await askAsOperator('/operator/orders/ORDER-1/refunds/R1/settle', {
      json: { result: 'not_refunded', vnd: 1000, reason },
      operatorMoney: {
        settleRefund: async () => {
          throw new TypeError(said)
        },
      },
    })

    expect(response.status).toBe(400)
    const { error } = await response.json<{ error: Record<string, unknown> }>()
    expect([error['reason'], error['message'], error['fields']]).toEqual([
      'invalid_field',
      said,
      fields,
    ])
  })

  it('that meet an internal error are answered 503', async () => {
    const { response } = await askAsOperator('/operator/transfers/T1/settle', {
      json: { result: 'refused', reason },
      operatorMoney: {
        settleTransfer: async () => {
          throw new TypeError("Cannot read properties of undefined (reading 'must')")
        },
      },
    })

    expect(response.status).toBe(503)
  })

  it.each([
    {},
    { result: 'succeeded' },
    { result: 'succeeded', reason: '' },
    { result: 'succeeded', reason: 'x'.repeat(256) },
    { result: 'succeeded', reason: 'a\u0007b' },
    { result: 'paid', reason },
    { result: 'succeeded', reason, transactionId: 'two words' },
  ])('are refused as %j', async (body) => {
    const { response, calls } = await askAsOperator('/operator/transfers/T1/settle', { json: body })

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })
})

describe('orders and transfers', () => {
  it('are shown with the calls to the service and the differences of the daily files', async () => {
    const call: ServiceCallView = {
      number: 1,
      at: 1_900_000_000,
      durationMs: 120,
      endpoint: 'queryOrder',
      reference: 'ref-1',
      outcome: 'unknown',
      known: 'no answer of the service',
      failure: 'timeout',
      requests: 2,
    }
    const difference: PlacedDifference = {
      day: '2026-09-01',
      runId: '0'.repeat(32),
      position: 0,
      status: '02',
      differs: [],
      type: '1',
      service: [],
      ours: [{ kind: 'payment', id: 'ref-1', orderId: 'ORDER-1', state: 'paid' }],
    }
    const order = await askAsOperator('/operator/orders/ORDER-1', {
      operatorView: {
        find: async () => orderView(),
        listServiceCalls: async () => [call],
        listDifferencesAbout: async () => [difference],
      },
    })
    const line = { seq: 7, at: 1_900_000_000, kind: 'transfer.requested', facts: {} }
    const transferred = await askAsOperator('/operator/transfers/T1', {
      operatorView: {
        findTransfer: async () => transfer,
        transferTimeline: async () => [line],
        listServiceCalls: async () => [call],
        listDifferencesAbout: async () => [difference],
      },
    })
    const none = await askAsOperator('/operator/transfers/T1', {
      operatorView: {
        findTransfer: async () => null,
        transferTimeline: async () => [],
        listServiceCalls: async () => [],
        listDifferencesAbout: async () => [],
      },
    })
    const odd = await askAsOperator('/operator/transfers/..%2Forders')

    expect(await order.response.json()).toEqual({
      ...orderView(),
      serviceCalls: [call],
      differences: [difference],
    })
    expect(await transferred.response.json()).toEqual({
      ...transfer,
      timeline: [line],
      serviceCalls: [call],
      differences: [difference],
    })
    expect(transferred.calls).toContainEqual(['listServiceCalls', 'transfer', 'T1'])
    expect([none.response.status, odd.response.status]).toEqual([404, 404])
    expect(odd.calls).toEqual([])
  })

  it('are refunded with the name of the operator', async () => {
    const amounts = {
      origin: 'shop' as const,
      returned: { vnd: 1, points: 0 },
      owed: { vnd: 0, points: 0 },
    }
    const refund = { id: 'R1', state: 'refunded' as const, vnd: 1, points: 0, ...amounts }
    const { response, calls } = await askAsOperator('/operator/orders/ORDER-1/refunds', {
      json: { id: 'R1', vnd: 1, reason },
      operatorMoney: {
        refund: async () => ({
          outcome: 'known',
          refund: { ...refund, createdAt: now, updatedAt: now },
          order: orderView(),
        }),
      },
    })

    expect(response.status).toBe(200)
    expect(calls).toEqual([['refund', 'ORDER-1', { id: 'R1', vnd: 1, reason, staffId: 'an' }]])
  })

  it.each([
    ['approval_needed', 'proposed', 'approval_needed', '/approvals/R1'],
    ['approval_needed', 'refused', 'approval_needed', 'a new id'],
    ['proposal_conflict', 'proposed', 'refund_id_taken', 'a new id'],
  ] as const)(
    'are not refunded when the orders Worker answers %s, %s',
    async (outcome, state, said, lead) => {
      const proposal = {
        id: 'R1',
        orderId: 'ORDER-1',
        state,
        vnd: 60_000,
        points: 0,
        reason,
        proposedBy: 'an',
        createdAt: now,
        expiresAt: now + 86_400,
      }
      const { response } = await askAsOperator('/operator/orders/ORDER-1/refunds', {
        json: { id: 'R1', vnd: 60_000, reason },
        operatorMoney: { refund: async () => ({ outcome, proposal }) },
      })

      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        outcome,
        proposal: { state },
        error: { reason: said, remedy: expect.stringContaining(lead) },
      })
    },
  )

  it.each([
    { id: 'R1', vnd: 1 },
    { id: 'R1', reason },
    { vnd: 1, reason },
  ])('are not refunded for %j', async (body) => {
    const { response, calls } = await askAsOperator('/operator/orders/ORDER-1/refunds', {
      json: body,
    })

    expect(response.status).toBe(400)
    expect(calls).toEqual([])
  })
})

const alert: Alert = {
  id: 7,
  kind: 'orphan_callback',
  subject: 'callback:1:2',
  state: 'acknowledged',
  at: now,
  lastRaisedAt: now,
  timesRaised: 1,
  facts: {},
  meaning: 'A callback without an order.',
  remedy: 'Look.',
}

describe('alerts', () => {
  it('are listed by state and kind, in pages', async () => {
    const { response, calls } = await askAsOperator(
      '/operator/alerts?state=open&kind=orphan_callback&cursor=9&limit=5',
      { operatorView: { listAlerts: async () => ({ alerts: [alert], cursor: '7' }) } },
    )

    expect(await response.json()).toEqual({ alerts: [alert], cursor: '7' })
    const filter = { state: 'open', kind: 'orphan_callback', cursor: '9', limit: 5 }
    expect(calls).toEqual([['listAlerts', filter]])
  })

  it.each([
    ['sate=open', ['sate']],
    ['state=new', ['state']],
    ['kind=Orphan', ['kind']],
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['limit=1.5', ['limit']],
    ['cursor=', ['cursor']],
    ['state=open&state=closed', ['state']],
  ])('refuse the filter ?%s', async (query, fields) => {
    const { response, calls } = await askAsOperator(`/operator/alerts?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { reason: 'invalid_query', fields } })
    expect(calls).toEqual([])
  })

  it.each([
    ['acknowledge', 'acknowledgeAlert'],
    ['close', 'closeAlert'],
  ] as const)('are changed with the operator and the reason: %s', async (step, call) => {
    const script = async () => ({ outcome: 'changed' as const, alert })
    const done = await askAsOperator(`/operator/alerts/7/${step}`, {
      json: { reason },
      operatorMoney: { [call]: script },
    })
    const again = await askAsOperator(`/operator/alerts/7/${step}`, {
      json: { reason },
      operatorMoney: { [call]: async () => ({ outcome: 'unchanged', alert }) },
    })
    const odd = await askAsOperator(`/operator/alerts/0x7/${step}`, { json: { reason } })

    expect([done, again, odd].map(({ response }) => response.status)).toEqual([200, 409, 404])
    expect(done.calls).toEqual([[call, 7, { reason, staffId: 'an' }]])
    expect(odd.calls).toEqual([])
  })
})

describe('an alert', () => {
  const listAlerts = async () => ({ alerts: [alert], cursor: '7' })

  it('is read by its number, as the one before the cursor', async () => {
    const { response, calls } = await askAsOperator(`/operator/alerts/${alert.id}`, {
      operatorView: { listAlerts },
    })

    expect(await response.json()).toEqual(alert)
    expect(calls).toEqual([['listAlerts', { cursor: String(alert.id + 1), limit: 1 }]])
  })

  it.each([`${alert.id + 1}`, '0', '0x7', '-1'])('%s is not there', async (id) => {
    const { response } = await askAsOperator(`/operator/alerts/${id}`, {
      operatorView: { listAlerts },
    })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { reason: 'alert_not_found' } })
  })

  it('cannot be read while a setting of the orders Worker is wrong, and the answer says so', async () => {
    const failure = Object.assign(
      new Error('FILES of the orders Worker: holds the files of uat.'),
      {
        name: 'ConfigurationError',
      },
    )
    const { response } = await askAsOperator('/operator/alerts/7', {
      operatorView: { listAlerts: () => Promise.reject(failure) },
    })

    expect(response.status).toBe(503)
    const said = await response.text()
    expect(said).toContain('settings of the orders Worker are wrong')
    expect(said).toContain('/health')
    expect(said).not.toContain('uat')
  })
})

describe('callbacks', () => {
  it('are replayed', async () => {
    const { response, calls } = await askAsOperator('/operator/callbacks/17/replay', {
      json: { reason },
      operatorMoney: {
        replayCallback: async () => ({ outcome: 'replayed' }),
      },
    })

    expect(response.status).toBe(200)
    expect(calls).toEqual([['replayCallback', 17, { reason, staffId: 'an' }]])
  })

  it.each(['0', '-1', '1.5', 'x', '9'.repeat(16)])('refuse the position %s', async (seq) => {
    const { response, calls } = await askAsOperator(`/operator/callbacks/${seq}/replay`, {
      json: { reason },
    })

    expect(response.status).toBe(404)
    expect(calls).toEqual([])
  })
})

describe('daily runs', () => {
  it('are listed and shown', async () => {
    const all = await askAsOperator('/operator/runs', {
      operatorView: { listReconciliations: async () => [reconciliation] },
    })
    const none = await askAsOperator('/operator/runs/2026-09-02', {
      operatorView: { reconciliation: async () => null },
    })
    const odd = await askAsOperator('/operator/runs/2026-02-30')

    expect(await all.response.json()).toEqual({ runs: [reconciliation] })
    expect([none.response.status, odd.response.status]).toEqual([404, 400])
  })

  it('are forced with a reason and the operator', async () => {
    const { response, calls } = await askAsOperator('/operator/runs/2026-09-01/force', {
      json: { reason },
      operatorMoney: {
        forceReconciliation: async () => ({ outcome: 'started', reconciliation }),
      },
    })

    expect(response.status).toBe(202)
    expect(calls).toEqual([['forceReconciliation', '2026-09-01', { reason, staffId: 'an' }]])
  })
})

it.each([
  ['DELETE', '/operator/alerts', 'GET'],
  ['DELETE', '/operator/alerts/7', 'GET'],
  ['GET', '/operator/alerts/7/close', 'POST'],
  ['PUT', '/operator/transfers/T1/settle', 'POST'],
])('%s %s is refused', async (method, path, allow) => {
  const { response } = await askAsOperator(path, { method })

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
})
