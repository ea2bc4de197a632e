import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { paymentPort } from './payment-port.ts'

/** The port, and the bodies that it sends to a service which answers nothing that can be read. */
function portTo(settings: Partial<typeof env> = {}) {
  const bodies: unknown[] = []
  const port = paymentPort(readSettings({ ...env, ...settings }), async (_url, init) => {
    bodies.push(await new Response(init.body ?? null).json())
    return new Response('', { status: 500 })
  })
  return { port, bodies }
}

const payment = {
  reference: 'ab-1',
  amountVnd: 50_000,
  description: '',
  expiresInMinutes: 15,
  callbackUrl: 'https://ipn.example/ipn/ab-1/token',
}

describe('extra_data', () => {
  const orderInfo = '{"table":7}'
  const extraData = { partnerCode: 'TEA', orderInfo }

  // Specification: 2.5.1, 2.5.2
  it('is an object in web payment, and text in the other calls', async () => {
    const { port, bodies } = portTo()
    const asked = { ...payment, extraData }

    await port.createWebPayment({ ...asked, redirectUrl: 'https://checkout.example/return/1' })
    const ofWeb = bodies.splice(0)
    await port.createTqrOrder(asked)
    await port.createAppPayment(asked)

    const wire = { partner_code: 'TEA', order_info: orderInfo }
    const text = '{"partner_code":"TEA","order_info":"{\\"table\\":7}"}'
    expect(ofWeb[0]).toMatchObject({ extra_data: wire })
    expect(bodies.length).toBeGreaterThan(1)
    for (const body of bodies) expect(body).toMatchObject({ extra_data: text })
  })

  it('has the configured partner code when the order has none', async () => {
    const { port, bodies } = portTo({ PARTNER_CODE: 'BOOKS' })

    await port.createTqrOrder({ ...payment, extraData: { orderInfo } })

    expect(bodies[0]).toMatchObject({
      extra_data: '{"partner_code":"BOOKS","order_info":"{\\"table\\":7}"}',
    })
  })

  it('is not sent when the order has none', async () => {
    const { port, bodies } = portTo()

    await port.createTqrOrder(payment)

    expect(bodies[0]).not.toHaveProperty('extra_data')
  })
})

describe('a refund', () => {
  it('names the operator', async () => {
    const { port, bodies } = portTo()

    await port.refundOrder({
      refundId: 'R1',
      originalReference: 'ab-1',
      vnd: 1000,
      points: 0,
      staffId: 'S1',
      staffName: 'Nguyễn Thị Lan',
    })

    expect(bodies[0]).toMatchObject({
      merchant_user_id: 'S1',
      merchant_user_name: 'Nguyễn Thị Lan',
    })
  })
})
