import { callerOf } from '@merchant-edge/pages'
import { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import { formFields } from '../pages/form-fields.ts'
import { localeOf } from '../pages/locale.ts'
import { messagePage } from '../pages/message-page.ts'
import type { TillContext, TillHono } from '../till-hono.ts'
import { tillKey } from '../till-settings.ts'
import { pairDevice, pairedOnly, unpairDevice } from './paired-till.ts'
import { pairingPage, unpairingPage } from './pairing-page.ts'

const periodSeconds = 60

async function pair(c: TillContext): Promise<Response> {
  const locale = localeOf(c)
  const { messages } = locale
  const { settings } = c.var
  // Successful tries count too, because otherwise the right password could still be found.
  const limited = await c.env.TRY_LIMIT?.limit({ key: callerOf(c.req.raw) })
  if (limited?.success === false) {
    c.header('retry-after', String(periodSeconds))
    return c.html(messagePage(locale, messages.tooOften), 429)
  }
  const { till: [chosen = ''] = [], password: [password = ''] = [] } = await formFields(c)
  const { tills } = settings
  const till = tills.find((one) => tillKey(one) === chosen)
  if (till === undefined) {
    return c.html(pairingPage(locale, { tills, problem: messages.tillMissing }), 422)
  }
  if (!(await timingSafeEqual(password, settings.password))) {
    return c.html(pairingPage(locale, { tills, chosen, problem: messages.passwordWrong }), 403)
  }
  await pairDevice(c, till)
  return c.redirect('/till', 303)
}

/** Pairs a device with a till, and ends the pairing. */
export function pairingRoutes(): Hono<TillHono> {
  const routes = new Hono<TillHono>()
  routes.get('/till/pair', (c) => c.html(pairingPage(localeOf(c), { tills: c.var.settings.tills })))
  routes.post('/till/pair', pair)
  routes.get('/till/unpair', pairedOnly, (c) => c.html(unpairingPage(localeOf(c), c.var.till)))
  routes.post('/till/unpair', (c) => {
    unpairDevice(c)
    return c.redirect('/till/pair', 303)
  })
  return routes
}
