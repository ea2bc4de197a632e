import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench
let account: string

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.moveClock({ run: true })
  account = freshId('account')
  await bench.control.openMerchantAccount({ id: account, merchantCode: 'EDGE', name: 'New' })
})

async function vnd(): Promise<number | undefined> {
  return (await bench.control.merchantAccounts()).find(({ id }) => id === account)?.vnd
}

describe('a bank top-up', () => {
  // Specification: 1.22
  it('is pending for a minute, then it is credited once', async () => {
    const topUp = await bench.control.topUpMerchantAccount(account, { amountVnd: 5_000_000 })
    const onTheWay = await vnd()

    await bench.control.moveClock({ advanceSeconds: 61 })
    await bench.control.tick()

    const [credited] = await bench.control.bankTopUps()
    expect(topUp).toMatchObject({ state: 'pending', creditedAt: null })
    expect(onTheWay).toBe(0)
    expect(await vnd()).toBe(5_000_000)
    expect(credited).toMatchObject({ id: topUp.id, state: 'credited', isNoticed: false })
  })

  it('is credited once when ten requests hurry it', async () => {
    const { id } = await bench.control.topUpMerchantAccount(account, { amountVnd: 100 })

    await Promise.all(Array.from({ length: 10 }, () => bench.control.creditBankTopUp(id)))

    expect(await vnd()).toBe(100)
    const check = await bench.control.ledger()
    expect(check.sums.VND).toBe(0)
    expect(check.wrongAccounts).toEqual([])
  })

  it.each([0, -1, 1.5, 1_000_000_000_001])('of %d VND is refused', async (amountVnd) => {
    const started = bench.control.topUpMerchantAccount(account, { amountVnd })

    await expect(started).rejects.toMatchObject({ status: 400, reason: 'input_invalid' })
  })

  it('needs an account', async () => {
    const started = bench.control.topUpMerchantAccount('nobody', { amountVnd: 1 })

    await expect(started).rejects.toMatchObject({ status: 404 })
  })
})

describe('a merchant account', () => {
  it('is opened once per id', async () => {
    const again = bench.control.openMerchantAccount({
      id: account,
      merchantCode: 'EDGE',
      name: 'Again',
    })

    await expect(again).rejects.toMatchObject({ reason: 'code_taken' })
  })

  it('keeps its balance when its state changes', async () => {
    await bench.control.changeMerchantAccount(account, { vnd: 7 })

    const changed = await bench.control.changeMerchantAccount(account, { status: 'suspended' })

    expect(changed).toMatchObject({ vnd: 7, status: 'suspended' })
  })
})
