import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { foundOr404 } from '../control-frame/control-error.ts'
import { findPurchase, listPurchaseCodes, listPurchases } from './purchases.ts'

/** A one-time code of a purchase, for tests that act as the customer. */
export interface SentCode {
  readonly otp: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** `/control/linked-purchases`: payments from linked wallets, and their one-time codes. */
export const purchaseRoutes = new Hono<SandboxHono>()
  .get('/linked-purchases', async (c) => c.json(await listPurchases(c.var.sandbox)))
  .get('/linked-purchases/:transactionId', async (c) => {
    const id = c.req.param('transactionId')
    return c.json(foundOr404(await findPurchase(c.var.sandbox, id), 'linked purchase', id))
  })
  .get('/linked-purchases/:transactionId/otp', async (c) => {
    const id = c.req.param('transactionId')
    const codes = await listPurchaseCodes(c.var.sandbox)
    const code = codes.find(({ purchase }) => purchase.transactionId === id)
    const { otp, expiresAt } = foundOr404(code, 'one-time code of the linked purchase', id)
    return c.json({ otp, expiresAt } satisfies SentCode)
  })
