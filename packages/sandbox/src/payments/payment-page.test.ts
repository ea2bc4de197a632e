import { beforeEach, describe, expect, it } from 'vitest'
import { get, post, submit } from '../../test/page-bench.ts'
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
    const pay = () => submit(page, { ...signedIn, step: 'pay', choice: 'money' })

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
    const asked = await submit(page, { ...signedIn, step: 'pay', choice: 'money' })
    const otp = /data-otp>(\d{6})</.exec(asked.text)?.[1] ?? ''
    const pay = () => submit(page, { ...signedIn, step: 'pay', choice: 'money', otp })

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

    const { text } = await submit(page, { ...signedIn, step: 'pay', choice: 'money' })

    expect(text).toContain(`href="${redirect_url}"`)
  })
})

describe('every form of a payment', () => {
  // A browser asks before it sends a form again, when Back or a reload leads to its answer.
  it('leads to an address, whose page shows the step without the form', async () => {
    await bench.control.setRules({ otpAboveVnd: 1 })
    const { page } = await paymentPage()
    const forms = [
      { step: 'sign-in', phone: signedIn.phone, pin: '000000' },
      { step: 'sign-in', ...signedIn },
      { step: 'pay', ...signedIn, choice: 'money' },
      { step: 'pay', ...signedIn, choice: 'money', otp: '000000' },
      { step: 'cancel' },
      { step: 'pay', ...signedIn, choice: 'money' },
    ]

    for (const fields of forms) expect((await post(page, fields)).status).toBe(303)
  })

  it('asks for the same code when its page is loaded again, and for none in another browser', async () => {
    await bench.control.setRules({ otpAboveVnd: 1 })
    const { page } = await paymentPage()
    const sent = await post(page, { ...signedIn, step: 'pay', choice: 'money' })
    const cookie = sent.headers
      .getSetCookie()
      .map((set) => set.split(';')[0] ?? '')
      .join('; ')
    const codeIn = (text: string) => /data-otp>(\d{6})</.exec(text)?.[1]

    const first = await get(sent.location ?? '', { cookie })
    const second = await get(sent.location ?? '', { cookie })
    const elsewhere = await get(sent.location ?? '')

    expect(codeIn(first.text)).toMatch(/^\d{6}$/)
    expect(codeIn(second.text)).toBe(codeIn(first.text))
    expect(codeIn(elsewhere.text)).toBeUndefined()
    expect(elsewhere.text).toContain('name="pin"')
  })

  it('keeps the sign-in for the pages of this payment only', async () => {
    const { page } = await paymentPage()

    const { headers } = await post(page, { ...signedIn, step: 'sign-in' })

    const { pathname } = new URL(page)
    expect(headers.get('set-cookie')).toContain(`; Path=${pathname};`)
    expect(headers.get('set-cookie')).toContain('HttpOnly')
  })

  it.each(['step=choose', 'step=code&choice=money', 'step=code', 'step=x&problem=%3Cb%3E'])(
    'asks to sign in at %s without a kept sign-in, or with a wrong one',
    async (query) => {
      const { page } = await paymentPage()

      for (const cookie of ['', 'sandbox_customer=0900000001%3A999999', 'sandbox_customer=%']) {
        const { status, text } = await get(`${page}&${query}`, { cookie })
        expect(status).toBe(200)
        expect(text).toContain('id="pin"')
        expect(text).not.toContain('name="choice"')
      }
    },
  )
})
