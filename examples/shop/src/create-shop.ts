import { webPorts, type SignOnPorts } from '@merchant-edge/oidc'
import { limitBody, paperStyles, secureAnswers, type PageSecurity } from '@merchant-edge/pages'
import { Hono } from 'hono'
import { accountRoutes } from './account/account-routes.ts'
import { forgetOnSignOut } from './account/sign-out.ts'
import { forgetEndedSessions, shopSignOn } from './account/sign-on.ts'
import { basketRoutes } from './basket/basket-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { receiveWebhook } from './orders/receive-webhook.ts'
import {
  answerFailure,
  programPaths,
  reportToLog,
  type ReportFailure,
} from './pages/failed-page.ts'
import { localeOf } from './pages/locale.ts'
import { messagePage } from './pages/message-page.ts'
import { ownFormsOnly } from './pages/own-forms.ts'
import { refuseForm } from './pages/refused-form.ts'
import { limitRate, limitTries } from './pages/request-limits.ts'
import { styles } from './pages/styles.ts'
import type { ShopEnv } from './shop-env.ts'
import type { ShopHono } from './shop-hono.ts'
import { openShop, type Shop } from './shop.ts'
import { prepareOrderExtras } from './store/order-extras.ts'
import { prepareShopOrders } from './store/shop-orders.ts'

/** Limit for events, which must be read before their signature can be checked. */
const maxEventBytes = 262_144
const maxFormBytes = 16_384
const bodyMs = 10_000

/**
 * The content security policy; forms that buy, link or sign out are redirected to the checkout or
 * to the wallet.
 */
function pageSecurity({ CHECKOUT_URL, AUTH_URL, WALLET_URL = AUTH_URL }: ShopEnv): PageSecurity {
  const others = [CHECKOUT_URL, AUTH_URL, WALLET_URL].map((url) => new URL(url).origin)
  return {
    dataImages: true,
    forms: ["'self'", ...new Set(others)],
    // With no-referrer, browsers would send the origin of our own forms as "null".
    referrer: 'same-origin',
  }
}

/**
 * Creates a small bookshop that takes wallet payments.
 *
 * @param ports network, clock and timers; those of the runtime if left out
 * @param report receives unexpected errors; the log of the Worker if left out
 */
export function createShop(
  ports: SignOnPorts = webPorts,
  report: ReportFailure = reportToLog,
): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  let kept: Shop | undefined
  let isPrepared = false

  const shopOf = (env: ShopEnv): Shop => {
    kept = kept?.env.DB === env.DB ? kept : openShop(env, ports)
    return kept
  }

  const signOn = shopSignOn(shopOf)

  app.use(secureAnswers((c) => pageSecurity(c.env)))
  app.use(async (c, next) => {
    c.set('shop', shopOf(c.env))
    if (!isPrepared) {
      await prepareOrderExtras(c.env.DB)
      await prepareShopOrders(c.env.DB)
    }
    isPrepared = true
    await next()
  })
  app.use(
    limitBody((c) => ({
      maxBytes: c.req.path === '/webhooks' ? maxEventBytes : maxFormBytes,
      deadline: () => ports.deadline(bodyMs),
      ...(!programPaths.has(c.req.path) && {
        refuse: (refused, status) => refuseForm(refused, 'formUnreadable', status),
      }),
    })),
  )
  app.post('/webhooks', receiveWebhook)
  app.get('/styles.css', (c) =>
    c.body(paperStyles + styles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.post('/auth/back-channel-logout', signOn.session)
  app.use(limitRate)
  app.use(ownFormsOnly)
  app.use('/auth/sign-out', forgetOnSignOut)
  app.use('/auth/callback', forgetEndedSessions)
  app.use(signOn.session)
  app.use('/voucher', limitTries)
  app.use('/account/link', limitTries)
  app.route('/', basketRoutes())
  app.route('/', orderRoutes())
  app.route('/', accountRoutes())
  app.notFound((c) => {
    const locale = localeOf(c)
    return c.html(messagePage(locale, { path: '/', text: locale.messages.pageNotFound }), 404)
  })
  app.onError((error, c) => answerFailure(error, c, report))
  return app
}
