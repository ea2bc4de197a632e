import { otpRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import { isOrderId } from '../api/order-id.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { chooseLocale } from '../pages/locale.ts'
import { orderKey, useOfOrderKey } from '../payments/order-key.ts'
import { linkedPath, orderPaths } from '../payments/order-paths.ts'
import { publicOrder } from '../payments/public-order.ts'
import { type LinkedNotice, linkedPage } from './linked-page.ts'
import { linkedStep } from './linked-step.ts'

type PayContext = Context<{ Bindings: CheckoutEnv }>

const notices: ReadonlySet<string> = new Set(['wrong', 'failed'] satisfies LinkedNotice[])

function noticeOf(text: string | undefined): LinkedNotice | undefined {
  if (text === undefined || !notices.has(text)) return undefined
  return text === 'wrong' ? 'wrong' : 'failed'
}

const formFields: ReadonlySet<string> = new Set(['key', 'otp'])

/** Whether another site sent the form: browsers say so in `Sec-Fetch-Site`. */
function isFromElsewhere(c: PayContext): boolean {
  const site = c.req.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin'
}

/** Whether a key lets its sender charge the linked wallet of an order's customer. */
async function maySpend({ env }: PayContext, id: string, key: string): Promise<boolean> {
  return (await useOfOrderKey(env, id, key)) === 'linked-payment'
}

/**
 * The page on which a customer pays with the linked wallet. Opening it charges nothing: a button does,
 * and the one-time code after it. The key in the address is what the shop gave to its customer; it goes
 * back with each form, so that no other site can send one.
 */
export function linkedPayRoutes({
  writeLog,
  now,
}: Required<CheckoutOptions>): Hono<{ Bindings: CheckoutEnv }> {
  const nowSeconds = (): number => Math.floor(now() / 1000)
  const routes = new Hono<{ Bindings: CheckoutEnv }>()

  routes.get('/pay/:id/linked', async (c) => {
    if (c.req.raw.method !== 'GET') return c.text('method not allowed', 405, { allow: 'GET, POST' })
    const locale = chooseLocale(c)
    const id = c.req.param('id')
    const key = c.req.query('key') ?? ''
    const isAllowed = isOrderId(id) && (await maySpend(c, id, key))
    const order = isAllowed ? await c.env.PUBLIC_PAGES.find(id) : null
    if (order === null) return renderErrorPage(c, locale, 'notFound')
    const { linkedCustomerId } = order
    const link =
      linkedCustomerId === undefined ? null : await c.env.PUBLIC_PAGES.findLink(linkedCustomerId)
    const step = linkedStep(order, link, nowSeconds())
    const paymentKey = await orderKey(c.env, 'payment', id)
    if (step.step === 'closed') return c.redirect(orderPaths(id, paymentKey).status, 303)
    const notice = noticeOf(c.req.query('notice'))
    const shown = { order: publicOrder(order, paymentKey), key, step }
    const payment = { ...shown, ...(notice !== undefined && { notice }) }
    return c.html(linkedPage(payment, locale, nowSeconds()))
  })

  routes.post('/pay/:id/linked', async (c) => {
    const locale = chooseLocale(c)
    const id = c.req.param('id')
    const form = await c.req.parseBody()
    if (!Object.keys(form).every((field) => formFields.has(field))) {
      return c.text('The form has a field that this address does not take.', 400)
    }
    const { key, otp } = form
    const isAllowed = isOrderId(id) && typeof key === 'string' && (await maySpend(c, id, key))
    if (!isAllowed || typeof key !== 'string' || isFromElsewhere(c)) {
      return renderErrorPage(c, locale, 'notFound')
    }
    const here = linkedPath(id, key)
    const isCode = otp !== undefined
    if (
      isCode &&
      (typeof otp !== 'string' || !otpRules.otp.pattern.test(otp.replaceAll(/[\s-]/g, '')))
    ) {
      return c.redirect(`${here}&notice=wrong`, 303)
    }
    const outcome =
      typeof otp === 'string'
        ? await c.env.PUBLIC_PAGES.confirmOtp(id, otp.replaceAll(/[\s-]/g, ''))
        : await c.env.PUBLIC_PAGES.payWithLink(id)
    if (outcome.outcome === 'failed') {
      const { code, reason } = outcome
      writeLog({ event: 'payment_not_started', orderId: id, code, reason })
      return c.redirect(`${here}&notice=failed`, 303)
    }
    if (outcome.outcome === 'otp_needed' && outcome.wasWrong) {
      return c.redirect(`${here}&notice=wrong`, 303)
    }
    const isOver = ['paid', 'held', 'closed'].includes(outcome.outcome)
    if (!isOver) return c.redirect(here, 303)
    return c.redirect(orderPaths(id, await orderKey(c.env, 'payment', id)).status, 303)
  })

  routes.all('/pay/:id/linked', (c) => c.text('method not allowed', 405, { allow: 'GET, POST' }))
  return routes
}
