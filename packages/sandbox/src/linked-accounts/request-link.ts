import { vietnamDate } from '../clock/vietnam-time.ts'
import { walletLinks } from '../database/schema.ts'
import { randomDigits, randomToken } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'
import { findLink, type WalletLink } from './links.ts'

/** A link as a partner asks for it. */
export interface NewLink {
  readonly merchantCode: string
  readonly partnerType: string
  /** The partner's own id of its user. */
  readonly partnerUserId: string
  /** Where the token goes after the customer has confirmed. */
  readonly callbackUrl: string
}

/**
 * Opens a page on which the customer confirms a link, for as many minutes as the rules say. A user
 * whose wallet is linked already may ask again: the earlier link holds until a new one is confirmed.
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
