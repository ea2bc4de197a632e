import { and, eq } from 'drizzle-orm'
import { walletLinks } from '../database/schema.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import type { LinkRow } from './links.ts'

/** A link that holds, with the wallet it leads to. */
export interface HeldLink extends LinkRow {
  readonly walletId: string
}

/**
 * The link of a user_token, when it holds and is the merchant's own. Tokens of ended links, of other
 * merchants and of nobody are not told apart.
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
