import { describe, expect, it } from 'vitest'
import { jsonOf } from '../merchant-edge.ts'
import { scriptedCheckout, token } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

describe('lists', () => {
  const order = (id: string) => ({ id, state: 'paid', amountVnd: 1_000, createdAt: 1_900_000_000 })

  it('show when an alert was raised as a date', async () => {
    const alert = { id: 7, state: 'open', lastRaisedAt: 1_900_000_000, timesRaised: 2 }
    await checkout.answers({ json: { alerts: [alert] } })

    const outcome = await checkout.run('alerts', 'list')

    expect(outcome.stdout).toContain('7      open   2030-03-17T17:46:40Z  2')
  })

  it('show an alert with what it means, what to do, what closes it, and every fact that it names', async () => {
    const alert = {
      id: 7,
      kind: 'query_failing',
      subject: 'R-1',
      state: 'closed',
      at: 1_900_000_000,
      lastRaisedAt: 1_900_000_060,
      timesRaised: 2,
      facts: { why: 'HTTP 502\u001B[2J', vnd: 1_000, known: false },
      meaning: 'The query about a payment has failed five times in a row.',
      remedy: 'Read `why` in the alert.',
      closesOnce: { cause: 'question_answered', text: 'the service answers the query' },
      acknowledged: { staffId: 'an', at: 1_900_000_060 },
      closed: { at: 1_900_000_120 },
    }
    await checkout.answers({ json: alert })

    const { stdout } = await checkout.run('alerts', 'show', '7')

    expect(checkout.asked[0]?.url).toBe('/operator/alerts/7')
    expect(stdout).toContain('The query about a payment has failed five times in a row.')
    expect(stdout).toContain('Read `why` in the alert.')
    expect(stdout).toContain('once the service answers the query.')
    expect(stdout).toMatch(/^why +HTTP 502\\u\{1b\}\[2J$/m)
    expect(stdout).toMatch(/^vnd +1000$/m)
    expect(stdout).toMatch(/^known +false$/m)
    expect(stdout).toMatch(/2030-03-17T17:46:40Z.*an.*2030-03-17T17:48:40Z/)
  })

  it('send every filter, and follow the pages up to the limit', async () => {
    const many = Array.from({ length: 100 }, (_, number) => order(`O${number}`))
    await checkout.answers(
      { json: { orders: many, cursor: 'c1' } },
      { json: { orders: [order('LAST')], cursor: 'c2' } },
    )

    const outcome = await checkout.run(
      'orders',
      'list',
      '--state',
      'paid',
      '--day',
      '2026-09-01',
      '--amount',
      '1000',
      '--reference',
      'r1',
      '--transaction',
      'T1',
      '--customer',
      'C1',
      '--limit',
      '101',
      '--json',
    )

    const filter =
      'state=paid&day=2026-09-01&amountVnd=1000&reference=r1&transactionId=T1&customerId=C1'
    expect(checkout.asked.map((request) => request.url)).toEqual([
      `/operator/orders?${filter}&limit=100`,
      `/operator/orders?${filter}&cursor=c1&limit=1`,
    ])
    expect(jsonOf(outcome)).toMatchObject({ cursor: 'c2' })
    expect(jsonOf(outcome)['orders']).toHaveLength(101)
  })

  it('continue after pages without a row', async () => {
    await checkout.answers(
      { json: { orders: [], cursor: 'c1' } },
      { json: { orders: [order('NEEDLE')] } },
    )

    const outcome = await checkout.run('orders', 'list', '--state', 'disputed', '--amount', '1000')

    expect(outcome.stdout).toContain('NEEDLE')
    expect(checkout.asked).toHaveLength(2)
  })

  it('show control characters as escapes', async () => {
    await checkout.answers({
      json: { orders: [{ ...order('O1'), description: '\u001B[31mred\n' }] },
    })

    const outcome = await checkout.run('orders', 'list')

    expect(outcome.stdout).toContain('\\u{1b}[31mred\\u{a}')
    expect(outcome.stdout).not.toContain('\u001B')
  })

  it('show a time that is none of the calendar as its number', async () => {
    await checkout.answers({ json: { orders: [{ ...order('O1'), createdAt: 1e15 }] } })

    const outcome = await checkout.run('orders', 'list')

    expect([outcome.code, outcome.stdout]).toEqual([0, expect.stringContaining(String(1e15))])
  })

  /** Sets the title, clears the screen, colours what follows, and turns the reading around. */
  const hostile = '\u001B]0;title\u0007\u001B[2J\u009B31m\u202E\u2028'
  const refused = {
    status: 409,
    json: { error: { reason: 'no', message: hostile, remedy: hostile } },
  }

  it.each([
    ['a refusal', refused, ['orders', 'show', 'O1']],
    ['a refusal as JSON', refused, ['orders', 'show', 'O1', '--json']],
    ['an order as JSON', { json: { id: hostile } }, ['orders', 'show', 'O1', '--json']],
    [
      'an export',
      { json: { orders: [hostile], isCutOff: false } },
      ['persons', 'export', '--customer', 'C-1'],
    ],
  ] as const)('send no control character of %s to the terminal', async (_what, answer, args) => {
    await checkout.answers(answer)

    const { stdout, stderr } = await checkout.run(...args)

    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/\p{C}|\u2028/u)
    expect(stdout + stderr).toMatch(/\\u(?:\{1b\}|001b)/)
    if (stdout !== '') expect(JSON.stringify(JSON.parse(stdout))).toContain(hostile.slice(-3))
  })

  it.each([
    [
      ['alerts', 'list', '--state', 'open', '--kind', 'orphan_callback'],
      '/operator/alerts?state=open&kind=orphan_callback&limit=50',
    ],
    [['callbacks', 'list', '--order', 'O1'], '/operator/callbacks?orderId=O1&limit=50'],
    [
      ['refunds', 'list', '--state', 'refund_unknown'],
      '/operator/refunds?state=refund_unknown&limit=50',
    ],
    [['transfers', 'list', '--cursor', 'a&b'], '/operator/transfers?cursor=a%26b&limit=50'],
    [
      [
        'events',
        'list',
        '--state',
        'dead',
        '--endpoint',
        'shop',
        '--order',
        'O1',
        '--type',
        'order.paid',
      ],
      '/operator/events?state=dead&endpoint=shop&orderId=O1&type=order.paid&limit=50',
    ],
    [['events', 'list', '--cursor', '42'], '/operator/events?cursor=42&limit=50'],
    [['endpoints', 'list'], '/operator/endpoints'],
    [['runs', 'list'], '/operator/runs'],
    [['runs', 'show', '2026-09-01'], '/operator/runs/2026-09-01'],
    [['differences', 'list'], '/operator/differences'],
    [
      ['differences', 'list', '--day', '../runs', '--cursor', 'a&b', '--limit', '60'],
      '/operator/differences/..%2Fruns?cursor=a%26b&limit=50',
    ],
    [['orders', 'show', '../alerts'], '/operator/orders/..%2Falerts'],
    [['transfers', 'show', 'T1'], '/operator/transfers/T1'],
  ])('%j asks for %s', async (args, path) => {
    const nothing = { alerts: [], callbacks: [], events: [], endpoints: [], days: [] }
    const daily = { runs: [], differences: [], total: 0, decided: 0 }
    await checkout.answers({
      json: { id: 'X', day: 'D', ...nothing, refunds: [], transfers: [], ...daily },
    })

    const outcome = await checkout.run(...args)

    expect(outcome.code).toBe(0)
    expect(checkout.asked).toMatchObject([
      { method: 'GET', url: path, authorization: `Bearer ${token}` },
    ])
  })

  it('shows foreign transactions below the run of a day', async () => {
    const sums = [{ currency: 'VND', type: 'payment', rows: 2, amount: '25000' }]
    const foreign = [{ name: 'merchant-qr', transactions: 2, sums }]
    await checkout.answers({
      json: { day: '2026-09-01', state: 'done', run: { totals: { foreign } } },
    })

    const outcome = await checkout.run('runs', 'show', '2026-09-01')

    expect(outcome.stdout).toContain('FOREIGN AS   TYPE     ROWS  AMOUNT  CURRENCY')
    expect(outcome.stdout).toContain('merchant-qr  payment  2     25000   VND')
  })
})

describe('calls to the service', () => {
  it('are shown in the order, each with its answer or the reason for its absence', async () => {
    const call = { at: 1_900_000_000, endpoint: 'queryOrder', reference: 'REF-1', durationMs: 120 }
    const serviceCalls = [
      { ...call, number: 1, outcome: 'unknown', failure: 'timeout', requests: 2 },
      {
        ...call,
        number: 2,
        outcome: 'accepted',
        code: 200,
        said: 'PROCESSING',
        requestId: 'REQ-1',
      },
    ]
    await checkout.answers({ json: { id: 'O1', state: 'created', serviceCalls } })

    const outcome = await checkout.run('orders', 'show', 'O1')

    expect(outcome.stdout).toMatch(/^queryOrder +\S+ +REF-1 +unknown +.*timeout/m)
    expect(outcome.stdout).toMatch(/^queryOrder +\S+ +REF-1 +accepted +200 +PROCESSING .*REQ-1$/m)
  })
})
