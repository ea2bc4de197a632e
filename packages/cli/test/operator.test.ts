import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdge, merchantEdgeHere, type Run } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()

const token = 'meo_tell-nobody'

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: unknown
}

interface Scripted {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Whether the connection ends in the middle of the text. */
  readonly breaks?: boolean
}

let asked: Asked[] = []
let server: Server | undefined
let url = ''

/** A checkout that answers the requests one after another with what is scripted. */
async function checkout(...answers: Scripted[]): Promise<void> {
  const started = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const said = Buffer.concat(chunks).toString('utf8')
      const { method, url: path, headers } = request
      const body: unknown = said === '' ? undefined : JSON.parse(said)
      asked.push({ method, url: path, authorization: headers.authorization, body })
      const scripted: Scripted = answers.shift() ?? { status: 500 }
      const { status = 200, headers: more = {}, json, breaks } = scripted
      const text = scripted.text ?? JSON.stringify(json)
      response.writeHead(status, { connection: 'close', ...more })
      if (breaks === true) response.write(text, () => response.destroy())
      else response.end(text)
    })
  })
  server = started
  url = await listen(started)
}

function run(...args: string[]): Promise<Run> {
  return merchantEdgeHere(args, {
    environment: { MERCHANT_EDGE_URL: url, MERCHANT_EDGE_TOKEN: token },
  })
}

beforeEach(() => {
  asked = []
  url = 'http://127.0.0.1:9'
})

afterEach(async () => {
  if (server) await new Promise((resolve) => server?.close(resolve))
  server = undefined
})

describe('the address and token of an operator', () => {
  it('come from --url and --token, which win over the environment', async () => {
    await checkout({ json: { orders: [] } })

    const outcome = await merchantEdgeHere(['orders', 'list', '--url', url, '--token', 'meo_x'], {
      environment: { MERCHANT_EDGE_URL: 'http://127.0.0.1:9', MERCHANT_EDGE_TOKEN: 'other' },
    })

    expect(outcome.code).toBe(0)
    expect(asked[0]?.authorization).toBe('Bearer meo_x')
  })

  it('are separate from those of the service: neither host gets the secret of the other', async () => {
    await checkout()
    const folder = mkdtempSync(join(directory, 'both-'))
    const environment = { HOME: folder, MERCHANT_EDGE_TOKEN: token }

    const called = await merchantEdge(['call', 'queryOrder', '--json-body', '{}'], {
      environment: { ...environment, MERCHANT_EDGE_URL: url },
    })
    const listed = await merchantEdge(['orders', 'list'], {
      environment: { ...environment, MERCHANT_EDGE_SERVICE_URL: url },
    })

    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining('--url BASE') })
    expect(listed).toMatchObject({ code: 2, stderr: expect.stringContaining('--url URL') })
    expect(asked).toEqual([])
  })

  it('come from a file', async () => {
    await checkout({ json: { orders: [] } })
    const file = join(mkdtempSync(join(directory, 'access-')), 'operator.json')
    writeFileSync(file, JSON.stringify({ url, token }))

    const outcome = await merchantEdgeHere(['orders', 'list', '--access', file])

    expect(outcome.code).toBe(0)
    expect(asked[0]?.authorization).toBe(`Bearer ${token}`)
  })

  it.each([
    [[], '--url URL and --token TOKEN are missing.'],
    [['--url', 'http://127.0.0.1:9'], '--token TOKEN is missing.'],
    [['--token', 'meo_x'], '--url URL is missing.'],
  ])('are refused as %j without an operator file', async (args, problem) => {
    const folder = mkdtempSync(join(directory, 'nobody-'))

    const outcome = await merchantEdge(['orders', 'list', ...args], {
      environment: { HOME: folder },
    })

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(problem)
  })

  it.each([
    [['--url', 'http://checkout.example.com', '--token', 'meo_x'], 'is not encrypted'],
    [['--url', 'checkout.example', '--token', 'meo_x'], 'such as --url https://host.example.'],
    [['--url', 'http://127.0.0.1:9/operator', '--token', 'meo_x'], 'more than the host'],
    [['--url', 'http://127.0.0.1:9', '--token', 'mein Geheimnis'], '--token is no token.'],
    [['--access', '/nowhere/at/all.json'], 'cannot be read'],
  ])('are refused as %j', async (args, problem) => {
    const outcome = await merchantEdgeHere(['orders', 'list', ...args])

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(problem)
    expect(outcome.stderr).not.toContain('Geheimnis')
  })
})

