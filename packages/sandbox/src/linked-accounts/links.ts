import { maskPhone } from '@merchant-edge/contract/redaction'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { walletLinks } from './tables.ts'
import { wallets } from '../wallets/tables.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'

/** State of a link at the current time of the sandbox's clock. Assumes G-55. */
export type LinkStage = 'open' | 'linked' | 'cancelled' | 'expired' | 'unlinked'

/** A partner's request to link a wallet, and the resulting link. Instants are unix seconds. */
export interface WalletLink {
  /** `link_id` of link-wallet, and `link_reference_id` of the other calls. Assumes G-37. */
  readonly linkId: string
  /** Merchant that requested the link; its code is the partner_code. */
  readonly merchantCode: string
  readonly partnerType: string
  /** The partner's own id of its user. */
  readonly partnerUserId: string
  readonly callbackUrl: string
  readonly stage: LinkStage
  /** Unix seconds. */
  readonly createdAt: number
  /** Until when the customer may confirm, in unix seconds. */
  readonly expiresAt: number
  /** Page on which the customer confirms, with its unguessable token. */
  readonly webUrl: string
  /** Wallet of the customer who confirmed; null until then. */
  readonly walletId: string | null
  /** The customer's phone number, masked except for its last three digits; null until confirmed. */
  readonly phoneNumber: string | null
  /** Unix seconds; null before the customer has confirmed. */
  readonly linkedAt: number | null
  /** Unix seconds; null until the wallet is unlinked. */
  readonly unlinkedAt: number | null
}

/** A row of the table of links. */
export type LinkRow = typeof walletLinks.$inferSelect

const stages = {
  INIT: 'open',
  LINKED: 'linked',
  CANCELLED: 'cancelled',
  UNLINKED: 'unlinked',
} as const satisfies Record<LinkRow['state'], LinkStage>

/** State of a row at an instant in unix seconds. */
function linkStageOf(row: Pick<LinkRow, 'state' | 'expiresAt'>, now: number): LinkStage {
  return row.state === 'INIT' && now >= row.expiresAt ? 'expired' : stages[row.state]
}

function linkOf(sandbox: Sandbox, row: LinkRow, phone: string | null): WalletLink {
  return {
    linkId: row.linkId,
    merchantCode: row.merchantCode,
    partnerType: row.partnerType,
    partnerUserId: row.partnerUserId,
    callbackUrl: row.callbackUrl,
    stage: linkStageOf(row, sandbox.clock.nowSeconds()),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    webUrl: `${sandbox.url}/link/${row.linkId}?t=${row.webToken}`,
    walletId: row.walletId,
    phoneNumber: phone === null ? null : maskPhone(phone),
    linkedAt: row.linkedAt,
    unlinkedAt: row.unlinkedAt,
  }
}

async function linksWhere(
  sandbox: Sandbox,
  condition: SQL | undefined,
): Promise<readonly WalletLink[]> {
  const rows = await sandbox.database
    .select({ link: walletLinks, phone: wallets.phone })
    .from(walletLinks)
    .leftJoin(wallets, eq(wallets.id, walletLinks.walletId))
    .where(condition)
    .orderBy(desc(walletLinks.createdAt), desc(walletLinks.linkId))
    .limit(200)
  return rows.map(({ link, phone }) => linkOf(sandbox, link, phone))
}

/** Links and requests for links, newest first, at most 200. */
export function listLinks(sandbox: Sandbox): Promise<readonly WalletLink[]> {
  return linksWhere(sandbox, undefined)
}

/** A link by its id. */
export async function findLink(sandbox: Sandbox, linkId: string): Promise<WalletLink | undefined> {
  const [link] = await linksWhere(sandbox, eq(walletLinks.linkId, linkId))
  return link
}

/** A link by its id and the token of its page; a wrong token finds nothing. */
export async function findLinkByWebToken(
  sandbox: Sandbox,
  linkId: string,
  webToken: string,
): Promise<WalletLink | undefined> {
  const [link] = await linksWhere(
    sandbox,
    and(eq(walletLinks.linkId, linkId), eq(walletLinks.webToken, webToken)),
  )
  return link
}

/** The row of a link that a merchant asked for. */
export async function findLinkRow(
  database: Database,
  merchantCode: string,
  linkId: string,
): Promise<LinkRow | undefined> {
  const [row] = await database
    .select()
    .from(walletLinks)
    .where(and(eq(walletLinks.linkId, linkId), eq(walletLinks.merchantCode, merchantCode)))
  return row
}

/** A valid link, with its wallet. */
export interface HeldLink extends LinkRow {
  readonly walletId: string
}

/**
 * The link of a user_token, when the token is valid and belongs to the merchant. Tokens of ended
 * links, of other merchants and unknown ones are refused in the same way.
 *
 * Assumes G-56.
 *
 * @throws RefusalError 4040001; the message does not repeat the token
 */
export async function linkOfToken(
  sandbox: Sandbox,
  merchantCode: string,
  userToken: string,
): Promise<HeldLink> {
  const [row] = await sandbox.database
    .select()
    .from(walletLinks)
    .where(
      and(
        eq(walletLinks.userToken, userToken),
        eq(walletLinks.merchantCode, merchantCode),
        eq(walletLinks.state, 'LINKED'),
      ),
    )
  const walletId = row?.walletId
  if (row === undefined || walletId === null || walletId === undefined) {
    throw new RefusalError(4040001, 'user_token: no linked wallet has this token, or not any more')
  }
  return { ...row, walletId }
}
