import type { LinkedPaymentOutcome } from '@merchant-edge/orders/api'
import { otpRules } from '@merchant-edge/orders/rules'
import { type Context, Hono } from 'hono'
import { checkoutUrl } from '../api/checkout-url.ts'
import { isOrderId } from '../api/order-id.ts'
import { BodyError, bodyType, readBody } from '../api/read-body.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { CheckoutOptions } from '../checkout-options.ts'
import { renderBadForm, renderErrorPage } from '../pages/error-page.ts'
import { chooseLocale, type Locale } from '../pages/locale.ts'
import { orderKey, useOfOrderKey } from '../payments/order-key.ts'
import { linkedPath, orderPaths } from '../payments/order-paths.ts'
import { publicOrder } from '../payments/public-order.ts'
import { type LinkedNotice, linkedPage } from './linked-page.ts'
import { linkedStep } from './linked-step.ts'

type PayContext = Context<{ Bindings: CheckoutEnv }>

const notices: readonly LinkedNotice[] = ['wrong', 'unchecked', 'failed', 'points', 'not_done']

function noticeOf(text: string | undefined): LinkedNotice | undefined {
  return notices.find((notice) => notice === text)
}

/**
 * Notice about a form without success; none when the next step shows it.
 *
 * @param typed what the customer sent: a one-time code, or the wish to pay
 */
function noticeAfter(
  outcome: LinkedPaymentOutcome,
  typed: 'code' | 'payment',
): LinkedNotice | undefined {
  if (outcome.outcome === 'failed') {
    return outcome.reason === 'too_many_points' ? 'points' : 'failed'
  }
  if (outcome.outcome === 'otp_needed') {
    if (outcome.wasWrong) return 'wrong'
    return typed === 'code' ? 'unchecked' : undefined
  }
  return outcome.outcome === 'busy' ? 'not_done' : undefined
}

const maxFormBytes = 4_096
const formFields: ReadonlySet<string> = new Set(['key', 'otp', 'points'])

/** Reads the form of the page; returns the answer that refuses it when it is not valid. */
async function readForm(
  c: PayContext,
  locale: Locale,
): Promise<ReadonlyMap<string, string> | Response> {
  if (bodyType(c) !== 'application/x-www-form-urlencoded') {
    return renderBadForm(c, locale, 415)
  }
  let bytes: Uint8Array
  try {
    bytes = await readBody(c, maxFormBytes)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    const status = { too_large: 413, too_slow: 408, broken_off: 400 } as const
    return renderBadForm(c, locale, status[error.problem])
  }
  const fields = [...new URLSearchParams(new TextDecoder().decode(bytes))]
  const form = new Map(fields)
  const isKnown = fields.every(([field]) => formFields.has(field))
  if (isKnown && form.size === fields.length) return form
  return renderBadForm(c, locale, 400)
}

/** Parses the typed points; `undefined` for none. */
function readPoints(text = ''): number | 'wrong' | undefined {
  const typed = text.trim()
  if (/^0*$/.test(typed)) return undefined
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 'wrong'
}

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
    const notice = noticeOf(c.req.query('notice'))
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
    const otp = form.get('otp')?.replaceAll(/[\s-]/g, '')
    if (otp !== undefined && !otpRules.otp.pattern.test(otp)) {
      return c.redirect(`${here}&notice=wrong`, 303)
    }
    const points = readPoints(form.get('points'))
    if (points === 'wrong') return c.redirect(`${here}&notice=points`, 303)
    const outcome =
      otp === undefined
        ? await c.env.PUBLIC_PAGES.payWithLink(id, points)
        : await c.env.PUBLIC_PAGES.confirmOtp(id, otp)
    if (outcome.outcome === 'failed') {
      const { code, reason } = outcome
      writeLog({ event: 'payment_not_started', orderId: id, code, reason })
    }
    const notice = noticeAfter(outcome, otp === undefined ? 'payment' : 'code')
    if (notice !== undefined) return c.redirect(`${here}&notice=${notice}`, 303)
    const isOver = ['paid', 'held', 'closed'].includes(outcome.outcome)
    if (!isOver) return c.redirect(here, 303)
    return c.redirect(orderPaths(id, await orderKey(c.env, 'payment', id)).status, 303)
  })

  routes.all('/pay/:id/linked', (c) => c.text('method not allowed', 405, { allow: 'GET, POST' }))
  return routes
}
