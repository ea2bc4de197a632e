import { asc, lte, sql, type SQL } from 'drizzle-orm'
import { anyRow } from '../database/any-row.ts'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import { links } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { hasTime } from '../pacing/budget.ts'
import { processInParallel } from '../pacing/process-in-parallel.ts'
import { checkLink } from './check-link.ts'
import { resealTokens } from './link-token.ts'
import { settleUnlinking } from './unlink-wallet.ts'

/** Maximum number of tokens that one sweep reseals. */
const resealedAtOnce = 50

function isCallDue(now: number): SQL {
  return lte(links.nextCallAtMs, now)
}

/**
 * Whether {@link settleLinks} has something to do; always true while there may be tokens to reseal.
 */
export function linksAreDue(context: OrdersContext): SQL {
  if (context.linkSecretPrevious !== undefined) return sql`TRUE`
  return anyRow(links, isCallDue(context.now()))
}

/**
 * Queries pending links and continues unlinking when it is due. While LINK_SECRET has a previous
 * value, tokens are resealed.
 *
 * @param limit maximum number of links to query
 * @returns the number of links whose state has changed
 */
export async function settleLinks(context: OrdersContext, limit: number): Promise<number> {
  const { id: key, nextCallAtMs: oldestFirst } = links
  const now = context.now()
  const due = await openDatabase(context)
    .select()
    .from(links)
    .where(dueInTurn(now, { key, oldestFirst, where: isCallDue(now), limit }))
    .orderBy(asc(oldestFirst))
  let settled = 0
  try {
    await processInParallel(
      due,
      async (link) => {
        if (link.state === 'unlinking') {
          if (await settleUnlinking(context, link.id)) settled += 1
          return
        }
        const { state } = await checkLink(context, link)
        if (state !== link.state) settled += 1
      },
      () => hasTime(context),
    )
  } finally {
    // A link that fails every time must not prevent that the old secret can be retired, nor the reverse.
    await resealTokens(context, Math.min(limit, resealedAtOnce))
  }
  return settled
}
