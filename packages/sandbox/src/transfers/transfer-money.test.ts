import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { walletBalance } from '../ledger/ledger.ts'

const path = '/merchant-integration/v1/money-transfer/b2c'
const account = 'EDGE-ACCOUNT-1'
let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.changeMerchantAccount(account, { status: 'active', vnd: 20_000_000 })
  await bench.control.changeWallet('U-BINH', { status: 'active', tier: 'verified', vnd: 0 })
})

function transferFields(fields: object = {}): Record<string, unknown> {
  return {
    amount: '100000',
    currency: 'VND',
    description: 'Thưởng',
    receiver_phone_number: '0900000002',
    merchant_account_id: account,
    merchant_transaction_id: freshId('t'),
    ...fields,
  }
}

function transfer(fields: object = {}) {
  return bench.call(path, { fields: transferFields(fields) })
}

async function accountVnd(): Promise<number | undefined> {
  return (await bench.control.merchantAccounts()).find(({ id }) => id === account)?.vnd
}

async function receivedVnd(): Promise<number> {
  return (await walletBalance((await bench.open()).database, 'U-BINH')).vnd
}

describe('transferMoney', () => {
  // Specification: 1.20, 1.21, 2.7.1
  it('moves money from the account to the wallet and returns the remaining balance', async () => {
    const merchant_transaction_id = freshId('t')

    const answer = await transfer({ merchant_transaction_id, amount: '150000' })

    expect(answer).toMatchObject({ status: 200, code: 200 })
    expect(answer.data).toEqual({
      transaction_id: expect.stringMatching(/^\d{20}$/),
      merchant_transaction_id,
      post_balance: 19_850_000,
    })
    expect(await accountVnd()).toBe(19_850_000)
    expect(await receivedVnd()).toBe(150_000)
  })

  it('counts the characters of an id and of a description, and not their code units', async () => {
    const merchant_transaction_id = '💰'.repeat(35)

    const answer = await transfer({ merchant_transaction_id, description: '🎁'.repeat(255) })

    expect(answer).toMatchObject({ code: 200, data: { merchant_transaction_id } })
  })

  it('is listed with its receiver', async () => {
    const merchant_transaction_id = freshId('t')
    await transfer({ merchant_transaction_id })

    const listed = (await bench.control.transfers()).filter(
      (made) => made.merchantTransactionId === merchant_transaction_id,
    )

    expect(listed).toMatchObject([
      {
        merchantName: 'Edge Books',
        walletId: 'U-BINH',
        receiverName: 'Tran Thi Binh',
        amountVnd: 100_000,
        description: 'Thưởng',
        postBalanceVnd: 19_900_000,
      },
    ])
  })

  it('moves money once when ten equal requests come at the same time', async () => {
    const fields = transferFields()

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bench.call(path, { fields })),
    )

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 4000502)).toHaveLength(9)
    expect(await accountVnd()).toBe(19_900_000)
    expect(await receivedVnd()).toBe(100_000)
  })

  it('never overdraws the account, and every post_balance is the balance after its own transfer', async () => {
    await bench.control.changeMerchantAccount(account, { vnd: 250_000 })

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => transfer({ amount: '50000' })),
    )

    const accepted = answers.filter(({ code }) => code === 200)
    const refused = answers.filter(({ code }) => code === 4000514)
    const left = accepted.map(({ data }) => Number(data['post_balance']))
    expect(left.toSorted((a, b) => b - a)).toEqual([200_000, 150_000, 100_000, 50_000, 0])
    expect(refused).toHaveLength(7)
    expect(await receivedVnd()).toBe(250_000)
  })

  it('keeps the ledger balanced', async () => {
    await transfer()
    await transfer({ amount: '30000000' })

    const check = await bench.control.ledger()

    expect(check.sums).toEqual({ VND: 0, POINT: 0 })
    expect(check.wrongAccounts).toEqual([])
  })

  it('refuses a repeated id before any other check, and leaves the id of a refused transfer usable', async () => {
    const merchant_transaction_id = freshId('t')

    const tooMuch = await transfer({ merchant_transaction_id, amount: '20000001' })
    const right = await transfer({ merchant_transaction_id })
    await bench.control.changeMerchantAccount(account, { status: 'unavailable' })
    const repeated = await transfer({ merchant_transaction_id, amount: '1' })

    expect([tooMuch.code, right.code, repeated.code]).toEqual([4000516, 200, 4000502])
  })

  it.each([
    ['an id of 36 characters', { merchant_transaction_id: 'A'.repeat(36) }, 4000502],
    ['an id of 36 emojis', { merchant_transaction_id: '💰'.repeat(36) }, 4000502],
    ['a description of 256 emojis', { description: '🎁'.repeat(256) }, 4000001],
    ['an id with a line break', { merchant_transaction_id: 'A\n1' }, 4000502],
    ['an empty id, as no id', { merchant_transaction_id: '' }, 4000001],
    ['no id', { merchant_transaction_id: undefined }, 4000001],
    ['no account', { merchant_account_id: undefined }, 4000001],
    ['an account nobody has', { merchant_account_id: 'NOBODY' }, 4000518],
    ['an account of another merchant', { merchant_account_id: 'OTHER-ACCOUNT-1' }, 4000518],
    ['another currency', { currency: 'USD' }, 4000513],
    ['a currency in small letters', { currency: 'vnd' }, 4000513],
    ['one dong too little', { amount: '9999' }, 4000515],
    ['one dong too much', { amount: '20000001' }, 4000516],
    ['a fraction', { amount: '10000.5' }, 4000001],
    ['a negative amount', { amount: '-10000' }, 4000001],
    ['an amount in scientific form', { amount: '1e5' }, 4000001],
    ['a phone number that is too short', { receiver_phone_number: '090000' }, 4000001],
    ['a phone number nobody has', { receiver_phone_number: '0911111111' }, 4000506],
    ['a blocked receiver', { receiver_phone_number: '0900000004' }, 4000507],
    ['a description of 256 characters', { description: 'x'.repeat(256) }, 4000001],
  ])('refuses %s', async (_what, fields, code) => {
    const answer = await transfer(fields)

    expect(answer.code).toBe(code)
    expect(await accountVnd()).toBe(20_000_000)
  })

  it.each([
    ['the smallest amount', { amount: '10000' }],
    ['the largest amount', { amount: '20000000' }],
    ['an id of 35 characters', { merchant_transaction_id: freshId('x').padEnd(35, 'x') }],
    ['no currency and no description', { currency: undefined, description: undefined }],
  ])('accepts %s', async (_what, fields) => {
    expect((await transfer(fields)).code).toBe(200)
  })

  it.each([
    ['suspended', 4000505],
    ['unavailable', 4000517],
    ['incomplete', 4000518],
  ] as const)('pays nothing from an account that is %s', async (status, code) => {
    await bench.control.changeMerchantAccount(account, { status })

    expect((await transfer()).code).toBe(code)
    expect(await receivedVnd()).toBe(0)
  })

  it('refuses a receiver who is not identified', async () => {
    await bench.control.changeWallet('U-BINH', { tier: 'unverified' })

    expect((await transfer()).code).toBe(4000508)
  })

  it('follows the limits that are set', async () => {
    await bench.control.setRules({ minTransferVnd: 1, maxTransferVnd: 5 })

    const codes = [
      (await transfer({ amount: '1' })).code,
      (await transfer({ amount: '5' })).code,
      (await transfer({ amount: '6' })).code,
    ]

    expect(codes).toEqual([200, 200, 4000516])
  })

  it('needs its licence', async () => {
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr'] })

    const answer = await transfer()
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr', 'transfer'] })

    expect(answer.code).toBe(4030001)
    expect((await transfer()).code).toBe(200)
  })

  it('has moved the money when the code is injected after the effect, and a repeat is refused', async () => {
    const fields = transferFields({ description: 'sandbox:5000001-after' })

    const first = await bench.call(path, { fields })
    const second = await bench.call(path, { fields: { ...fields, description: '' } })

    expect([first.code, second.code]).toEqual([5000001, 4000502])
    expect(await receivedVnd()).toBe(100_000)
  })

  it('accepts a timestamp as text and a nonce as a number', async () => {
    const nonce = `${Date.now()}${Math.trunc(Math.random() * 1e9)}`

    const answer = await bench.call(path, { fields: transferFields(), sign: { nonce } })

    expect(answer.code).toBe(200)
  })
})
