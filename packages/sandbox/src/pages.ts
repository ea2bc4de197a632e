import { Hono } from 'hono'
import type { SandboxHono } from './sandbox-hono.ts'
import { merchantQrRoutes } from './payments/merchant-qr-page.ts'
import { paymentPageRoutes } from './payments/page-routes.ts'
import { phoneRoutes } from './phone/phone-page.ts'
import { signOnRoutes } from './identity/pages/sign-on-routes.ts'
import { detectLanguage } from './page-frame/language.ts'
import { linkRoutes } from './linked-accounts/pages.ts'
import { loyaltyRoutes } from './merchant-site/loyalty-routes.ts'
import { dailyFilesRoutes } from './day-close/page-routes.ts'
import { signOnClientRoutes } from './identity/pages/clients-page.ts'
import { voucherRoutes } from './vouchers/page-routes.ts'
import { keysRoutes } from './merchant-site/keys-routes.ts'
import { overviewRoutes } from './merchant-site/overview-page.ts'
import { staffRoutes } from './merchant-site/staff-routes.ts'
import { storesRoutes } from './merchant-site/stores-routes.ts'
import { transactionsRoutes } from './merchant-site/transactions-routes.ts'
import { merchantLogInRoutes } from './merchant-staff/log-in-routes.ts'
import { requireStaff, type MerchantSiteHono } from './merchant-staff/merchant-site.ts'
import { merchantsRoutes } from './onboarding/merchants-page.ts'
import { walletAccountRoutes } from './merchant-site/wallet-account-routes.ts'
import { sendOncePath, sendOnceScript } from './page-frame/send-once-script.ts'
import { styles } from './page-frame/styles.ts'
import { testerRoutes } from './tester-site/page-routes.ts'

/** Routes of all pages of the sandbox. */
export function pages(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.use(detectLanguage)
  app.get('/styles.css', (c) =>
    c.text(styles, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  )
  app.get(sendOncePath, (c) =>
    c.text(sendOnceScript, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.route('/', paymentPageRoutes())
  app.route('/', merchantQrRoutes())
  app.route('/', phoneRoutes())
  app.route('/', linkRoutes())
  app.route('/', testerRoutes())
  app.route('/', merchantsRoutes())
  app.route('/', merchantSite())
  app.route('/', signOnRoutes())
  return app
}

/** The merchant site: all of its pages need a log-in. */
function merchantSite(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.use('/merchant', requireStaff)
  app.use('/merchant/*', requireStaff)
  app.route('/', merchantLogInRoutes())
  app.route('/', overviewRoutes())
  app.route('/', transactionsRoutes())
  app.route('/', storesRoutes())
  app.route('/', keysRoutes())
  app.route('/', staffRoutes())
  app.route('/', walletAccountRoutes())
  app.route('/', voucherRoutes())
  app.route('/', loyaltyRoutes())
  app.route('/', signOnClientRoutes())
  app.route('/', dailyFilesRoutes())
  return app
}
