import { beforeEach, describe, expect, it } from 'vitest'
import { logIn, type MerchantSite } from '../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

// A day that is not one must not count as no day: a key would then never expire.

let bench: WorkerdBench
let site: MerchantSite

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
  site = await logIn()
})

const noDays = ['31/12/2999', '2999-02-31', '2999-13-01', 'tomorrow', '2999-12-31T10:00']

describe('a day that is typed', () => {
  it.each(noDays)('makes no key that never expires: %s', async (expires) => {
    const before = await bench.control.apiKeys()

    const answer = await site.post('/merchant/keys', { name: 'Till', expires })

    expect(answer.status).toBe(400)
    expect(await bench.control.apiKeys()).toEqual(before)
  })

  it.each(noDays)('makes no voucher that is valid at once: %s', async (from) => {
    const before = await bench.control.vouchers()

    const answer = await site.post('/merchant/vouchers', {
      merchantVoucherCode: 'TYPED',
      discountType: 'amount',
      discountValue: '1000',
      from,
      to: '2999-12-31',
    })

    expect(answer.status).toBe(400)
    expect(await bench.control.vouchers()).toEqual(before)
  })

  it('ends a key with its last second in Vietnam', async () => {
    await site.post('/merchant/keys', { name: 'Till', expires: '2999-12-31' })

    const keys = await bench.control.apiKeys()
    const end = Date.parse('2999-12-31T16:59:59Z') / 1000
    expect(keys.find(({ name }) => name === 'Till')).toMatchObject({ expiresAt: end })
  })
})
