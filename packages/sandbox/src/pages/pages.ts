import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { secureHeaders } from 'hono/secure-headers'
import type { SandboxHono } from '../app.ts'
import { customerRoutes } from './customer-routes.ts'
import { signOnRoutes } from './identity/sign-on-routes.ts'
import { detectLanguage } from './language.ts'
import { linkRoutes } from './link-routes.ts'
import { loyaltyRoutes } from './loyalty-routes.ts'
import { dailyFilesRoutes } from './merchant/daily-files-routes.ts'
import { signOnClientRoutes } from './merchant/sign-on-routes.ts'
import { voucherRoutes } from './merchant/voucher-routes.ts'
import { walletAccountRoutes } from './merchant/wallet-account-routes.ts'
import { styles } from './styles.ts'
import { testerRoutes } from './tester-routes.ts'

/** Every page of the sandbox that a person looks at. */
export function pages(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
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
  )
  app.use(csrf())
  app.use(detectLanguage)
  app.get('/styles.css', (c) =>
    c.text(styles, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  )
  app.route('/', customerRoutes())
  app.route('/', linkRoutes())
  app.route('/', testerRoutes())
  app.route('/', walletAccountRoutes())
  app.route('/', voucherRoutes())
  app.route('/', loyaltyRoutes())
  app.route('/', signOnClientRoutes())
  app.route('/', dailyFilesRoutes())
  app.route('/', signOnRoutes())
  return app
}
