import { Hono, type Context } from 'hono'
import { findOrderByQrToken, listOrders } from '../orders/orders.ts'
import { formFields } from '../page-frame/forms.ts'
import { chooseLanguage } from '../page-frame/language.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { listTransfers } from '../transfers/transfers.ts'
import { findScannedLink, readPhoneLinks } from './phone-links.ts'
import { phonePage } from './phone-page.ts'

type PageContext = Context<SandboxHono>

async function showPhone(c: PageContext, problem?: string) {
  const orders = await listOrders(c.var.sandbox, { limit: 50 })
  const waiting = orders.filter(
    ({ stage, kind }) =>
      (stage === 'open' || stage === 'processing') &&
      (kind === 'transaction-qr' || kind === 'web-payment'),
  )
  const received = (await listTransfers(c.var.sandbox.database)).slice(0, 5)
  const links = await readPhoneLinks(c.var.sandbox)
  const view = { ...links, openOrders: waiting, received, problem }
  return c.html(phonePage(chooseLanguage(c), view), problem === undefined ? 200 : 404)
}

async function scan(c: PageContext) {
  const { sandbox } = c.var
  const { qr = '' } = await formFields(c)
  const link = await findScannedLink(sandbox, qr)
  if (link !== undefined) return c.redirect(link.webUrl, 303)
  const token = /\/qr\/([^/?#]+)$/.exec(qr)?.[1]
  const order = token === undefined ? undefined : await findOrderByQrToken(sandbox, token)
  if (order === undefined) return showPhone(c, chooseLanguage(c).texts.qrUnknown)
  return c.redirect(order.paymentUrl, 303)
}

/** `/phone`: the customer's phone, which scans QRs and shows what it received. */
export function phoneRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/phone', (c) => showPhone(c))
  app.post('/phone', (c) => scan(c))
  return app
}