describe('lists', () => {
  const order = (id: string) => ({ id, state: 'paid', amountVnd: 1_000, createdAt: 1_900_000_000 })

  it('show when an alert was raised as a date', async () => {
    const alert = { id: 7, state: 'open', lastRaisedAt: 1_900_000_000, timesRaised: 2 }
    await checkout({ json: { alerts: [alert] } })

    const outcome = await run('alerts', 'list')

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
    await checkout({ json: alert })

    const { stdout } = await run('alerts', 'show', '7')

    expect(asked[0]?.url).toBe('/operator/alerts/7')
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
    await checkout(
      { json: { orders: many, cursor: 'c1' } },
      { json: { orders: [order('LAST')], cursor: 'c2' } },
    )

    const outcome = await run(
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
    expect(asked.map((request) => request.url)).toEqual([
      `/operator/orders?${filter}&limit=100`,
      `/operator/orders?${filter}&cursor=c1&limit=1`,
    ])
    expect(jsonOf(outcome)).toMatchObject({ cursor: 'c2' })
    expect(jsonOf(outcome)['orders']).toHaveLength(101)
  })

  it('continue after pages without a row', async () => {
    await checkout({ json: { orders: [], cursor: 'c1' } }, { json: { orders: [order('NEEDLE')] } })

    const outcome = await run('orders', 'list', '--state', 'disputed', '--amount', '1000')

    expect(outcome.stdout).toContain('NEEDLE')
    expect(asked).toHaveLength(2)
  })

  it('show control characters as escapes', async () => {
    await checkout({ json: { orders: [{ ...order('O1'), description: '\u001B[31mred\n' }] } })

    const outcome = await run('orders', 'list')

    expect(outcome.stdout).toContain('\\u{1b}[31mred\\u{a}')
    expect(outcome.stdout).not.toContain('\u001B')
  })

  it('show a time that is none of the calendar as its number', async () => {
    await checkout({ json: { orders: [{ ...order('O1'), createdAt: 1e15 }] } })

    const outcome = await run('orders', 'list')

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
    await checkout(answer)

    const { stdout, stderr } = await run(...args)

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
    await checkout({
      json: { id: 'X', day: 'D', ...nothing, refunds: [], transfers: [], ...daily },
    })

    const outcome = await run(...args)

    expect(outcome.code).toBe(0)
    expect(asked).toMatchObject([{ method: 'GET', url: path, authorization: `Bearer ${token}` }])
  })

  it('shows foreign transactions below the run of a day', async () => {
    const sums = [{ currency: 'VND', type: 'payment', rows: 2, amount: '25000' }]
    const foreign = [{ name: 'merchant-qr', transactions: 2, sums }]
    await checkout({ json: { day: '2026-09-01', state: 'done', run: { totals: { foreign } } } })

    const outcome = await run('runs', 'show', '2026-09-01')

    expect(outcome.stdout).toContain('FOREIGN AS   TYPE     ROWS  AMOUNT  CURRENCY')
    expect(outcome.stdout).toContain('merchant-qr  payment  2     25000   VND')
  })
})

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
    await checkout({ json: { outcome: 'done' } })

    const outcome = await run(...args, '--reason', reason, '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ outcome: 'done' })
    expect(asked).toEqual([
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
    const outcome = await run(...args)

    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(problem)
    expect(asked).toEqual([])
  })
})

