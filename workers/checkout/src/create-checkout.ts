import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { dailyFileRoutes } from './api/daily-file-routes.ts'
import { linkRoutes } from './api/link-routes.ts'
import { loyaltyRoutes } from './api/loyalty-routes.ts'
import { orderRoutes } from './api/order-routes.ts'
import { reconciliationRoutes } from './api/reconciliation-routes.ts'
import { transferRoutes } from './api/transfer-routes.ts'
import type { CheckoutEnv } from './checkout-env.ts'
import type { CheckoutOptions } from './checkout-options.ts'
import { ConfigurationError } from './configuration-error.ts'
import { answerTrouble } from './customer/answer-trouble.ts'
import { limitRate } from './customer/limit-rate.ts'
import { linkCallbackRoutes } from './customer/link-callback-routes.ts'
import { linkedPayRoutes } from './customer/linked-pay-routes.ts'
import { onlyGet } from './customer/only-get.ts'
import { payRoutes } from './customer/pay-routes.ts'
import { writeLogLine } from './log-line.ts'
import { assetRoutes } from './pages/asset-routes.ts'
import { chooseLanguage } from './pages/language.ts'

const largestFormBytes = 4_096
const none = ["'none'"]
const self = ["'self'"]

function securityWith(formAction: string[]): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      imgSrc: self,
      connectSrc: self,
      formAction,
      baseUri: none,
      frameAncestors: none,
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: 'max-age=63072000',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  })
}

const withoutForms = securityWith(none)
const withForms = securityWith(self)

/** The page that pays with a linked wallet is the only one with forms. */
const security: MiddlewareHandler = (c, next) =>
  /^\/pay\/[^/]+\/linked$/.test(c.req.path) ? withForms(c, next) : withoutForms(c, next)

const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}

const limitForm: MiddlewareHandler = bodyLimit({
  maxSize: largestFormBytes,
  onError: (c) => answerTrouble(c, chooseLanguage(c), 'missing'),
})

function isApi(path: string): boolean {
  return /^\/(orders|loyalty|links|transfers|files|reconciliations)(\/|$)/.test(path)
}

/**
 * The Worker between the shop, its customers and the orders: a JSON API for the shop's backend behind
 * a bearer secret, and the customers' pages. It holds no key and writes nothing itself.
 */
export function createCheckout(options: CheckoutOptions = {}): Hono<{ Bindings: CheckoutEnv }> {
  const { writeLog = writeLogLine, now = Date.now } = options
  const app = new Hono<{ Bindings: CheckoutEnv }>()
  app.use(security, noStore)
  app.get('/health', (c) => c.text('ok'))
  app.route('/orders', orderRoutes())
  app.route('/loyalty', loyaltyRoutes())
  app.route('/links', linkRoutes())
  app.route('/transfers', transferRoutes())
  app.route('/files', dailyFileRoutes())
  app.route('/reconciliations', reconciliationRoutes())
  app.route('/', linkCallbackRoutes())
  app.route('/', assetRoutes())
  app.use('/pay/:id/linked', limitRate, limitForm)
  app.route('/', linkedPayRoutes({ writeLog, now }))
  for (const path of ['/pay/*', '/return/*']) app.use(path, onlyGet, limitRate)
  app.route('/', payRoutes({ writeLog, now }))
  app.notFound((c) => answerTrouble(c, chooseLanguage(c), 'missing'))
  app.onError((error, c) => {
    const event = error instanceof ConfigurationError ? 'not_configured' : 'request_failed'
    writeLog({ event, detail: String(error) })
    if (!isApi(c.req.path)) return answerTrouble(c, chooseLanguage(c), 'unavailable')
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
