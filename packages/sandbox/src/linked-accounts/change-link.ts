import { and, eq, gt } from 'drizzle-orm'
import { vietnamDate } from '../clock/vietnam-time.ts'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { walletLinks } from './tables.ts'
import { randomDigits, randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWallet } from '../wallets/wallets.ts'
import { planLinkCallbacks, sendLinkCallbacksSoon } from './link-callbacks.ts'
import { findLink, type WalletLink, type LinkRow, type LinkStage } from './links.ts'

/** A partner's request for a link. */
export interface NewLink {
  readonly merchantCode: string
  readonly partnerType: string
  /** The partner's own id of its user. */
  readonly partnerUserId: string
  /** Address to which the token is posted after the customer has confirmed. */
  readonly callbackUrl: string
}

/**
 * Opens a page on which the customer confirms a link, for as many minutes as the rules say. A user
 * whose wallet is linked already may ask again: the earlier link stays valid until a new one is
 * confirmed.
 *
 * Assumes G-50.
 */
export async function requestLink(sandbox: Sandbox, link: NewLink): Promise<WalletLink> {
  const now = sandbox.clock.nowSeconds()
  const linkId = `LINK${vietnamDate(now)}${randomDigits(12)}`
  await sandbox.database.insert(walletLinks).values({
    ...link,
    linkId,
    webToken: randomToken(),
    state: 'INIT',
    createdAt: now,
    expiresAt: now + sandbox.settings.rules.linkMinutes * 60,
  })
  const created = await findLink(sandbox, linkId)
  if (created === undefined) throw new Error(`The link ${linkId} could not be stored.`)
  return created
}

/** Outcome of a confirmation. */
export type ConfirmOutcome = { readonly outcome: 'linked'; readonly link: WalletLink } | LinkRefused

/**
 * Confirms a link as the customer: the token, the link and its callback are stored in one
 * transaction, then the callback is sent. An earlier link of the same user of the partner ends.
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

/** Outcome of ending a link or a request for one. */
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

/** Makes a request for a link expire. */
export function expireLink(sandbox: Sandbox, linkId: string): Promise<EndLinkOutcome> {
  return end(sandbox, linkId, {
    from: 'INIT',
    set: { expiresAt: sandbox.clock.nowSeconds() },
  })
}

/** Ends a link: its token stops working at once. Held money stays held. */
export function unlinkWallet(sandbox: Sandbox, linkId: string): Promise<EndLinkOutcome> {
  return end(sandbox, linkId, {
    from: 'LINKED',
    set: { state: 'UNLINKED', unlinkedAt: sandbox.clock.nowSeconds() },
  })
}

/** Why a link was not changed. */
export type LinkRefusal =
  | 'link_not_found'
  | 'link_not_confirmed'
  | 'link_linked'
  | 'link_cancelled'
  | 'link_expired'
  | 'link_unlinked'
  | 'wallet_not_found'
  | 'wallet_blocked'

/** A change of a link that was refused; everything is as before. */
export interface LinkRefused {
  readonly outcome: 'refused'
  readonly reason: LinkRefusal
  /** What happened. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
}

const words: Readonly<Record<LinkRefusal, readonly [message: string, remedy: string]>> = {
  link_not_found: ['There is no such link.', 'Check the link id.'],
  link_not_confirmed: ['The customer has not confirmed the link.', 'Confirm it first.'],
  link_linked: ['The link is confirmed already.', 'Nothing is left to do.'],
  link_cancelled: ['The customer has cancelled the link.', 'Ask for a new link.'],
  link_expired: ['The time to confirm the link is over.', 'Ask for a new link.'],
  link_unlinked: ['The wallet is unlinked again.', 'Ask for a new link.'],
  wallet_not_found: ['There is no such wallet.', 'Choose one of the wallets of the sandbox.'],
  wallet_blocked: ['The wallet is blocked.', 'Choose another wallet or unblock this one.'],
}

/** A refusal in plain words. */
function linkRefused(reason: LinkRefusal): LinkRefused {
  const [message, remedy] = words[reason]
  return { outcome: 'refused', reason, message, remedy }
}

/** The refusal for a link that is no longer open, or does not exist. */
function refuseStage(stage: LinkStage | undefined): LinkRefused {
  if (stage === undefined) return linkRefused('link_not_found')
  return linkRefused(stage === 'open' ? 'link_not_confirmed' : `link_${stage}`)
}
