import { beforeEach, describe, expect, it } from 'vitest'
import { get as getAny, logIn, type MerchantSite } from '../../test/page-bench.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const wallet = '/merchant/wallet'
const vouchers = '/merchant/vouchers'
let bench: WorkerdBench
let site: MerchantSite

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
  // A reset deletes the API keys.
  bench = await workerdBench()
  site = await logIn()
})

async function accountVnd() {
  const accounts = await bench.control.merchantAccounts()
  return accounts.find(({ id }) => id === 'EDGE-ACCOUNT-1')?.vnd
}

describe('the wallet account', () => {
  // Specification: 1.22, 1.23
  it('shows a bank top-up as pending, then as credited, with a notice until it is read', async () => {
    const started = await site.post(`${wallet}/top-ups`, {
      accountId: 'EDGE-ACCOUNT-1',
      amountVnd: '5000000',
    })
    const before = await site.get(wallet)
    const id = (await bench.control.bankTopUps())[0]?.id ?? ''
    await site.post(`${wallet}/top-ups/credit`, { id })
    const after = await site.get(wallet)
    await site.post(`${wallet}/notices`, { id })
    const read = await site.get(wallet)

    expect(started).toMatchObject({ status: 303, location: wallet })
    expect(before.text).toContain('on its way')
    expect(before.text).not.toContain('Credited by bank transfer')
    expect(after.text).toContain('Credited by bank transfer')
    expect(await accountVnd()).toBe(25_000_000)
    expect(read.text).not.toContain('Credited by bank transfer')
    expect(read.text).toContain(id)
  })

  it('shows a top-up that is due as credited before the next tick', async () => {
    await bench.control.setRules({ bankTransferSeconds: 0 })
    await site.post(`${wallet}/top-ups`, { accountId: 'EDGE-ACCOUNT-1', amountVnd: '7' })

    const { text } = await site.get(wallet)

    expect(text).toContain('Credited by bank transfer')
    expect(await accountVnd()).toBe(20_000_007)
  })

  it.each([
    ['no amount', { accountId: 'EDGE-ACCOUNT-1', amountVnd: '' }],
    ['half a dong', { accountId: 'EDGE-ACCOUNT-1', amountVnd: '0.5' }],
    ['a text', { accountId: 'EDGE-ACCOUNT-1', amountVnd: 'much' }],
    ['an account nobody has', { accountId: 'NOBODY', amountVnd: '1' }],
  ])('says what is wrong with %s', async (_what, fields) => {
    const answer = await site.post(`${wallet}/top-ups`, fields)

    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Something is missing or wrong')
    expect(await bench.control.bankTopUps()).toEqual([])
  })

  it('refuses a form of another site', async () => {
    const fields = { accountId: 'EDGE-ACCOUNT-1', amountVnd: '5000000' }

    expect((await site.post(`${wallet}/top-ups`, fields, 'https://evil.example')).status).toBe(403)
  })

  it('and the phone of the receiver show a transfer, escaped, with three digits', async () => {
    const merchant_transaction_id = freshId('t')
    await bench.call('/merchant-integration/v1/money-transfer/b2c', {
      fields: {
        amount: '123000',
        description: '<b>Prize</b>',
        receiver_phone_number: '0900000002',
        merchant_account_id: 'EDGE-ACCOUNT-1',
        merchant_transaction_id,
      },
    })

    const [shown, phone] = [await site.get(wallet), await getAny('/phone')]

    expect(shown.text).toContain(merchant_transaction_id)
    for (const { text } of [shown, phone]) {
      expect(text).toContain('&lt;b&gt;Prize')
      expect(text).toContain('•••\u00a0002')
      expect(text).toMatch(/123,000/)
    }
    expect(phone.text).toContain('Edge Books')
    expect(phone.text).not.toContain('0900000002')
  })
})

