import { webPorts, type SignOnPorts } from '@merchant-edge/oidc'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { secureHeaders } from 'hono/secure-headers'
import { accountRoutes } from './account/account-routes.ts'
import { forgetOnSignOut } from './account/sign-out.ts'
import { shopSignOn } from './account/sign-on.ts'
import { adminRoutes } from './back-office/admin-routes.ts'
import { basketRoutes } from './basket/basket-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { receiveWebhook } from './orders/receive-webhook.ts'
import { localeOf } from './pages/locale.ts'
import { messagePage } from './pages/message-page.ts'
import { styles } from './pages/styles.ts'
import type { ShopEnv } from './shop-env.ts'
import type { ShopHono } from './shop-hono.ts'
import { openShop, type Shop } from './shop.ts'
import { prepareOrderExtras } from './store/order-extras.ts'
import { prepareShopOrders } from './store/shop-orders.ts'

/** An event is read before its signature can be checked. */
const largestEventBytes = 262_144

/**
 * Makes a small bookshop that is paid with the wallet.
 *
 * @param ports network, clock and timers; those of the runtime when left out
 */
export function createShop(ports: SignOnPorts = webPorts): Hono<ShopHono> {
  const app = new Hono<ShopHono>()
  let kept: Shop | undefined
  let isPrepared = false

  const shopOf = (env: ShopEnv): Shop => {
    kept = kept?.env.DB === env.DB ? kept : openShop(env, ports)
    return kept
  }

  app.use(async (c, next) => {
    c.set('shop', shopOf(c.env))
    if (!isPrepared) {
      await prepareOrderExtras(c.env.DB)
      await prepareShopOrders(c.env.DB)
    }
    isPrepared = true
    await next()
  })
  app.post('/webhooks', bodyLimit({ maxSize: largestEventBytes }), receiveWebhook)
  // Before the checks of our own forms: the identity server posts its logout notices here.
  app.use('/auth/sign-out', forgetOnSignOut)
  app.use(shopSignOn(shopOf).session)
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      // no-referrer would make browsers send the origin of our own forms as "null".
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
    csrf(),
  )
  app.get('/styles.css', (c) =>
    c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  )
  app.route('/', basketRoutes())
  app.route('/', orderRoutes())
  app.route('/', accountRoutes())
  app.route('/', adminRoutes())
  app.notFound((c) => {
    const locale = localeOf(c)
    return c.html(messagePage(locale, { path: '/', text: locale.messages.pageNotFound }), 404)
  })
  return app
}
