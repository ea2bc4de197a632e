import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { secureHeaders } from 'hono/secure-headers'
import { accountRoutes } from './account/account-routes.ts'
import { adminRoutes } from './back-office/admin-routes.ts'
import { basketRoutes } from './basket/basket-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { prepareOrderExtras } from './store/order-extras.ts'
import { messagePage } from './pages/message-page.ts'
import { localeOf } from './pages/locale.ts'
import { styles } from './pages/styles.ts'
import { receiveWebhook } from './orders/receive-webhook.ts'
import { prepareShopOrders } from './store/shop-orders.ts'
import { shopSignOn, type ShopHono } from './account/sign-on.ts'

const app = new Hono<ShopHono>()
let isPrepared = false
/** An event is read before its signature can be checked. */
const largestEventBytes = 262_144

app.use(async (c, next) => {
  if (!isPrepared) {
    await prepareOrderExtras(c.env.DB)
    await prepareShopOrders(c.env.DB)
  }
  isPrepared = true
  await next()
})
app.post('/webhooks', bodyLimit({ maxSize: largestEventBytes }), receiveWebhook)
// Before the checks of our own forms: the identity server posts its logout notices here.
app.use(shopSignOn.session)
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
  return c.html(messagePage(locale, '/', locale.messages.orderNotFound), 404)
})

/** A small bookshop that is paid with the wallet. */
export default app
