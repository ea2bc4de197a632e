import { and, eq, gt } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { walletLinks } from '../database/schema.ts'
import { randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWallet } from '../wallets/wallets.ts'
import { planLinkCallbacks } from './plan-link-callbacks.ts'
import { sendLinkCallbacksSoon } from './link-callback-sender.ts'
import { linkRefused, refuseStage, type LinkRefused } from './link-refused.ts'
import { findLink, type WalletLink } from './links.ts'

/** What came of a confirmation. */
export type ConfirmOutcome = { readonly outcome: 'linked'; readonly link: WalletLink } | LinkRefused

/**
 * Lets a customer confirm a link: the token, the link and its callback go into the tables in one step,
 * then the callback is sent. An earlier link of the same user of the partner ends.
 *
 * Assumes G-50.
 */
export async function confirmLink(
  sandbox: Sandbox,
  use: { readonly linkId: string; readonly walletId: string },
): Promise<ConfirmOutcome> {
  const { database, clock } = sandbox
  const { linkId, walletId } = use
  const link = await findLink(sandbox, linkId)
  if (link?.stage !== 'open') return refuseStage(link?.stage)
  const wallet = await findWallet(database, walletId)
  if (wallet === undefined) return linkRefused('wallet_not_found')
  if (wallet.status === 'blocked') return linkRefused('wallet_blocked')
  const now = clock.nowSeconds()
  const broken = await runAtomically(database, [
    database
      .update(walletLinks)
      .set({ state: 'UNLINKED', unlinkedAt: now })
      .where(
        and(
          eq(walletLinks.merchantCode, link.merchantCode),
          eq(walletLinks.partnerUserId, link.partnerUserId),
          eq(walletLinks.state, 'LINKED'),
        ),
      ),
    database
      .update(walletLinks)
      .set({ state: 'LINKED', walletId, userToken: `UT${randomToken()}`, linkedAt: now })
      .where(
        and(
          eq(walletLinks.linkId, linkId),
          eq(walletLinks.state, 'INIT'),
          gt(walletLinks.expiresAt, now),
        ),
      ),
    mustHaveChangedOne(database),
    ...planLinkCallbacks(sandbox, linkId),
  ])
  const changed = await findLink(sandbox, linkId)
  if (broken !== undefined || changed === undefined) return refuseStage(changed?.stage)
  sendLinkCallbacksSoon(sandbox)
  return { outcome: 'linked', link: changed }
}
