import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scriptedCheckout, token } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

describe('actions', () => {
  const reason = 'seen in the merchant web site'

  it.each([
    [['alerts', 'acknowledge', '7'], '/operator/alerts/7/acknowledge', {}],
    [['alerts', 'close', '7'], '/operator/alerts/7/close', {}],
    [['callbacks', 'replay', '17'], '/operator/callbacks/17/replay', {}],
    [
      ['payments', 'settle', 'O1', '--reference', 'r/1', '--result', 'paid', '--transaction', 'T1'],
      '/operator/orders/O1/payments/r%2F1/settle',
      { result: 'paid', transactionId: 'T1' },
    ],
    [
      ['refunds', 'settle', 'O1', '--refund', 'R1', '--result', 'refunded', '--points', '0'],
      '/operator/orders/O1/refunds/R1/settle',
      { result: 'refunded', points: 0 },
    ],
    [
      ['refunds', 'settle', 'O1', '--refund', 'R1', '--result', 'refunded', '--wallet-code', 'W1'],
      '/operator/orders/O1/refunds/R1/settle',
      { result: 'refunded', walletCode: 'W1' },
    ],
    [
      ['payments', 'accept', 'O1', '--transaction', 'T/1'],
      '/operator/orders/O1/disputed-payments/T%2F1/accept',
      {},
    ],
    [['payments', 'deny', 'O1'], '/operator/orders/O1/unconfirmed-payment/deny', {}],
    [
      ['payments', 'release', 'O1', '--transaction', 'T/1'],
      '/operator/orders/O1/disputed-payments/T%2F1/release',
      {},
    ],
    [
      ['refunds', 'create', 'O1', '--refund', 'R1', '--transaction', 'T2', '--vnd', '5'],
      '/operator/orders/O1/refunds',
      { id: 'R1', transactionId: 'T2', vnd: 5 },
    ],
    [
      ['refunds', 'create', 'O1', '--refund', 'R1', '--points', '3'],
      '/operator/orders/O1/refunds',
      { id: 'R1', points: 3 },
    ],
    [
      ['transfers', 'settle', 'T1', '--result', 'refused'],
      '/operator/transfers/T1/settle',
      { result: 'refused' },
    ],
    [['runs', 'force', '2026-09-01'], '/operator/runs/2026-09-01/force', {}],
    [
      ['differences', 'decide', '2026-09-01', 'R/1', '120', '--verdict', 'ours'],
      '/operator/differences/2026-09-01/R%2F1/120/decide',
      { verdict: 'ours' },
    ],
    [
      ['events', 'resend', 'order-disputed:O1:T%2E1@shop'],
      '/operator/events/order-disputed%3AO1%3AT%252E1%40shop/resend',
      {},
    ],
    [['endpoints', 'pause', 'shop'], '/operator/endpoints/shop/pause', {}],
    [['endpoints', 'resume', '../events'], '/operator/endpoints/..%2Fevents/resume', {}],
  ])('%j', async (args, path, body) => {
    await checkout.answers({ json: { outcome: 'done' } })

    const outcome = await checkout.run(...args, '--reason', reason, '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ outcome: 'done' })
    expect(checkout.asked).toEqual([
      { method: 'POST', url: path, authorization: `Bearer ${token}`, body: { ...body, reason } },
    ])
  })

  it.each([
    [['alerts', 'close', '7'], '--reason TEXT is missing'],
    [['alerts', 'close', '--reason', 'why'], 'ALERT is missing'],
    [['alerts', 'open', '7'], 'There is no command'],
    [['transfers', 'settle', 'T1', '--reason', 'why'], '--result RESULT is missing'],
    [['payments', 'accept', 'O1', '--reason', 'why'], '--transaction ID is missing'],
    [['payments', 'accept', '--transaction', 'T1', '--reason', 'why'], 'ORDER is missing'],
    [['refunds', 'create', 'O1', '--vnd', '5', '--reason', 'why'], '--refund REFUND is missing'],
    [['refunds', 'create', 'O1', '--refund', 'R1', '--vnd', '5'], '--reason TEXT is missing'],
    [
      ['refunds', 'create', 'O1', '--refund', 'R1', '--vnd', '0', '--reason', 'why'],
      'not a whole number',
    ],
    [['events', 'resend'], '--reason TEXT is missing'],
    [['events', 'resend', 'E1', '--reason', ''], '--reason'],
    [['events', 'resend', 'E1', '--state', 'dead', '--reason', 'why'], 'A key and a filter'],
    [['events', 'resend', 'E1', 'E2', '--reason', 'why'], 'E2'],
    [['events', 'resend', '--sate', 'dead', '--reason', 'why'], 'Did you mean --state?'],
    [['endpoints', 'pause', '--reason', 'why'], 'ENDPOINT is missing'],
    [['endpoints', 'resume', 'shop'], '--reason TEXT is missing'],
    [['endpoints', 'list', 'shop'], 'shop'],
    [['differences', 'list', '--limit', '5'], '--day DATE is missing'],
    [['differences', 'list', '--cursor', 'c1'], '--day DATE is missing'],
    [['differences', 'list', '--day', '2026-09-01', '--limit', '1001'], 'not a whole number'],
    [['differences', 'decide', '2026-09-01', 'R1', '120', '--reason', 'why'], '--verdict VERDICT'],
    [['differences', 'decide', '2026-09-01', 'R1', '120', '--verdict', 'ours'], '--reason TEXT'],
    [['differences', 'decide', '2026-09-01', '--verdict', 'ours', '--reason', 'why'], 'RUN is'],
    [['orders', 'list', '--amount', '1,5'], 'not a whole number'],
    [['orders', 'list', '--limit', '0'], 'not a whole number'],
    [['orders', 'list', '--sate', 'paid'], 'Did you mean --state?'],
  ])('%j cannot be used', async (args, problem) => {
    const outcome = await checkout.run(...args)

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(problem)
    expect(checkout.asked).toEqual([])
  })
})

describe('disputed payments', () => {
  const payment = { transactionId: 'T2', state: 'open', reason: 'possible_double_payment' }
  const sums = {
    vnd: 90_000,
    points: 10,
    refunded: { vnd: 7_000, points: 4 },
    returned: { vnd: 7, points: 3 },
  }

  it('are shown in the order, each with its refunded amount', async () => {
    const order = { id: 'O1', state: 'disputed', disputedPayments: [{ ...payment, ...sums }] }
    await checkout.answers({ json: order })

    const outcome = await checkout.run('orders', 'show', 'O1')

    expect(outcome.stdout).toMatch(/^T2 +open +possible_double_payment +90000 +10 +7 +3$/m)
  })

  it('are accepted, and the order is shown as checkout answers it', async () => {
    await checkout.answers({ json: { outcome: 'settled', order: { state: 'paid' } } })

    const outcome = await checkout.run(
      'payments',
      'accept',
      'O1',
      '--transaction',
      'T2',
      '--reason',
      'why',
    )

    expect(outcome.stdout).toContain('Accepted; the order is paid.')
  })

  it.each([
    ['refunded', 200, 0],
    ['part_settled', 200, 0],
    ['presumed_refunded', 202, 0],
    ['refund_unknown', 202, 1],
    ['reserved', 202, 1],
  ])('are returned, and %s is shown as such', async (state, status, exitCode) => {
    const answer = { outcome: 'known', refund: { state }, order: { state: 'disputed' } }
    await checkout.answers({ status, json: answer }, { status, json: answer })

    const args = ['--refund', 'R1', '--transaction', 'T2', '--vnd', '5', '--reason', 'why']
    const outcome = await checkout.run('refunds', 'create', 'O1', ...args)
    const inJson = await checkout.run('refunds', 'create', 'O1', ...args, '--json')

    expect([outcome.code, inJson.code]).toEqual([exitCode, exitCode])
    expect(outcome.stdout).toContain(`The refund is ${state}, the order disputed.`)
    expect(outcome.stdout.includes('Repeat the command as it is')).toBe(exitCode === 1)
    expect(JSON.parse(inJson.stdout)).toEqual(answer)
  })
})

describe('refunds of an order', () => {
  it.each([
    ['money', { vnd: 50_000, points: 0 }, { vnd: 0, points: 30 }, '50000 +0 +0 +30'],
    ['points', { vnd: 0, points: 30 }, { vnd: 50_000, points: 0 }, '0 +30 +50000 +0'],
    [
      'money, and no more comes',
      { vnd: 50_000, points: 0 },
      { vnd: 0, points: 0 },
      '50000 +0 +0 +0',
    ],
  ])('are shown with their refunded and owed amounts: %s', async (_what, returned, owed, shown) => {
    const refund = { id: 'R1', state: 'part_settled', vnd: 50_000, points: 30, returned, owed }
    const order = { id: 'O1', state: 'part_refunded', refunds: [refund] }
    await checkout.answers({ json: order }, { json: order })

    const outcome = await checkout.run('orders', 'show', 'O1')
    const inJson = await checkout.run('orders', 'show', 'O1', '--json')

    expect(outcome.stdout).toMatch(
      /^REFUND +OF TRANSACTION +STATE +VND +POINTS +RETURNED VND +RETURNED POINTS +OWED VND +OWED POINTS$/m,
    )
    expect(outcome.stdout).toMatch(new RegExp(`^R1 +part_settled +50000 +30 +${shown}$`, 'm'))
    expect(jsonOf(inJson)).toEqual(order)
  })
})

describe('an id that is a step in a path', () => {
  it.each([
    ['events', 'resend', '.', '--reason', 'the shop lost it'],
    ['alerts', 'close', '..', '--reason', 'the queue runs'],
    ['orders', 'show', '..'],
    ['refunds', 'settle', 'O1', '--refund', '..', '--result', 'refunded', '--reason', 'seen'],
    ['differences', 'list', '--day', '.'],
  ])('is refused before another request is made of it: %s %s', async (...args) => {
    await checkout.answers({ json: { resent: 7, unchanged: 0 } })

    const outcome = await checkout.run(...args, '--json')

    expect(outcome.code).toBe(2)
    expect(jsonOf(outcome)).toMatchObject({
      error: { reason: 'wrong_usage', message: expect.stringContaining('is no id') },
    })
    expect(checkout.asked).toEqual([])
  })
})
