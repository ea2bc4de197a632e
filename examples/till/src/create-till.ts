import { ConfigurationError, isOwnForm, limitBody, secureAnswers } from '@merchant-edge/pages'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { billRoutes } from './bills/bill-routes.ts'
import { earlierBillsRoutes } from './bills/earlier-bills-routes.ts'
import { assetRoutes } from './pages/assets.ts'
import { localeOf } from './pages/locale.ts'
import { messagePage, type MessageMore } from './pages/message-page.ts'
import { pairedOnly } from './pairing/paired-till.ts'
import { pairingRoutes } from './pairing/pairing-routes.ts'
import type { TillHono, TillPorts } from './till-hono.ts'
import { checkTillSettings, readTillSettings } from './till-settings.ts'
import { webPorts } from './web-ports.ts'

const maxFormBytes = 16_384
const bodyMs = 10_000

const silentRefreshSeconds = 5

/** Target when the checkout answers again: the page that was asked for. */
function againAt(path: string): MessageMore {
  if (path === '/till/earlier') return { path }
  const isBill = /^\/till\/bills\/[^/]+$/.test(path)
  return isBill ? { path, refreshSeconds: silentRefreshSeconds } : {}
}

/**
 * Creates a till: goods are scanned, and the customer pays by QR.
 *
 * @param ports network, clock, timers and log; those of the runtime if left out
 */
export function createTill(ports: TillPorts = webPorts): Hono<TillHono> {
  const app = new Hono<TillHono>()
  app.use(
    secureAnswers({
      scripts: true,
      manifest: true,
      dataImages: true,
      forms: ["'self'"],
      // With no-referrer, browsers would send the origin of our own forms as "null".
      referrer: 'same-origin',
    }),
  )
  app.get('/health', (c) => {
    const { environment, problems } = checkTillSettings(c.env)
    if (problems.length === 0) return c.json({ status: 'ok', environment })
    ports.log({ event: 'till_failed', message: new ConfigurationError('till', problems).message })
    return c.json({ status: 'not_configured', environment, problems }, 503)
  })
  app.use(async (c, next) => {
    c.set('ports', ports)
    c.set('settings', readTillSettings(c.env))
    await next()
  })
  app.use(
    limitBody({
      maxBytes: maxFormBytes,
      deadline: () => ports.deadline(bodyMs),
      refuse: (c, status) => {
        const locale = localeOf(c)
        return c.html(messagePage(locale, locale.messages.formUnreadable), status)
      },
    }),
  )
  app.use(async (c, next) => {
    if (isOwnForm(c, c.var.settings.tillOrigin)) return next()
    const locale = localeOf(c)
    return c.html(messagePage(locale, locale.messages.foreignForm), 403)
  })
  app.get('/', (c) => c.redirect('/till', 303))
  app.route('/', assetRoutes())
  app.get('/till/offline', (c) => {
    const locale = localeOf(c)
    const { offlineTitle, offlineText } = locale.messages
    // The page has the address that could not be loaded, so reloading it is the retry.
    return c.html(messagePage(locale, offlineTitle, { detail: offlineText, path: '' }))
  })
  app.route('/', pairingRoutes())
  app.use('/till/*', pairedOnly)
  app.route('/', billRoutes())
  app.route('/', earlierBillsRoutes())
  app.notFound((c) => {
    const locale = localeOf(c)
    return c.html(messagePage(locale, locale.messages.pageNotFound, { isFinal: true }), 404)
  })
  app.onError((error, c) => {
    const locale = localeOf(c)
    const { messages } = locale
    if (error instanceof HTTPException) {
      return c.html(messagePage(locale, error.message), error.status)
    }
    ports.log({ event: 'till_failed', message: error.message })
    return error instanceof ConfigurationError
      ? c.html(messagePage(locale, messages.notSetUp), 500)
      : c.html(messagePage(locale, messages.checkoutSilent, againAt(c.req.path)), 502)
  })
  return app
}