describe('the e-vouchers', () => {
  const form = {
    merchantVoucherCode: 'NEW-5',
    discountType: 'percent',
    discountValue: '12.5',
    minOrderVnd: '0',
    from: '2090-01-01',
    to: '2090-12-31',
    storeCode: 'EDGE-STORE-2',
  }

  it('are issued for whole days in Vietnam', async () => {
    const serial = freshId('EV')

    const issued = await site.post(vouchers, { ...form, serial })

    expect(issued).toMatchObject({ status: 303, location: vouchers })
    expect((await bench.control.vouchers()).find((one) => one.serial === serial)).toMatchObject({
      merchantCode: 'EDGE',
      availableFrom: Date.parse('2089-12-31T17:00:00Z') / 1000,
      availableTo: Date.parse('2090-12-31T16:59:59Z') / 1000,
      discountValue: 12.5,
      applyInHoliday: false,
      storeCode: 'EDGE-STORE-2',
      state: 'active',
    })
    expect((await site.get(vouchers)).text).toContain(serial)
  })

  it('get a serial of their own', async () => {
    const issued = await site.post(vouchers, { ...form, storeCode: '', applyInHoliday: 'on' })

    expect(issued.status).toBe(303)
    expect((await site.get(vouchers)).text).toMatch(/V\d{16}/)
  })

  it.each([
    ['no end', { to: '' }],
    ['an end before the start', { to: '2089-01-01' }],
    ['more than 100 percent', { discountValue: '101' }],
    ['a store of another merchant', { storeCode: 'OTHER-STORE-1' }],
    ['a serial that is taken', { serial: 'EV-AMOUNT-1' }],
  ])('say what is wrong with %s', async (_what, fields) => {
    const answer = await site.post(vouchers, { ...form, ...fields })

    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Something is missing or wrong')
  })

  it('show the state of each voucher, and no voucher of another merchant', async () => {
    const { text } = await site.get(vouchers)

    for (const state of ['active', 'used', 'expired']) expect(text).toContain(`>${state}</span>`)
    expect(text).toContain('SEED-REDEEM-1')
    expect(text).not.toContain('EV-OTHER-1')
  })

  it('are shown for a merchant even when another merchant has more than a page of them', async () => {
    const later = { merchantCode: 'EDGE', merchantVoucherCode: 'MANY', discountValue: 1_000 }
    const end = Date.parse('2090-12-31T16:59:59Z') / 1000
    for (let count = 0; count < 200; count += 1) {
      await bench.control.issueVoucher({ ...later, discountType: 'amount', availableTo: end })
    }
    const { id } = await bench.control.topUpMerchantAccount('OTHER-ACCOUNT-1', { amountVnd: 5 })
    for (let count = 0; count < 200; count += 1) {
      await bench.control.topUpMerchantAccount('EDGE-ACCOUNT-1', { amountVnd: 1 })
    }
    const other = await logIn('other-master')

    expect((await other.get(vouchers)).text).toContain('EV-OTHER-1')
    expect((await other.get(wallet)).text).toContain(id)
  })

  it('can be withdrawn while they are active', async () => {
    await site.post(`${vouchers}/withdraw`, { serial: 'EV-AMOUNT-1' })
    await site.post(`${vouchers}/withdraw`, { serial: 'EV-USED-1' })
    await site.post(`${vouchers}/withdraw`, { serial: 'EV-OTHER-1' })

    const states = (await bench.control.vouchers()).map(({ serial, state }) => [serial, state])
    expect(states).toContainEqual(['EV-AMOUNT-1', 'revoked'])
    expect(states).toContainEqual(['EV-USED-1', 'used'])
    expect(states).toContainEqual(['EV-OTHER-1', 'active'])
  })
})

describe('the merchant site', () => {
  it.each(['/merchant', wallet, vouchers])(
    'marks the current page in the menu on %s',
    async (path) => {
      const { text } = await site.get(path)

      expect(text).toContain(`<a href="${path}" aria-current="page">`)
      expect(text).toMatch(/<a href="\/merchant" aria-current="(page|true)">Merchant site</)
    },
  )

  it.each([wallet, vouchers])('speaks Vietnamese on %s', async (path) => {
    const { text } = await site.get(`${path}?lang=vi`)

    expect(text).toContain('<html lang="vi">')
    expect(text).toMatch(/Tài khoản ví/)
  })
})
