import { Hono } from 'hono'
import * as v from 'valibot'
import {
  confirmLink,
  cancelLink,
  expireLink,
  unlinkWallet,
  type LinkRefused,
} from './change-link.ts'
import { listLinkCallbacks, type LinkCallbackDelivery } from './link-callbacks.ts'
import { findLink, listLinks, type WalletLink } from './links.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedWallets } from '../seed-data.ts'
import { ControlError, foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

/** A link with what was sent about it. */
export interface LinkDetail {
  readonly link: WalletLink
  readonly callbacks: readonly LinkCallbackDelivery[]
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

/** `/control/links`: reads links, and does what the customer would do. */
export const linkedAccountRoutes = new Hono<SandboxHono>()
  .get('/links', async (c) => c.json(await listLinks(c.var.sandbox)))
  .get('/links/:linkId', async (c) => {
    const { sandbox } = c.var
    const linkId = c.req.param('linkId')
    const detail: LinkDetail = {
      link: foundOr404(await findLink(sandbox, linkId), 'link', linkId),
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
