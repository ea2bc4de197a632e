import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import type { Database } from '../database/database.ts'
import { topUpPoints } from './top-up-points.ts'

// Goal: points are given once per id, never more than the merchant has, and never out of nothing.
// Method: concurrent requests over the API; balances and the ledger are read afterwards.

const path = '/merchant-integration/v1/loyalty/topup'
const receipt = { name: 'An', address: '1 Trang Tien', email: 'an@example.com', tax_code: '0101' }
let bench: WorkerdBench
let counter = 0

function freshTxn(): string {
  counter += 1
  return `EDGE-STORE-1-${counter}`
}

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.reset()
  bench = await workerdBench()
})

function topUp(fields: object = {}) {
  return bench.call(path, {
    fields: {
      phone_number: '0900000001',
      store_code: 'EDGE-STORE-1',
      pos_code: 'EDGE-POS-1',
      point_amount: 1000,
      order_id: 'INV-1',
      txn_id: freshTxn(),
      ...fields,
    },
  })
}

function statusOf(txnId: string) {
  const place = 'store_code=EDGE-STORE-1&pos_code=EDGE-POS-1'
  return bench.call(`${path}/status?txn_id=${txnId}&${place}`, { method: 'GET' })
}

async function pointsOf(account: string): Promise<number> {
  const { balances } = await bench.control.ledger()
  return balances.find((balance) => balance.account === `${account}:POINT`)?.balance ?? Number.NaN
}

const directTopUp = {
  merchantCode: 'EDGE',
  storeCode: 'EDGE-STORE-1',
  posCode: 'EDGE-POS-1',
  txnId: 'EDGE-STORE-1-race',
  memberIds: { phone: '0900000001' },
  points: 50,
  orderId: null,
  receipt: null,
  sendsSms: false,
}

/** A database that runs other code just before the first batch that writes. */
function beforeBatch(database: Database, happen: () => Promise<unknown>): Database {
  let hasHappened = false
  const batch: Database['batch'] = async (statements) => {
    // The batch that reads store and terminal has two statements.
    if (!hasHappened && statements.length > 2) {
      hasHappened = true
      await happen()
    }
    return database.batch(statements)
  }
  return new Proxy(database, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name)),
  })
}

