import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { languageDetector } from 'hono/language'
import { secureHeaders } from 'hono/secure-headers'
import { accountRoutes } from './account-routes.ts'
import { adminRoutes } from './admin-routes.ts'
import { buyRoutes } from './buy-routes.ts'
import { prepareOrderExtras } from './order-extras.ts'
import { messagePage } from './pages/message-page.ts'
import { speechOf } from './pages/speech.ts'
import { styles } from './pages/styles.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { prepareShopOrders } from './shop-orders.ts'
import { shopSignOn, type ShopHono } from './sign-on.ts'

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
  languageDetector({
    supportedLanguages: ['vi', 'en'],
    fallbackLanguage: 'en',
    order: ['querystring', 'cookie', 'header'],
    lookupQueryString: 'lang',
    lookupCookie: 'lang',
    caches: ['cookie'],
    cookieOptions: { sameSite: 'Lax', secure: false, maxAge: 365 * 24 * 60 * 60 },
  }),
)
app.get('/styles.css', (c) =>
  c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
)
app.route('/', buyRoutes())
app.route('/', accountRoutes())
app.route('/', adminRoutes())
app.notFound((c) => {
  const speech = speechOf(c)
  return c.html(messagePage(speech, '/', speech.texts.orderNotFound), 404)
})

/** A small bookshop that is paid with the wallet. */
export default app
