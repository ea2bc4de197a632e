import { and, eq } from 'drizzle-orm'
import { walletLinks } from '../database/schema.ts'
import type { Sandbox } from '../sandbox.ts'
import { refuseStage, type LinkRefused } from './link-refused.ts'
import { findLink, type LinkRow, type WalletLink } from './links.ts'

/** What came of ending a link or a request for one. */
export type EndLinkOutcome = { readonly outcome: 'ended'; readonly link: WalletLink } | LinkRefused

async function end(
  sandbox: Sandbox,
  linkId: string,
  change: { readonly from: LinkRow['state']; readonly set: Partial<LinkRow> },
): Promise<EndLinkOutcome> {
  const before = await findLink(sandbox, linkId)
  const isOpen = before?.stage === (change.from === 'INIT' ? 'open' : 'linked')
  if (!isOpen) return refuseStage(before?.stage)
  const changed = await sandbox.database
    .update(walletLinks)
    .set(change.set)
    .where(and(eq(walletLinks.linkId, linkId), eq(walletLinks.state, change.from)))
    .returning({ linkId: walletLinks.linkId })
  const link = await findLink(sandbox, linkId)
  if (changed.length === 0 || link === undefined) return refuseStage(link?.stage)
  return { outcome: 'ended', link }
}

/** Lets the customer cancel a request for a link. No callback is sent. */
export function cancelLink(sandbox: Sandbox, linkId: string): Promise<EndLinkOutcome> {
  return end(sandbox, linkId, { from: 'INIT', set: { state: 'CANCELLED' } })
}

/** Ends the time in which a link can be confirmed. */
export function expireLink(sandbox: Sandbox, linkId: string): Promise<EndLinkOutcome> {
  return end(sandbox, linkId, {
    from: 'INIT',
    set: { expiresAt: sandbox.clock.nowSeconds() },
  })
}

/** Ends a link: its token stops working at once. What is held stays held. */
export function unlinkWallet(sandbox: Sandbox, linkId: string): Promise<EndLinkOutcome> {
  return end(sandbox, linkId, {
    from: 'LINKED',
    set: { state: 'UNLINKED', unlinkedAt: sandbox.clock.nowSeconds() },
  })
}
