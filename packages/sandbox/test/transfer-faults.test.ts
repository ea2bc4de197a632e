import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'
import { callByHand } from './node-bench.ts'

// Goal: a transfer whose answer is lost has moved money exactly once. Method: the answer is spoilt
// over real HTTP, the same transfer is sent again, the balances are read.

const path = '/merchant-integration/v1/money-transfer/b2c'
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  await sandbox.control.reset()
  await sandbox.control.setRules({ hangSeconds: 1 })
})

function transfer(description: string): Record<string, unknown> {
  return {
    amount: '250000',
    currency: 'VND',
    description,
    receiver_phone_number: '0900000002',
    merchant_account_id: 'EDGE-ACCOUNT-1',
    merchant_transaction_id: randomUUID().slice(0, 35),
  }
}

async function balances() {
  const wallet = (await sandbox.control.wallets()).find(({ id }) => id === 'U-BINH')
  const accounts = await sandbox.control.merchantAccounts()
  const account = accounts.find(({ id }) => id === 'EDGE-ACCOUNT-1')
  return { wallet: wallet?.vnd, account: account?.vnd }
}

const moved = { wallet: 2_250_000, account: 19_750_000 }
const unmoved = { wallet: 2_000_000, account: 20_000_000 }

describe('a transfer whose answer is lost', () => {
  it.each(['timeout-after', 'html', 'empty', 'truncate'])(
    'by %s has moved money once, and the repeat is refused',
    async (spoil) => {
      const fields = transfer(`sandbox:${spoil}`)

      const first = await callByHand(sandbox, path, { fields })
      const second = await callByHand(sandbox, path, { fields })

      expect(first.code).toBeNaN()
      expect(second.code).toBe(4000502)
      expect(await balances()).toEqual(moved)
    },
  )

  it('by reset has moved money once', async () => {
    const fields = transfer('sandbox:reset')

    await expect(callByHand(sandbox, path, { fields })).rejects.toThrow()

    expect((await callByHand(sandbox, path, { fields })).code).toBe(4000502)
    expect(await balances()).toEqual(moved)
  })

  it('by a hang has moved nothing, and the same id may be sent again', async () => {
    const fields = transfer('sandbox:hang')
    const signal = AbortSignal.timeout(300)

    await expect(callByHand(sandbox, path, { fields, signal })).rejects.toThrow('timeout')

    expect(await balances()).toEqual(unmoved)
    const again = await callByHand(sandbox, path, { fields: { ...fields, description: '' } })
    expect(again.code).toBe(200)
    expect(await balances()).toEqual(moved)
  })
})

describe('an injected code', () => {
  it('moves nothing, and with -once is answered only once for the same id', async () => {
    const fields = transfer('sandbox:5000001-once')

    const first = await callByHand(sandbox, path, { fields })
    const between = await balances()
    const second = await callByHand(sandbox, path, { fields })

    expect([first.code, second.code]).toEqual([5000001, 200])
    expect(between).toEqual(unmoved)
    expect(await balances()).toEqual(moved)
  })

  it('comes from X-Request-ID for vouchers, before the effect', async () => {
    const fields = {
      store_code: sandbox.storeCode,
      pos_code: sandbox.posCode,
      serial_number: 'EV-AMOUNT-1',
      redeem_ref_id: 'R-1',
      merchant_staff_id: 9,
      merchant_code: sandbox.merchantCode,
      merchant_voucher_code: 'BOOKS-50K',
      merchant_reference_id: 'A-1',
    }
    const markUsed = '/merchant-integration/v1/e-voucher/mark-used'

    const refused = await callByHand(sandbox, markUsed, { fields, requestId: 'sandbox:5000001' })
    const accepted = await callByHand(sandbox, markUsed, { fields })

    expect([refused.code, accepted.code]).toEqual([5000001, 200])
  })
})
