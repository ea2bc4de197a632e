import { beforeEach, describe, expect, it } from 'vitest'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { changeMerchantAccount } from '../merchant-accounts/merchant-accounts.ts'
import { changeWallet } from '../wallets/wallets.ts'

// Goal: a balance that a test sets is the balance that it reads, also while money moves. Method:
// concurrent changes.

let bench: WorkerdBench

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
})

const account = 'EDGE-ACCOUNT-1'
const values = Array.from({ length: 8 }, (_, index) => 100_000_000 + index)

async function expectRightBooks() {
  const { sums, wrongAccounts } = await bench.control.ledger()
  expect({ sums, wrongAccounts }).toEqual({ sums: { VND: 0, POINT: 0 }, wrongAccounts: [] })
}

describe('a balance that is set', () => {
  it('of a wallet is one of the requested values when ten requests set it at the same time', async () => {
    const sandbox = await bench.open()
    const set = await Promise.allSettled(
      values.map((vnd) => changeWallet(sandbox, 'U-AN', { vnd })),
    )
    const { vnd } = await bench.control.changeWallet('U-AN', {})

    expect(set.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(values).toContain(vnd)
    await expectRightBooks()
  })

  it('of a merchant account is one of the requested values when ten requests set it at the same time', async () => {
    const sandbox = await bench.open()
    const set = await Promise.allSettled(
      values.map((vnd) => changeMerchantAccount(sandbox, account, { vnd })),
    )
    const { vnd } = await bench.control.changeMerchantAccount(account, {})

    expect(set.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(values).toContain(vnd)
    await expectRightBooks()
  })

  it('may be a million million, with which the books are still exact, and no more', async () => {
    const most = 1_000_000_000_000
    const { control } = bench
    for (const { id } of await control.wallets()) {
      await control.changeWallet(id, { vnd: most, points: most })
    }
    for (const { id } of await control.merchantAccounts()) {
      await control.changeMerchantAccount(id, { vnd: most })
    }
    await control.setMerchantPoints('EDGE', most)
    await expectRightBooks()

    const beyond = Number.MAX_SAFE_INTEGER
    for (const set of [
      () => control.changeWallet('U-AN', { vnd: beyond }),
      () => control.changeWallet('U-AN', { points: beyond }),
      () => control.changeMerchantAccount(account, { vnd: beyond }),
      () => control.setMerchantPoints('EDGE', beyond),
    ]) {
      await expect(set()).rejects.toThrow('must be at most 1,000,000,000,000')
    }
    await expectRightBooks()
  })

  it('does not overwrite the state that another request has set meanwhile', async () => {
    await Promise.all([
      bench.control.changeWallet('U-AN', { status: 'blocked' }),
      bench.control.changeWallet('U-AN', { tier: 'unverified' }),
      bench.control.changeMerchantAccount(account, { status: 'suspended' }),
      bench.control.changeMerchantAccount(account, { name: 'Renamed' }),
    ])

    expect(await bench.control.changeWallet('U-AN', {})).toMatchObject({
      status: 'blocked',
      tier: 'unverified',
    })
    expect(await bench.control.changeMerchantAccount(account, {})).toMatchObject({
      status: 'suspended',
      name: 'Renamed',
    })
  })
})