describe('events show', () => {
  const event = { key: 'E/1', webhookId: 'E', state: 'waiting', endpoint: 'shop', failures: 1 }

  it('shows the body and its deliveries', async () => {
    const at = 1_900_000_000
    const delivery = { at, durationMs: 12, status: 500, failure: 'status' }
    await checkout({ json: { ...event, body: '{"id":"E"}', deliveries: [delivery] } })

    const outcome = await run('events', 'show', 'E/1')

    expect(asked.map((request) => request.url)).toEqual(['/operator/events/E%2F1'])
    expect(outcome.stdout).toMatch(/^2030-\S+ +500 +status +12$/m)
    expect(outcome.stdout).toContain('{"id":"E"}')
  })

  it('says so when nothing was sent', async () => {
    await checkout({ json: { ...event, deliveries: [] } })

    const outcome = await run('events', 'show', 'E/1')

    expect(outcome.stdout).toContain('It has not been sent yet.')
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
    await checkout({ json: order })

    const outcome = await run('orders', 'show', 'O1')

    expect(outcome.stdout).toMatch(/^T2 +open +possible_double_payment +90000 +10 +7 +3$/m)
  })

  it('are accepted, and the order is shown as checkout answers it', async () => {
    await checkout({ json: { outcome: 'settled', order: { state: 'paid' } } })

    const outcome = await run('payments', 'accept', 'O1', '--transaction', 'T2', '--reason', 'why')

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
    await checkout({ status, json: answer }, { status, json: answer })

    const args = ['--refund', 'R1', '--transaction', 'T2', '--vnd', '5', '--reason', 'why']
    const outcome = await run('refunds', 'create', 'O1', ...args)
    const inJson = await run('refunds', 'create', 'O1', ...args, '--json')

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
    await checkout({ json: order }, { json: order })

    const outcome = await run('orders', 'show', 'O1')
    const inJson = await run('orders', 'show', 'O1', '--json')

    expect(outcome.stdout).toMatch(
      /^REFUND +OF TRANSACTION +STATE +VND +POINTS +RETURNED VND +RETURNED POINTS +OWED VND +OWED POINTS$/m,
    )
    expect(outcome.stdout).toMatch(new RegExp(`^R1 +part_settled +50000 +30 +${shown}$`, 'm'))
    expect(jsonOf(inJson)).toEqual(order)
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
    await checkout({ json: { id: 'O1', state: 'created', serviceCalls } })

    const outcome = await run('orders', 'show', 'O1')

    expect(outcome.stdout).toMatch(/^queryOrder +\S+ +REF-1 +unknown +.*timeout/m)
    expect(outcome.stdout).toMatch(/^queryOrder +\S+ +REF-1 +accepted +200 +PROCESSING .*REQ-1$/m)
  })
})

