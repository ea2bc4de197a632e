import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { merchantEdge, merchantEdgeHere } from './merchant-edge.ts'

// Goal: a table that is wider than the terminal can still be read: it is folded into records, and no value is lost.
// Method: a checkout whose answers have long values in every field; the output is compared with that of a terminal wide
// enough for the tables.

const id = 'ORDER-2026-09-01-000000017'
const reference = '1f3a-0123456789abcdefghjk'
const at = 1_900_000_000
const wordy =
  'The service said that the payment is under way and that it has to be asked for again later.'
const sums = { payments: 120, paidVnd: 123_456_789, paidPoints: 1_234, refunds: 12 }
const takings = { ...sums, returnedVnd: 12_345_678, returnedPoints: 123 }
const call = {
  endpoint: 'queryOrderV2',
  at,
  reference,
  outcome: 'accepted',
  code: 200,
  said: wordy,
  httpStatus: 200,
  durationMs: 1_234,
  requests: 1,
  requestId: reference,
}
const difference = {
  day: '2026-09-01',
  runId: '0123456789abcdef0123456789abcdef',
  position: 12,
  status: 'different',
  differs: ['amount', 'status'],
  partner: { columns: { walletCode: reference, amount: '50000' } },
  service: [{ columns: { walletCode: reference, amount: '60000' } }],
}
const order = {
  id,
  state: 'paid_unverified',
  amountVnd: 123_456_789,
  storeCode: 'EDGE-STORE-2',
  posCode: 'EDGE-POS-2',
  createdAt: at,
  description: 'Coffee, large',
  version: 3,
  payment: { vnd: 123_456_789, points: 12, transactionId: reference },
  attempts: [{ reference, method: 'web-payment', state: 'created', serviceOrderId: reference }],
  disputedPayments: [],
  refunds: [
    { id: `${id}-R1`, transactionId: reference, state: 'refund_unknown', vnd: 1, points: 2 },
  ],
  timeline: [{ seq: 1, at, kind: 'order.opened', facts: { known: 'own record', staff_id: 'an' } }],
  serviceCalls: [call],
  differences: [difference],
}
const alert = {
  id: 17,
  kind: 'refund_unknown_for_long',
  state: 'acknowledged',
  subject: id,
  at,
  lastRaisedAt: at,
  timesRaised: 2,
  meaning: wordy,
  remedy: wordy,
  closesOnce: { text: wordy },
  facts: { id, wordy },
}
const answers: ReadonlyMap<string, object> = new Map<string, object>([
  ['/operator/orders', { orders: [order, { ...order, id: `${id}-2` }] }],
  [`/operator/orders/${id}`, order],
  ['/operator/alerts', { alerts: [alert] }],
  ['/operator/alerts/17', alert],
  ['/operator/takings', { total: takings, times: [], stores: [takings], methods: [takings] }],
  [
    '/operator/differences',
    { days: [{ day: '2026-09-01', total: 3, undecided: 1 }], differences: [difference] },
  ],
  [
    '/operator/undecided',
    {
      items: [
        { id: reference, orderId: id, kind: 'payment', state: 'payment_unknown', vnd: 1, at },
      ],
    },
  ],
])
const commands = [
  ['orders', 'list'],
  ['orders', 'show', id],
  ['alerts', 'list'],
  ['alerts', 'show', '17'],
  ['takings', 'show'],
  ['differences', 'list'],
  ['undecided', 'list'],
]

let server: Server
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const answer = answers.get(pathname)
    response
      .writeHead(answer === undefined ? 404 : 200, { connection: 'close' })
      .end(JSON.stringify(answer ?? {}))
  })
  environment = { MERCHANT_EDGE_URL: await listen(server), MERCHANT_EDGE_TOKEN: 'meo_a-token' }
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

/** The words of an output, in order of the alphabet and each once. */
function wordsOf(text: string): readonly string[] {
  return [...new Set(text.split(/\s+/))].toSorted()
}

describe.each(commands.map((args) => ({ args, name: args.join(' ') })))('$name', ({ args }) => {
  it.each([80, 60])('fits into %i columns', async (columns) => {
    const { code, stdout } = await merchantEdgeHere(args, { environment, columns })
    const tooLong = stdout.split('\n').filter((line) => line.length > columns)

    expect(code).toBe(0)
    expect(tooLong).toEqual([])
  })

  it('keeps every value', async () => {
    const wide = await merchantEdgeHere(args, { environment })
    const narrow = await merchantEdgeHere(args, { environment, columns: 60 })
    const lost = wordsOf(wide.stdout).filter((word) => !wordsOf(narrow.stdout).includes(word))

    // Only the headings of columns that have no value are missing.
    expect(lost.filter((word) => !/^[A-Z']+$/.test(word))).toEqual([])
  })

  it('prints the same JSON', async () => {
    const wide = await merchantEdgeHere([...args, '--json'], { environment })
    const narrow = await merchantEdgeHere([...args, '--json'], { environment, columns: 60 })

    expect(narrow.stdout).toBe(wide.stdout)
  })
})

it('shows a folded row as a record', async () => {
  const { stdout } = await merchantEdgeHere(['orders', 'list'], { environment, columns: 60 })

  expect(stdout).toContain(`\n\nORDER        ${id}-2\n`)
  expect(stdout).toContain('\nSTATE        paid_unverified\n')
})

it('keeps a table that fits', async () => {
  const { stdout } = await merchantEdgeHere(['undecided', 'list'], { environment, columns: 200 })

  expect(stdout).toMatch(/^SINCE +KIND +STATE/)
})

it('fits a pipe into the width that COLUMNS gives, and leaves it alone otherwise', async () => {
  const args = ['orders', 'list']
  const [folded, wide] = await Promise.all([
    merchantEdge(args, { environment: { ...environment, COLUMNS: '60' } }),
    merchantEdge(args, { environment: { ...environment, COLUMNS: '' } }),
  ])

  expect(folded.stdout).toMatch(/^ORDER +ORDER-2026/)
  expect(wide.stdout).toMatch(/^ORDER +STATE/)
})
