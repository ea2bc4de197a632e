import { redactText } from '@merchant-edge/contract/redaction'
import { ConfigurationError, type PageSecurity, secureAnswers } from '@merchant-edge/pages'
import { type Context, Hono } from 'hono'
import { withSecurityLog } from './api/security-log.ts'
import type { CheckoutEnv } from './checkout-env.ts'
import {
  type CheckoutOptions,
  type RequestLogLine,
  runtimeBytes,
  waitFor,
  writeLogLine,
} from './checkout-options.ts'
import { dailyFileRoutes } from './daily-files/daily-file-routes.ts'
import { reconciliationRoutes } from './daily-files/reconciliation-routes.ts'
import { checkSettings } from './health/check-settings.ts'
import { healthRoutes } from './health/health-routes.ts'
import { linkCallbackRoutes } from './linked-wallets/link-callback-routes.ts'
import { linkRoutes } from './linked-wallets/link-routes.ts'
import { linkedPayRoutes } from './linked-wallets/linked-pay-routes.ts'
import { loyaltyRoutes } from './loyalty/loyalty-routes.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { assetRoutes } from './pages/assets.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { chooseLocale } from './pages/locale.ts'
import { limitPages, onlyGet } from './pages/request-limits.ts'
import { withBrand } from './pages/with-brand.ts'
import { payRoutes } from './payments/pay-routes.ts'
import { transferRoutes } from './transfers/transfer-routes.ts'

/** The page that pays with a linked wallet is the only one with forms. */
function pageSecurity({ req }: Context): PageSecurity {
  const hasForms = /^\/pay\/[^/]+\/linked$/.test(req.path)
  return { scripts: true, ...(hasForms && { forms: ["'self'"] }) }
}

function isApi(path: string): boolean {
  return /^\/(orders|loyalty|links|transfers|files|reconciliations|operator|health)(\/|$)/.test(
    path,
  )
}

/** When a setting is wrong, the log line names all wrong settings. */
function lineAbout(error: Error, env: CheckoutEnv): RequestLogLine {
  if (!(error instanceof ConfigurationError)) {
    return { event: 'request_failed', detail: redactText(String(error)) }
  }
  const { problems } = checkSettings(env)
  const all = problems.length === 0 ? error : new ConfigurationError('checkout', problems)
  return { event: 'not_configured', detail: redactText(String(all)) }
}

/**
 * Creates the Worker between the shop, its customers and the orders Worker: a JSON API for the
 * shop's backend behind a bearer secret, another for the merchant's operators behind their tokens,
 * and the customers' pages. It has no key of the merchant and no storage.
 */
export function createCheckout(options: CheckoutOptions = {}): Hono<{ Bindings: CheckoutEnv }> {
  const {
    writeLog = writeLogLine,
    now = Date.now,
    sleep = waitFor,
    randomBytes = runtimeBytes,
  } = options
  const app = new Hono<{ Bindings: CheckoutEnv }>()
  app.use(secureAnswers(pageSecurity), withSecurityLog(writeLog, now))
  app.use(withBrand(writeLog))
  app.use((c, next) => {
    c.set('sleep', sleep)
    return next()
  })
  app.route('/health', healthRoutes({ writeLog }))
  app.route('/orders', orderRoutes())
  app.route('/loyalty', loyaltyRoutes())
  app.route('/links', linkRoutes())
  app.route('/transfers', transferRoutes())
  app.route('/files', dailyFileRoutes())
  app.route('/reconciliations', reconciliationRoutes())
  app.route('/operator', operatorRoutes(randomBytes))
  app.route('/', linkCallbackRoutes())
  app.route('/', assetRoutes())
  app.use(limitPages)
  app.route('/', linkedPayRoutes({ writeLog, now }))
  for (const path of ['/pay/*', '/return/*']) app.use(path, onlyGet)
  app.route('/', payRoutes({ writeLog, now }))
  app.notFound((c) => renderErrorPage(c, chooseLocale(c), 'notFound'))
  app.onError((error, c) => {
    writeLog(lineAbout(error, c.env))
    if (!isApi(c.req.path)) return renderErrorPage(c, chooseLocale(c), 'unavailable')
    return c.json(
      {
        error: {
          reason: 'unavailable',
          message: 'The request could not be worked on.',
          remedy:
            'Send it again in a few seconds; the reason is in the log of the checkout Worker.',
        },
      },
      503,
      { 'retry-after': '5' },
    )
  })
  return app
}
