import { and, eq, sql } from 'drizzle-orm'
import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { links } from '../database/schema.ts'
import type { LinkView } from '../links/links-api.ts'
import { linkView } from '../links/read-link.ts'
import type { OrdersContext } from '../orders-context.ts'
import { allLinkStates } from '../states/link-state.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { linkListRules } from './filter-rules.ts'
import { checkFilter, limitOf } from './list-filter.ts'
import { walkNewestFirst } from './newest-first.ts'
import type { LinkFilter, LinkPage, PageOf } from './search-api.ts'

/** Repeats the condition of the partial index `links_by_creation`. */
const isNotErased = sql`customer_id <> ''`

/**
 * Links of wallets in pages, newest first. They are in the order in which they were requested, which no
 * change of a link moves: no page repeats one or leaves one out.
 *
 * @throws TypeError when a filter is malformed, or the cursor belongs to other filters
 */
export async function listLinks(
  context: Pick<OrdersContext, 'database'>,
  asked: LinkFilter & PageOf,
): Promise<LinkPage> {
  checkContext('listLinks', context, ['database'])
  checkOptions('listLinks', asked, linkListRules)
  const { cursor, limit, ...filter } = asked
  const page = { ...(limit !== undefined && { limit }) }
  checkFilter({ ...filter, ...page }, allLinkStates)
  const { state, customerId } = filter
  const query = { list: 'links', filter }
  const { rows, next } = await walkNewestFirst(context, {
    table: links,
    atMs: links.createdAtMs,
    key: links.id,
    indexed: customerId === undefined ? [isNotErased] : [sql`${links.customerId} = ${customerId}`],
    others: state === undefined ? [] : [sql`${links.state} = ${state}`],
    startMs: 0,
    endMs: Number.MAX_SAFE_INTEGER,
    after: readCursor(query, cursor),
    limit: limitOf(page),
  })
  return {
    links: rows.map((row) => linkView(row)),
    ...(next !== undefined && { cursor: writeCursor(query, next) }),
  }
}

/**
 * Reads a link by our own id, without querying the service; `null` when there is none, or when its
 * customer was erased.
 */
export async function findLinkById(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<LinkView | null> {
  checkContext('findLinkById', context, ['database'])
  checkArguments('findLinkById', {}, { id })
  const [row] = await openDatabase(context)
    .select()
    .from(links)
    .where(and(eq(links.id, id), isNotErased))
  return row === undefined ? null : linkView(row)
}
