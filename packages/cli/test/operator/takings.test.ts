import { expect, it } from 'vitest'
import { jsonOf, type Run } from '../merchant-edge.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

/** Runs `takings show` against a checkout that answers with these takings. */
async function takingsShow(takings: object, ...args: readonly string[]): Promise<Run> {
  await checkout.answers({ json: takings })
  return checkout.run('takings', 'show', ...args)
}

const none = {
  payments: 0,
  paidVnd: 0,
  paidPoints: 0,
  refunds: 0,
  returnedVnd: 0,
  returnedPoints: 0,
}
const some = { ...none, payments: 2, paidVnd: 90_000 }
const returned = { ...none, refunds: 1, returnedPoints: 3 }
const startOfDay = Date.parse('2026-09-01T00:00:00+07:00') / 1000
const day = '2026-09-01'
const ofDay = {
  from: day,
  to: day,
  total: some,
  times: [
    { at: startOfDay, ...none },
    { at: startOfDay + 3_600, ...some },
    { at: startOfDay + 23 * 3_600, ...returned },
  ],
  stores: [{ storeCode: 'S1', ...some }, returned],
  methods: [{ method: 'web-payment', ...some }],
}

it('shows the hours of a day that have takings, in Vietnam time', async () => {
  const shown = await takingsShow(ofDay, '--from', day)

  expect(shown.code).toBe(0)
  expect(shown.stdout).toMatch(/^HOUR +PAYMENTS /m)
  expect(shown.stdout).not.toMatch(/^00:00/m)
  expect(shown.stdout).toMatch(/^01:00 +2 +90000 +0 +0 +0 +0$/m)
  expect(shown.stdout).toMatch(/^23:00 +0 +0 +0 +1 +0 +3$/m)
  expect(shown.stdout).toMatch(/^S1 +2 +90000 /m)
  expect(checkout.asked.map(({ url }) => url)).toEqual(['/operator/takings?from=2026-09-01'])
})

it('shows several days by day', async () => {
  const shown = await takingsShow(
    { ...ofDay, to: '2026-09-02' },
    '--from',
    day,
    '--to',
    '2026-09-02',
    '--store',
    'S1',
  )

  expect(shown.stdout).toMatch(/^DAY +PAYMENTS /m)
  expect(shown.stdout).toMatch(/^2026-09-01 +2 +90000 /m)
  expect(checkout.asked.map(({ url }) => url)).toEqual([
    '/operator/takings?from=2026-09-01&to=2026-09-02&storeCode=S1',
  ])
})

it('requests today in Vietnam when no day is given', async () => {
  const before = Date.now()
  await takingsShow(ofDay)
  const days = [before, Date.now()].map((at) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format(at),
  )

  expect(days.map((one) => `/operator/takings?from=${one}`)).toContain(checkout.asked[0]?.url)
})

it.each([[], ['--json']])('exits with 1 when not all is counted: %j', async (...args) => {
  const takings = { ...ofDay, countedSince: startOfDay }
  const shown = await takingsShow(takings, '--from', day, ...args)

  expect(shown.code).toBe(1)
  if (args.length > 0) expect(jsonOf(shown)).toEqual(takings)
  else expect(shown.stdout).toContain('since 2026-08-31T17:00:00Z is counted: ask for fewer days.')
})

it.each([{}, { ...ofDay, times: undefined }, { ...ofDay, stores: undefined }])(
  'reports an incomplete answer as an error (%#)',
  async (takings) => {
    const shown = await takingsShow(takings, '--json')

    expect(shown.code).toBe(1)
    expect(jsonOf(shown)).toMatchObject({ error: { reason: 'unexpected_answer' } })
  },
)
