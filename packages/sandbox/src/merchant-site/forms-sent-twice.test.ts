import { beforeEach, describe, expect, it } from 'vitest'
import { logIn, type MerchantSite } from '../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

// Goal: a double click acts once. Method: the form of the page is sent twice, in sequence and at
// the same time, and the entries in the lists of the control API are counted.

let bench: WorkerdBench
let site: MerchantSite

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
  site = await logIn()
})

const day = '2999-12-31'
const forms = [
  {
    what: 'a transfer from the bank',
    page: '/merchant/wallet',
    action: '/merchant/wallet/top-ups',
    fields: { accountId: 'EDGE-ACCOUNT-1', amountVnd: '250000' },
    other: { amountVnd: '260000' },
    count: async () => (await bench.control.bankTopUps()).length,
    made: 1,
  },
  {
    what: 'a voucher',
    page: '/merchant/vouchers',
    action: '/merchant/vouchers',
    fields: {
      merchantVoucherCode: 'V-1',
      discountType: 'amount',
      discountValue: '1000',
      to: day,
      serial: '',
    },
    other: { discountValue: '2000' },
    count: async () => (await bench.control.vouchers()).length,
    made: 1,
  },
  {
    what: 'a voucher whose serial was typed',
    page: '/merchant/vouchers',
    action: '/merchant/vouchers',
    fields: {
      merchantVoucherCode: 'V-1',
      discountType: 'percent',
      discountValue: '5',
      to: day,
      serial: 'MY-SERIAL-1',
    },
    other: { discountValue: '6' },
    count: async () => (await bench.control.vouchers()).length,
    made: 1,
  },
  {
    what: 'gift codes',
    page: '/merchant/loyalty',
    action: '/merchant/loyalty/gift-codes',
    fields: { cardType: '500', quantity: '40', expireDate: '' },
    other: { quantity: '41' },
    count: async () =>
      (await bench.control.giftCodes()).find(({ cardType }) => cardType === '500')?.inStock ?? 0,
    made: 40,
  },
]

async function formIdOn(page: string): Promise<string> {
  const { text } = await site.get(page)
  return /name="formId" value="(F-\d{20})"/.exec(text)?.[1] ?? ''
}

describe('a form that is sent twice', () => {
  it.each(forms)('makes $what once', async ({ page, action, fields, count, made }) => {
    const before = await count()
    const sent = { ...fields, formId: await formIdOn(page) }

    const first = await site.post(action, sent)
    const again = await site.post(action, sent)

    expect([first.status, again.status, again.location]).toEqual([303, 303, page])
    expect((await count()) - before).toBe(made)
  })

  it.each(forms)(
    'at the same time makes $what once',
    async ({ page, action, fields, count, made }) => {
      const before = await count()
      const sent = { ...fields, formId: await formIdOn(page) }

      const answers = await Promise.all(Array.from({ length: 5 }, () => site.post(action, sent)))

      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
      expect((await count()) - before).toBe(made)
    },
  )

  it.each(forms)(
    'with other fields makes no second $what, and says so',
    async ({ page, action, fields, other, count, made }) => {
      const before = await count()
      const sent = { ...fields, formId: await formIdOn(page) }
      await site.post(action, sent)

      const changed = await site.post(action, { ...sent, ...other })

      expect(changed.status).toBe(400)
      expect(changed.text).toContain('Your changes were not')
      expect((await count()) - before).toBe(made)
    },
  )

  it.each(forms)('has a new id on the next page: $what', async ({ page, action, ...form }) => {
    const before = await form.count()
    await site.post(action, { ...form.fields, formId: await formIdOn(page) })
    const fields = { ...form.fields, ...('serial' in form.fields && { serial: 'ANOTHER-1' }) }

    await site.post(action, { ...fields, formId: await formIdOn(page) })

    expect((await form.count()) - before).toBe(2 * form.made)
  })

  it('makes a store once, and says that its code is taken', async () => {
    const store = { code: 'EDGE-STORE-9', name: 'Ninth' }

    const statuses = [
      (await site.post('/merchant/stores', store)).status,
      (await site.post('/merchant/stores', store)).status,
      (await site.post('/merchant/stores', { ...store, name: 'Another' })).status,
    ]

    expect(statuses).toEqual([303, 303, 400])
  })

  it('leaves its id usable when its fields are refused', async () => {
    const formId = await formIdOn('/merchant/wallet')
    const fields = { accountId: 'EDGE-ACCOUNT-1', formId }

    const refused = await site.post('/merchant/wallet/top-ups', { ...fields, amountVnd: '0' })
    const right = await site.post('/merchant/wallet/top-ups', { ...fields, amountVnd: '1' })

    expect([refused.status, right.status]).toEqual([400, 303])
  })
})
