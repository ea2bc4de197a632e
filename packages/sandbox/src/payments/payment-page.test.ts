import { beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../test/page-bench.ts'
import { freshId, orderFields, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const redirect_url = 'https://merchant.example/back'
const signedIn = { phone: '0900000001', pin: '111111' }
let bench: WorkerdBench

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.setRules({})
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, points: 100, status: 'active' })
})

async function paymentPage(): Promise<{ orderId: string; page: string }> {
  const fields = orderFields({ order_reference_id: freshId('page'), redirect_url })
  const { data } = await bench.call('/merchant-integration/v1/orders/web-payment', { fields })
  return { orderId: String(data['order_id']), page: String(data['payment_url']) }
}

describe('the payment page', () => {
  it('redirects both clicks of a double click to the shop, and pays once', async () => {
    const { orderId, page } = await paymentPage()
    const pay = () => post(page, { ...signedIn, step: 'pay', choice: 'money' })

    const answers = await Promise.all([pay(), pay(), pay()])

    for (const { status, location, text } of answers) {
      expect(location === redirect_url || text.includes(`href="${redirect_url}"`)).toBe(true)
      expect([200, 303]).toContain(status)
      expect(text).not.toContain('name="choice"')
    }
    expect((await bench.control.order(orderId)).order.stage).toBe('paid')
  })

  it('does so where a one-time code is asked for', async () => {
    await bench.control.setRules({ otpAboveVnd: 1 })
    const { orderId, page } = await paymentPage()
    const asked = await post(page, { ...signedIn, step: 'pay', choice: 'money' })
    const otp = /data-otp>(\d{6})</.exec(asked.text)?.[1] ?? ''
    const pay = () => post(page, { ...signedIn, step: 'pay', choice: 'money', otp })

    const answers = await Promise.all(Array.from({ length: 6 }, pay))

    expect((await bench.control.order(orderId)).order.stage).toBe('paid')
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    for (const { location, text } of answers) {
      expect(location === redirect_url || text.includes(`href="${redirect_url}"`)).toBe(true)
    }
  })

  it.each([
    ['was paid', (orderId: string) => bench.control.pay(orderId)],
    ['was cancelled', (orderId: string) => bench.control.cancel(orderId)],
  ])('of an order that %s meanwhile says so and redirects to the shop', async (_what, end) => {
    const { orderId, page } = await paymentPage()
    await end(orderId)

    const { text } = await post(page, { ...signedIn, step: 'pay', choice: 'money' })

    expect(text).toContain(`href="${redirect_url}"`)
  })
})
