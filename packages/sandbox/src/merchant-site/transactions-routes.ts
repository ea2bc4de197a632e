import { Hono } from 'hono'
import {
  merchantSpeech,
  type MerchantContext,
  type MerchantSiteHono,
} from '../merchant-staff/merchant-site.ts'
import { listOrders } from '../orders/orders.ts'
import { transactionsPage } from './transactions-page.ts'

const path = '/merchant/transactions'

async function show(c: MerchantContext) {
  const { sandbox, staff } = c.var
  const orders = await listOrders(sandbox, { limit: 50, merchantCode: staff.merchantCode })
  return c.html(transactionsPage(merchantSpeech(c), orders))
}

/** The transactions of the merchant site. */
export function transactionsRoutes(): Hono<MerchantSiteHono> {
  const app = new Hono<MerchantSiteHono>()
  app.get(path, (c) => show(c))
  return app
}
