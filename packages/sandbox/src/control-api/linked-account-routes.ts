import { Hono } from 'hono'
import * as v from 'valibot'
import { confirmLink } from '../linked-accounts/confirm-link.ts'
import { cancelLink, expireLink, unlinkWallet } from '../linked-accounts/end-link.ts'
import {
  listLinkCallbacks,
  type LinkCallbackDelivery,
} from '../linked-accounts/link-callback-log.ts'
import type { LinkRefused } from '../linked-accounts/link-refused.ts'
import { findLink, listLinks, type WalletLink } from '../linked-accounts/links.ts'
import { findPurchase, listPurchaseCodes, listPurchases } from '../online-transactions/purchases.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedWallets } from '../seed/seed-data.ts'
import { ControlError, found } from './control-error.ts'
import { readBody } from './read-input.ts'

/** A link with what was sent about it. */
export interface LinkDetail {
  readonly link: WalletLink
  readonly callbacks: readonly LinkCallbackDelivery[]
}

/** A one-time code of a purchase, for a test that plays the customer. */
export interface SentCode {
  readonly otp: string
  /** Unix seconds. */
  readonly expiresAt: number
}

function accepted(
  outcome: { readonly outcome: 'linked' | 'ended'; readonly link: WalletLink } | LinkRefused,
): WalletLink {
  if (outcome.outcome !== 'refused') return outcome.link
  const status = outcome.reason.endsWith('_not_found') ? 404 : 409
  throw new ControlError(status, outcome.reason, outcome)
}

const confirmation = v.strictObject({
  walletId: v.optional(v.string(), seedWallets[0]?.id ?? ''),
})

/** Links and purchases from linked wallets: what a customer would do, and what a test looks up. */
export const linkedAccountRoutes = new Hono<SandboxHono>()
  .get('/links', async (c) => c.json(await listLinks(c.var.sandbox)))
  .get('/links/:linkId', async (c) => {
    const { sandbox } = c.var
    const linkId = c.req.param('linkId')
    const detail: LinkDetail = {
      link: found(await findLink(sandbox, linkId), 'link', linkId),
      callbacks: await listLinkCallbacks(sandbox.database, linkId),
    }
    return c.json(detail)
  })
  .post('/links/:linkId/confirm', async (c) => {
    const { walletId } = await readBody(c, confirmation)
    const linkId = c.req.param('linkId')
    return c.json(accepted(await confirmLink(c.var.sandbox, { linkId, walletId })))
  })
  .post('/links/:linkId/cancel', async (c) =>
    c.json(accepted(await cancelLink(c.var.sandbox, c.req.param('linkId')))),
  )
  .post('/links/:linkId/expire', async (c) =>
    c.json(accepted(await expireLink(c.var.sandbox, c.req.param('linkId')))),
  )
  .post('/links/:linkId/unlink', async (c) =>
    c.json(accepted(await unlinkWallet(c.var.sandbox, c.req.param('linkId')))),
  )
  .get('/linked-purchases', async (c) => c.json(await listPurchases(c.var.sandbox)))
  .get('/linked-purchases/:transactionId', async (c) => {
    const id = c.req.param('transactionId')
    return c.json(found(await findPurchase(c.var.sandbox, id), 'linked purchase', id))
  })
  .get('/linked-purchases/:transactionId/otp', async (c) => {
    const id = c.req.param('transactionId')
    const codes = await listPurchaseCodes(c.var.sandbox)
    const code = codes.find(({ purchase }) => purchase.transactionId === id)
    const { otp, expiresAt } = found(code, 'one-time code of the linked purchase', id)
    return c.json({ otp, expiresAt } satisfies SentCode)
  })
