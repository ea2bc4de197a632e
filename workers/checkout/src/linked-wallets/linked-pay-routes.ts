import type { LinkedPaymentOutcome } from '@merchant-edge/orders/api'
import { newCodeAt } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import { checkoutUrl } from '../api/checkout-url.ts'
import { isOrderId } from '../api/order-id.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { chooseLocale } from '../pages/locale.ts'
import { orderKey, useOfOrderKey } from '../payments/order-key.ts'
import { linkedPath, orderPaths } from '../payments/order-paths.ts'
import { publicOrder } from '../payments/public-order.ts'
import { noticeAfter, readForm, readWish, type Wish } from './linked-form.ts'
import { linkedNotices, linkedPage } from './linked-page.ts'
import { linkedStep } from './linked-step.ts'

type PayContext = Context<{ Bindings: CheckoutEnv }>

/** Whether another site sent the form, according to `Sec-Fetch-Site` and `Origin`. */
function isFromElsewhere(c: PayContext): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin'
  // With a no-referrer policy the browser sends the Origin "null" even for its own forms.
  const origin = c.req.header('origin') ?? 'null'
  return origin !== 'null' && origin !== checkoutUrl(c.env)
}

/** Whether an order key allows charging the linked wallet of the order's customer. */
async function maySpend(c: PayContext, id: string, key: string): Promise<boolean> {
  const { env } = c
  if ((await useOfOrderKey(env, id, key)) === 'linked-payment') return true
  if (key !== '') c.var.securityLog('order_key_wrong', { orderId: id })
  return false
}

function carryOut(c: PayContext, id: string, wish: Wish): Promise<LinkedPaymentOutcome> {
  const { PUBLIC_PAGES } = c.env
  if (wish.kind === 'new_code') return PUBLIC_PAGES.requestNewCode(id)
  return wish.kind === 'code'
    ? PUBLIC_PAGES.confirmOtp(id, wish.otp)
    : PUBLIC_PAGES.payWithLink(id, wish.points)
}

/** Whether the code that a payment waits for was asked for so lately that no new one is sent. */
async function isTooSoon(c: PayContext, id: string, nowSeconds: number): Promise<boolean> {
  const order = await c.env.PUBLIC_PAGES.find(id)
  const awaiting = order?.attempts.findLast(({ state }) => state === 'awaiting_otp')
  return awaiting !== undefined && newCodeAt(awaiting.createdAt) > nowSeconds
}

/**
 * The page on which a customer pays with the linked wallet. Opening it charges nothing; only the
 * button and the one-time code do. The key in the address comes from the shop; each form sends it
 * back, so that no other site can send a form.
 */
export function linkedPayRoutes({
  writeLog,
  now,
}: Required<Pick<CheckoutOptions, 'writeLog' | 'now'>>): Hono<{ Bindings: CheckoutEnv }> {
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
    const notice = linkedNotices.find((known) => known === c.req.query('notice'))
    const shown = { order: publicOrder(order, paymentKey), key, step }
    const payment = { ...shown, ...(notice !== undefined && { notice }) }
    return c.html(linkedPage(payment, locale, nowSeconds()))
  })

  routes.post('/pay/:id/linked', async (c) => {
    const locale = chooseLocale(c)
    const id = c.req.param('id')
    const form = await readForm(c, locale)
    if (form instanceof Response) return form
    const key = form.get('key') ?? ''
    if (!isOrderId(id) || !(await maySpend(c, id, key))) {
      return renderErrorPage(c, locale, 'notFound')
    }
    if (isFromElsewhere(c)) {
      c.var.securityLog('foreign_form', { orderId: id })
      return renderErrorPage(c, locale, 'notFound')
    }
    const here = linkedPath(id, key)
    const wish = readWish(form)
    if (typeof wish === 'string') return c.redirect(`${here}&notice=${wish}`, 303)
    if (wish.kind === 'new_code' && (await isTooSoon(c, id, nowSeconds()))) {
      return c.redirect(`${here}&notice=too_soon`, 303)
    }
    const outcome = await carryOut(c, id, wish)
    if (outcome.outcome === 'failed') {
      const { code, reason } = outcome
      writeLog({ event: 'payment_not_started', orderId: id, code, reason })
    }
    const notice = noticeAfter(outcome, wish.kind)
    if (notice !== undefined) return c.redirect(`${here}&notice=${notice}`, 303)
    const isOver = ['paid', 'held', 'closed'].includes(outcome.outcome)
    if (!isOver) return c.redirect(here, 303)
    return c.redirect(orderPaths(id, await orderKey(c.env, 'payment', id)).status, 303)
  })

  routes.all('/pay/:id/linked', (c) => c.text('method not allowed', 405, { allow: 'GET, POST' }))
  return routes
}