describe('events resend', () => {
  const filter = ['--state', 'delivered', '--endpoint', 'shop', '--order', 'O1'] as const

  it('resends every page of a filter, and prints the sum', async () => {
    await checkout(
      { json: { resent: 49, unchanged: 1, cursor: '7' } },
      { json: { resent: 0, unchanged: 0, cursor: '3' } },
      { json: { resent: 2, unchanged: 4 } },
    )

    const outcome = await run('events', 'resend', ...filter, '--reason', 'why', '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ resent: 51, unchanged: 5 })
    expect(outcome.stderr).toContain('49 events are due now')
    const body = { state: 'delivered', endpoint: 'shop', orderId: 'O1', reason: 'why' }
    expect(asked.map((request) => [request.url, request.body])).toEqual([
      ['/operator/events/resend', body],
      ['/operator/events/resend', { ...body, cursor: '7' }],
      ['/operator/events/resend', { ...body, cursor: '3' }],
    ])
  })

  it('sends no filter by default, so that checkout resends the dead ones', async () => {
    await checkout({ json: { resent: 1, unchanged: 0 } })

    const outcome = await run('events', 'resend', '--reason', 'why')

    expect(outcome.stdout).toContain('1 events are due now; 0 were due already.')
    expect(asked.map((request) => request.body)).toEqual([{ reason: 'why' }])
  })

  it('stops at a refused page, and says how many it resent', async () => {
    const error = { reason: 'orders_unavailable', message: 'It is so.', remedy: 'Do this.' }
    await checkout(
      { json: { resent: 50, unchanged: 0, cursor: '7' } },
      { status: 503, json: { error } },
    )

    const outcome = await run('events', 'resend', '--reason', 'why', '--json')

    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('50 events are due now')
    expect(jsonOf(outcome)).toEqual({ error })
  })

  it.each([{}, { resent: 1 }, { resent: '1', unchanged: 0 }])(
    'does not take %j for a count',
    async (json) => {
      await checkout({ json })

      const outcome = await run('events', 'resend', '--reason', 'why', '--json')

      expect(outcome.code).toBe(1)
      expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    },
  )

  it.each([
    [['E1'], { status: 502, text: '<html>Bad gateway</html>' }],
    [['E1'], { status: 200, json: { status: 'ok' } }],
    [['E1'], { status: 200, text: '{"outcome":', breaks: true }],
    [['--state', 'delivered'], { status: 200, json: { resent: 'all' } }],
    [['--state', 'delivered'], { status: 503, text: '<html>Down</html>' }],
  ] as const)(
    '%j does not say of a repeat that it sends nothing twice: %j',
    async (args, answer) => {
      await checkout(answer)

      const { stdout } = await run('events', 'resend', ...args, '--reason', 'why', '--json')

      expect(stdout).toContain('An action may have happened: look before you repeat it')
      expect(stdout).toContain('once more, under the webhook-id that it has')
      expect(stdout).not.toContain('nothing twice')
    },
  )

  it('says which event is due', async () => {
    await checkout({ json: { outcome: 'resent', event: { key: 'E1' } } })

    const outcome = await run('events', 'resend', 'E1', '--reason', 'why')

    expect(outcome.stdout).toContain('Due now: E1.')
  })
})

describe('endpoints', () => {
  const shop = { id: 'shop', url: 'https://shop.example/webhooks', events: ['*'], waiting: 2 }

  it('are shown with their waiting events, and why they are paused', async () => {
    const paused = { at: 1_900_000_000, reason: 'gone' }
    await checkout({ json: { endpoints: [{ ...shop, dead: 1, paused }] } })

    const outcome = await run('endpoints', 'list')

    expect(outcome.stdout).toMatch(/shop +https:\/\/shop\.example\/webhooks .* 2 +1 +2030-.*gone/)
  })

  it.each([
    ['pause', { paused: { at: 1, reason: 'why' } }, 'shop is paused.'],
    ['resume', {}, 'shop is running.'],
  ])('are shown as checkout answers after %s', async (step, state, said) => {
    await checkout({ json: { outcome: 'changed', endpoint: { ...shop, ...state } } })

    const outcome = await run('endpoints', step, 'shop', '--reason', 'why')

    expect(outcome.stdout).toContain(said)
  })
})

describe('a refusal of checkout', () => {
  it.each([
    [400, 2, 'invalid_query'],
    [403, 1, 'role_missing'],
    [409, 1, 'not_unknown'],
    [503, 1, 'orders_unavailable'],
  ])('with %i exits with %i and says why', async (status, code, reason) => {
    const error = { reason, message: 'It is so.', remedy: 'Do this.' }
    await checkout({ status, json: { error } })

    const outcome = await run('orders', 'list', '--json')

    expect(outcome.code).toBe(code)
    expect(jsonOf(outcome)).toEqual({ error })
  })

  it.each([
    [{ MERCHANT_EDGE_TOKEN: token }, 'Check --token or MERCHANT_EDGE_TOKEN, or sign in with'],
    [{}, 'Sign in with merchant-edge sign-in.'],
  ])('of the token, which comes from %j, says where to get another', async (given, remedy) => {
    const error = { reason: 'unauthorized', message: 'It is so.', remedy: 'Send a header.' }
    await checkout({ status: 401, json: { error } })
    const file = join(mkdtempSync(join(directory, 'access-')), 'operator.json')
    writeFileSync(file, JSON.stringify({ url, token }))
    const environment = { MERCHANT_EDGE_URL: url, MERCHANT_EDGE_ACCESS: file, ...given }

    const outcome = await merchantEdgeHere(['orders', 'list', '--json'], { environment })

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toEqual({
      error: { ...error, remedy: expect.stringContaining(remedy) },
    })
  })

  it.each([
    [['storeCode'], 'storeCode must be a code.', '--store must be a code.'],
    [
      ['posCode'],
      "The list's posCode must come with a storeCode: two stores.",
      '--terminal must come with a --store: two stores.',
    ],
    [
      ['day', 'state'],
      'day must be a day. state must be one of a state, b.',
      '--day must be a day. --state must be one of a state, b.',
    ],
    [['cursor'], "The list's cursor must be the one before.", '--cursor must be the one before.'],
    [['orderId'], 'orderId must be known.', 'orderId must be known.'],
    [[], 'state must be left alone.', 'state must be left alone.'],
  ])('of the fields %j names the options', async (fields, message, said) => {
    const error = { reason: 'invalid_query', message, remedy: message }
    await checkout({ status: 400, json: { error: { ...error, fields } } })

    const outcome = await run('orders', 'list', '--json')

    expect(outcome.code).toBe(2)
    expect(jsonOf(outcome)).toMatchObject({ error: { message: said } })
  })

  it('of two fields of a refund that differ from an earlier one names the options', async () => {
    const message = 'The refund id belongs to another refund: transactionId, vnd, points differ.'
    const fields = ['transactionId', 'vnd', 'points']
    const error = { reason: 'refund_id_taken', message, remedy: 'Use a new id.', fields }
    await checkout({ status: 409, json: { error } })

    const outcome = await run(
      'refunds',
      'create',
      'O1',
      '--refund',
      'R1',
      '--vnd',
      '1',
      '--reason',
      'why',
    )

    expect(outcome.stderr).toContain('refund: --transaction, --vnd, --points differ.')
  })

  it('of an unknown id names the id', async () => {
    const error = { reason: 'not_found', message: 'There is none.', remedy: 'Look.' }
    await checkout({ status: 404, json: { error } })

    const outcome = await run(
      'differences',
      'decide',
      '2026-09-01',
      'RU/N',
      '7',
      '--verdict',
      'ours',
      '--reason',
      'why',
      '--json',
    )

    expect(jsonOf(outcome)).toMatchObject({
      error: { message: 'There is none. DATE is "2026-09-01", RUN is "RU/N", POSITION is "7".' },
    })
  })

  it.each([
    ['Look its id up with GET /operator/alerts.', 'Look its id up with merchant-edge alerts list.'],
    ['GET /operator/runs/2026-09-01 says why.', 'merchant-edge runs show 2026-09-01 says why.'],
    [
      'See POST /operator/orders/O.1/refunds/R-1/settle, or GET /operator/orders.csv.',
      'See merchant-edge refunds settle O.1 --refund R-1, or merchant-edge orders export.',
    ],
    ['Ask for GET /operator/tomorrow.', 'Ask for GET /operator/tomorrow.'],
  ])('by %j names the commands to use', async (text, said) => {
    const error = { reason: 'not_found', message: text, remedy: text }
    await checkout({ status: 409, json: { error } })

    const outcome = await run('orders', 'show', 'O1', '--json')

    expect(jsonOf(outcome)).toEqual({
      error: { reason: 'not_found', message: said, remedy: said },
    })
  })

  it.each<Scripted>([
    { status: 502, text: '<html>Bad gateway</html>' },
    { status: 200, text: '<html>Welcome</html>' },
    { status: 200, json: [] },
    { status: 200, json: { runs: [] } },
    { status: 302, headers: { location: 'https://elsewhere.example/' }, text: '' },
  ])('in an unknown form is an error: %j', async (answer) => {
    await checkout(answer)

    const outcome = await run('orders', 'list', '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    expect(outcome.stdout + outcome.stderr).not.toContain(token)
  })

  it.each<Scripted>([
    { status: 502, text: '<html>Bad gateway</html>' },
    { status: 524, text: '<html>A timeout occurred</html>' },
    { status: 200, text: '<html>Welcome</html>' },
    { status: 200, text: '{"outcome":', breaks: true },
    { status: 503, text: '{"error":', breaks: true },
  ])('in an unknown form to an action says that it may have happened: %j', async (answer) => {
    await checkout(answer, answer)

    const acted = await run('alerts', 'close', '7', '--reason', 'why', '--json')
    const looked = await run('alerts', 'list', '--json')

    const reason = answer.breaks === true ? 'unreachable' : 'unexpected_answer'
    expect([acted.code, looked.code]).toEqual([1, 1])
    expect(jsonOf(acted)).toMatchObject({
      error: { reason, remedy: expect.stringContaining('An action may have happened') },
    })
    expect(jsonOf(looked)).toMatchObject({
      error: { reason, remedy: expect.not.stringContaining('may have happened') },
    })
  })

  it.each([
    ['alerts', 'close', '7'],
    ['callbacks', 'replay', '17'],
    ['differences', 'decide', '2026-09-01', 'R1', '1', '--verdict', 'ours'],
    ['endpoints', 'resume', 'shop'],
    ['events', 'resend', 'E1'],
    ['events', 'resend'],
    ['payments', 'accept', 'O1', '--transaction', 'T1'],
    ['payments', 'deny', 'O1'],
    ['payments', 'release', 'O1', '--transaction', 'T1'],
    ['payments', 'reopen', 'O1', '--transaction', 'T1'],
    ['payments', 'settle', 'O1', '--reference', 'r1', '--result', 'not_paid'],
    ['persons', 'erase', '--customer', 'C-17'],
    ['proposals', 'refuse', 'R1'],
    ['refunds', 'create', 'O1', '--refund', 'R1', '--vnd', '5'],
    ['refunds', 'settle', 'O1', '--refund', 'R1', '--result', 'not_refunded'],
    ['runs', 'force', '2026-09-01'],
    ['transfers', 'settle', 'T1', '--result', 'refused'],
  ])('that is the JSON of another host is no success of an action: %s %s', async (...args) => {
    await checkout({ json: { status: 'ok' } })

    const acted = await run(...args, '--reason', 'why', '--json')

    expect(acted.code).toBe(1)
    expect(jsonOf(acted)).toMatchObject({
      error: {
        reason: 'unexpected_answer',
        remedy: expect.stringContaining('An action may have happened'),
      },
    })
  })

  it.each([
    ['alerts', 'show', '7'],
    ['events', 'show', 'E1'],
    ['links', 'show', 'L1'],
    ['orders', 'show', 'O1'],
    ['persons', 'export', '--customer', 'C-17'],
    ['proposals', 'show', 'R1'],
    ['runs', 'show', '2026-09-01'],
    ['transfers', 'show', 'T1'],
  ])('that is the JSON of another host shows nothing: %s %s', async (...args) => {
    await checkout({ json: { status: 'ok', deliveries: [] } })

    const looked = await run(...args, '--json')

    expect(looked.code).toBe(1)
    expect(jsonOf(looked)).toMatchObject({ error: { reason: 'unexpected_answer' } })
  })

  it('that no checkout gives to an action does not say that it may have happened', async () => {
    await checkout({ status: 404, text: '<html>Not found</html>' })

    const acted = await run('alerts', 'close', '7', '--reason', 'why', '--json')

    expect(jsonOf(acted)).toMatchObject({
      error: { remedy: expect.not.stringContaining('may have happened') },
    })
  })

  it('or no connection to a checkout, to which nothing was sent', async () => {
    const acted = await run('alerts', 'close', '7', '--reason', 'why', '--json')
    const looked = await run('orders', 'list', '--json')

    expect([acted.code, looked.code]).toEqual([1, 1])
    expect(jsonOf(acted)).toMatchObject({
      error: {
        reason: 'unreachable',
        remedy: 'Check --url, and whether the checkout Worker is up. Nothing was done.',
      },
    })
    expect(jsonOf(looked)).toMatchObject({
      error: {
        reason: 'unreachable',
        remedy: 'Check --url, and whether the checkout Worker is up.',
      },
    })
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
    await checkout({ json: { resent: 7, unchanged: 0 } })

    const outcome = await run(...args, '--json')

    expect(outcome.code).toBe(2)
    expect(jsonOf(outcome)).toMatchObject({
      error: { reason: 'wrong_usage', message: expect.stringContaining('is no id') },
    })
    expect(asked).toEqual([])
  })
})

const csv = { 'content-type': 'text/csv; charset=utf-8; header=present' }

describe('orders export', () => {
  it('keeps nothing of a page of a proxy', async () => {
    await checkout({ headers: { 'content-type': 'text/html' }, text: '<h1>Sign in</h1>' })
    const folder = mkdtempSync(join(directory, 'export-'))

    const outcome = await run('orders', 'export', '--out', join(folder, 'orders.csv'), '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes the file', async () => {
    await checkout({ headers: csv, text: 'id\r\nO1\r\n' })
    const path = join(mkdtempSync(join(directory, 'export-')), 'orders.csv')

    const outcome = await run('orders', 'export', '--out', path, '--day', '2026-09-01', '--json')

    expect(jsonOf(outcome)).toEqual({ path, bytes: 8 })
    expect(readFileSync(path, 'utf8')).toBe('id\r\nO1\r\n')
    expect(asked[0]?.url).toBe('/operator/orders.csv?day=2026-09-01')
  })

  it('removes a file that was not received completely', async () => {
    await checkout({ headers: { ...csv, 'content-length': '100' }, text: 'id\r\n' })
    const folder = mkdtempSync(join(directory, 'export-'))

    const outcome = await run('orders', 'export', '--out', join(folder, 'orders.csv'), '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'broke_off' } })
    expect(readdirSync(folder)).toEqual([])
  })
})

it('orders export reports that a folder is not a file, and not that the transfer broke off', async () => {
  await checkout({ headers: csv, text: 'id\r\n' })
  const folder = mkdtempSync(join(directory, 'export-'))

  const outcome = await run('orders', 'export', '--out', folder, '--json')

  expect(outcome.code).toBe(1)
  expect(jsonOf(outcome)).toMatchObject({
    error: { reason: 'file_unwritable', message: expect.stringContaining(folder) },
  })
})

describe('differences', () => {
  const day = '2026-09-01'
  const runId = '0123456789abcdef0123456789abcdef'
  const verdict = { verdict: 'service', reason: 'seen', staffId: 'binh', at: 1_900_000_000 }

  function difference(position: number, more: object = {}) {
    const partner = { columns: { walletCode: `W${position}`, amount: '50000' } }
    return { day, runId, position, status: '02', differs: [], partner, service: [], ...more }
  }

  it('that wait are counted by day, and each is shown in the form that decide accepts', async () => {
    const days = [{ day, runId, total: 9, undecided: 2 }]
    const answer = { days, differences: [difference(0), difference(120)] }
    await checkout({ json: answer }, { json: answer })

    const outcome = await run('differences', 'list')
    const inJson = await run('differences', 'list', '--json')

    expect(outcome.code).toBe(0)
    expect(outcome.stdout).toMatch(/^DAY +RUN +DIFFERENCES +UNDECIDED$/m)
    expect(outcome.stdout).toMatch(new RegExp(`^${day} +${runId} +9 +2$`, 'm'))
    expect(outcome.stdout).toMatch(/^DIFFERENCE OF +RUN +POSITION +STATUS /m)
    expect(outcome.stdout).toMatch(new RegExp(`^${day} +${runId} +120 +02 +.*W120 +50000$`, 'm'))
    expect(outcome.stdout).not.toContain('More')
    expect(jsonOf(inJson)).toEqual(answer)
  })

  it('name the columns in which the two sides differ as plain words', async () => {
    const differs = ['amount', 'currency']
    const differences = [difference(0, { differs: ['amount'] }), difference(120, { differs })]
    const answer = { days: [{ day, runId, total: 2, undecided: 2 }], differences }
    await checkout({ json: answer }, { json: answer })

    const outcome = await run('differences', 'list')
    const inJson = await run('differences', 'list', '--json')

    expect(outcome.stdout).toMatch(/ 0 +02 +amount +W0 /)
    expect(outcome.stdout).toMatch(/ 120 +02 +amount, currency +W120 /)
    expect(outcome.stdout).not.toContain('[')
    expect(jsonOf(inJson)).toEqual(answer)
  })

  it('that wait and are not shown are counted', async () => {
    const days = [
      { day, runId, total: 70, undecided: 60 },
      { day: '2026-09-02', runId, total: 3, undecided: 3 },
    ]
    await checkout({ json: { days, differences: [difference(0)] } })

    const outcome = await run('differences', 'list')

    expect(outcome.stdout).toContain('More: 62 others wait; --day DATE lists all of a day.')
  })

  it('that are empty are reported as none', async () => {
    await checkout({ json: { days: [], differences: [] } })

    const outcome = await run('differences', 'list')

    expect([outcome.code, outcome.stdout]).toEqual([0, 'No difference waits for a verdict.\n'])
  })

  it('of a day are read page by page, with their verdicts', async () => {
    const page = { day, runId, total: 60, decided: 1 }
    const many = Array.from({ length: 50 }, (_, number) => difference(number))
    const answers = [
      { ...page, differences: many, cursor: 'c1' },
      { ...page, differences: [difference(900, { verdict })], cursor: 'c2' },
    ]
    await checkout(...[...answers, ...answers].map((json) => ({ json })))

    const args = ['differences', 'list', '--day', day, '--limit', '51']
    const outcome = await run(...args)
    const inJson = await run(...args, '--json')

    expect(asked.slice(0, 2).map((request) => request.url)).toEqual([
      `/operator/differences/${day}?limit=50`,
      `/operator/differences/${day}?cursor=c1&limit=1`,
    ])
    expect(outcome.stdout).toMatch(new RegExp(`^${day} +${runId} +60 +59$`, 'm'))
    expect(outcome.stdout).toMatch(/ 900 +02 .* service +binh$/m)
    expect(outcome.stdout).toContain('More: add --cursor c2')
    const { differences, ...rest } = jsonOf(inJson)
    expect(rest).toEqual({ ...page, cursor: 'c2' })
    expect(differences).toHaveLength(51)
  })

  it('of a day that is compared again between two pages are not mixed', async () => {
    const page = { day, runId, total: 60, decided: 1, differences: [difference(0)], cursor: 'c1' }
    const error = { reason: 'compared_anew', message: 'It is so.', remedy: 'Start over.' }
    await checkout({ json: page }, { status: 409, json: { error } })

    const outcome = await run('differences', 'list', '--day', day, '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toEqual({ error })
  })

  it.each([{ days: [] }, { differences: [] }, { days: [{ day }], differences: [] }])(
    'that are %j are an error',
    async (json) => {
      await checkout({ json })

      const outcome = await run('differences', 'list', '--json')

      expect(outcome.code).toBe(1)
      expect(jsonOf(outcome)).toMatchObject({ error: { reason: 'unexpected_answer' } })
    },
  )

  it('are decided, and the recorded verdict is shown', async () => {
    await checkout({ json: { outcome: 'decided', difference: difference(120, { verdict }) } })

    const args = [day, runId, '120', '--verdict', 'service', '--reason', 'seen']
    const outcome = await run('differences', 'decide', ...args)

    expect(outcome.code).toBe(0)
    expect(outcome.stdout).toContain('Decided; the verdict is service, by binh.')
  })
})

describe('persons', () => {
  it('export writes the stored data of a person, and never puts the phone number into an address', async () => {
    const kept = { links: [], orders: [{ id: 'A-1' }], transfers: [], isCutOff: false }
    await checkout({ json: kept })

    const outcome = await run('persons', 'export', '--phone', '0900000123', '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual(kept)
    expect(asked).toMatchObject([
      { method: 'POST', url: '/operator/persons/export', body: { phone: '0900000123' } },
    ])
  })

  it('export says that not everything is in it', async () => {
    await checkout({ json: { links: [], orders: [{ id: 'A-1' }], isCutOff: true } })

    const outcome = await run('persons', 'export', '--customer', 'C-17', '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ orders: [{ id: 'A-1' }], isCutOff: true })
    expect(outcome.stderr).toContain('not everything')
  })

  it('erase prints the counts, and sends a reason', async () => {
    await checkout({ json: { outcome: 'erased', links: 1, orders: 2, transfers: 0 } })

    const outcome = await run('persons', 'erase', '--customer', 'C-17', '--reason', 'asked for it')

    expect(outcome.code).toBe(0)
    expect(outcome.stdout).toContain('Erased: 1 links, 2 orders, 0 transfers.')
    expect(asked).toMatchObject([
      { url: '/operator/persons/erase', body: { customerId: 'C-17', reason: 'asked for it' } },
    ])
  })

  it.each(['export', 'erase'])('%s needs somebody', async (step) => {
    const outcome = await run('persons', step, '--reason', 'asked for it')

    expect(outcome.code).toBe(2)
    expect(asked).toEqual([])
  })
})

describe('journal verify', () => {
  const step = { unsealed: 0, head: 'ab', lastSeq: 12 }

  it('verifies in steps, and shows its progress', async () => {
    await checkout(
      { json: { ...step, verified: 10, seq: 10, cursor: '10.ab' } },
      { json: { ...step, verified: 2, seq: 12, unsealed: 1, head: 'cd' } },
    )

    const outcome = await run('journal', 'verify', '--json')

    expect(outcome.code).toBe(0)
    expect(jsonOf(outcome)).toEqual({ verified: 12, unsealed: 1, head: 'cd' })
    expect(outcome.stderr).toContain('verified up to 10 of 12')
    expect(asked.map((request) => request.url)).toEqual([
      '/operator/journal/verification?rows=5000',
      '/operator/journal/verification?cursor=10.ab&rows=5000',
    ])
  })

  it('exits with 1 when a row was changed', async () => {
    const broken = { seq: 11, reason: 'row_changed' }
    await checkout(
      { json: { ...step, verified: 10, seq: 10, cursor: '10.ab' } },
      { json: { ...step, verified: 0, seq: 10, broken } },
    )

    const outcome = await run('journal', 'verify', '--json')

    expect(outcome.code).toBe(1)
    expect(jsonOf(outcome)).toMatchObject({ verified: 10, broken })
  })
})