describe('topUpPoints', () => {
  // Specification: 1.25, 3.18
  it("moves points of the merchant's own into the member's wallet", async () => {
    const answer = await topUp({ txn_id: 'EDGE-STORE-1-a', point_amount: 1200 })

    expect(answer).toMatchObject({ status: 200, code: 200, data: undefined })
    expect(await pointsOf('wallet:U-AN')).toBe(6200)
    expect(await pointsOf('merchant-points:EDGE')).toBe(49_998_800)
    const { sums, wrongAccounts } = await bench.control.ledger()
    expect({ sums, wrongAccounts }).toEqual({ sums: { VND: 0, POINT: 0 }, wrongAccounts: [] })
    expect((await statusOf('EDGE-STORE-1-a')).data).toEqual({ type: 'TXN_EARN', status: 'SUCCESS' })
  })

  it('accepts one of thirty top-ups with the same id and refuses the others with 4000307', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => topUp({ txn_id: 'EDGE-STORE-1-same', point_amount: 100 })),
    )

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 4000307)).toHaveLength(29)
    expect(await pointsOf('wallet:U-AN')).toBe(5100)
  })

  it('never gives more than the merchant has when thirty top-ups come at the same time', async () => {
    await bench.control.setMerchantPoints('EDGE', 1000)

    const answers = await Promise.all(Array.from({ length: 30 }, () => topUp({ point_amount: 70 })))

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(14)
    expect(codes.filter((code) => code === 5000001)).toHaveLength(16)
    expect(await pointsOf('wallet:U-AN')).toBe(5980)
    expect(await pointsOf('merchant-points:EDGE')).toBe(20)
  })

  it.each([
    ['a member in a day', { memberDayPoints: 500 }],
    ['a merchant in all', { campaignPoints: 500 }],
  ])('never gives more than %s may get, also at the same time', async (_about, limit) => {
    await bench.control.setRules({ topUp: limit })

    const answers = await Promise.all(Array.from({ length: 20 }, () => topUp({ point_amount: 70 })))

    expect(answers.filter(({ code }) => code === 200)).toHaveLength(7)
    expect(await pointsOf('wallet:U-AN')).toBe(5490)
  })

  it('counts the daily limit of a member anew on the next day in Vietnam', async () => {
    await bench.control.setRules({ topUp: { memberDayPoints: 100 } })
    await bench.control.moveClock({ freezeAt: Date.parse('2030-05-10T16:59:59Z') / 1000 })
    const lateCodes = [(await topUp({ point_amount: 100 })).code, (await topUp()).code]
    await bench.control.moveClock({ freezeAt: Date.parse('2030-05-10T17:00:00Z') / 1000 })

    const nextDay = await topUp({ point_amount: 100 })

    expect([...lateCodes, nextDay.code]).toEqual([200, 5000001, 200])
  })

  // Specification: 3.18
  it('stores a top-up that the loyalty system did not accept as ERROR, and its id stays taken', async () => {
    await bench.control.setRules({ topUp: { isCampaignOpen: false } })
    const txn_id = 'EDGE-STORE-1-err'
    const refused = await topUp({ txn_id })
    await bench.control.setRules({})

    const again = await topUp({ txn_id })

    expect([refused.code, again.code]).toEqual([5000001, 4000307])
    expect((await statusOf(txn_id)).data).toEqual({ type: 'TXN_EARN', status: 'ERROR' })
    expect(await pointsOf('wallet:U-AN')).toBe(5000)
    expect(await bench.control.topUps()).toMatchObject([{ failure: 'campaign_unavailable' }])
  })

  it('leaves the id usable when it refuses', async () => {
    const txn_id = 'EDGE-STORE-1-free'
    const refused = await topUp({ txn_id, phone_number: '0900000007' })
    const status = await statusOf(txn_id)

    const right = await topUp({ txn_id })

    expect([refused.code, status.data, right.code]).toEqual([4000318, undefined, 200])
  })

  it.each([
    [19_999, 200],
    [20_000, 4000328],
  ])('answers %i points with a receipt with %i', async (point_amount, code) => {
    const answer = await topUp({ point_amount, send_receipt: true, receipt_info: receipt })

    expect(answer.code).toBe(code)
  })

  it('stores the recipient of the receipt only when a receipt is requested', async () => {
    await topUp({ send_receipt: true, receipt_info: receipt })
    await topUp({ send_receipt: false, receipt_info: receipt })

    const receipts = (await bench.control.topUps()).map((one) => one.receipt)

    expect(receipts).toEqual(expect.arrayContaining([receipt, null]))
  })

  it.each([
    [49, 4000001],
    [50, 200],
    [20_000_000, 200],
    [20_000_001, 4000001],
  ])('answers %i points with %i', async (point_amount, code) => {
    const answer = await topUp({ point_amount })

    expect(answer.code).toBe(code)
  })

  // Specification: 3.19
  it('stops giving points to a member whose wallet is blocked', async () => {
    await bench.control.changeWallet('U-AN', { status: 'blocked' })

    const answer = await topUp()

    expect(answer.code).toBe(4000326)
  })

  it.each([
    ['card', () => bench.control.changeMember('M-0001', { cardStatus: 'I' }), 4000306],
    ['account', () => bench.control.changeMember('M-0001', { accountStatus: 'I' }), 4000326],
    ['wallet', () => bench.control.changeWallet('U-AN', { status: 'blocked' }), 4000326],
    ['risk', () => bench.control.changeMember('M-0001', { isAtRisk: true }), 4000318],
  ])(
    'gives nothing when the %s changes between the look and the step',
    async (_what, change, code) => {
      const sandbox = await bench.open()
      const database = beforeBatch(sandbox.database, change)

      const outcome = topUpPoints({ ...sandbox, database }, directTopUp)

      await expect(outcome).rejects.toMatchObject({ code })
      expect(await pointsOf('wallet:U-AN')).toBe(5000)
      expect(await bench.control.topUps()).toEqual([])
    },
  )

  it('does not reveal a top-up of another merchant', async () => {
    const txnId = 'EDGE-STORE-1-other'
    const foreign = await topUpPoints(await bench.open(), {
      ...directTopUp,
      merchantCode: 'OTHER',
      storeCode: 'OTHER-STORE-1',
      posCode: 'OTHER-POS-1',
      txnId,
    })

    const status = await statusOf(txnId)
    const own = await topUp({ txn_id: txnId })

    expect(foreign.outcome).toBe('done')
    expect(status).toMatchObject({ code: 200, data: undefined })
    expect(own.code).toBe(200)
  })
})
