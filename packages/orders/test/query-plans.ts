import { env } from 'cloudflare:workers'

/**
 * Tables that grow with every order, payment or call: a full scan of one blocks the only writer for
 * seconds.
 */
const growing: ReadonlySet<string> = new Set([
  'attempts',
  'deliveries',
  'journal',
  'journal_seals',
  'links',
  'loyalty_ids',
  'orders',
  'outbox',
  'refunds',
  'service_calls',
  'transfers',
])

/** Statements that may read a whole table, and why. */
const exceptions: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\(?\bwhere \(?false\b/i, 'reads nothing, whatever the plan says'],
  [
    /order by \S+ (?:asc|desc) limit \?(?: offset \?)?$/,
    'a page in the order of the rows; searches are bounded (decision 36)',
  ],
  [/WITH RECURSIVE halved/, 'a binary search by rowid, and 5,000 rows'],
  [/from "loyalty_ids" order by rowid limit \?/i, 'the 5,000 oldest rows'],
  [/^insert into "links"/i, 'a foreign key that SQLite looks at only while one is violated'],
  [
    /^delete from "(?:deliveries|outbox)".+state = 'done'.+linked_customer_id|transfer_id IN \(SELECT/i,
    'once for each person who is erased',
  ],
  [/"sealed_token", 1, \?\) <> \?/, 'only while LINK_SECRET is rotated'],
]

const seen = new Set<string>()
const unread = new Map<string, readonly unknown[]>()

/** Records a statement of the code under test, once for each text. */
export function noteStatement(text: string, values: readonly unknown[]): void {
  if (seen.has(text)) return
  seen.add(text)
  unread.set(text, values)
}

/** The names under which a statement reads a growing table. */
function tablesIn(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [, table = '', alias = ''] of text.matchAll(
    /(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi,
  )) {
    if (!growing.has(table)) continue
    names.set(table, table)
    if (alias !== '') names.set(alias, table)
  }
  // A subquery that has the name of a table.
  for (const [, alias = ''] of text.matchAll(/\)\s+(?:as\s+)?"?(\w+)"?/gi)) names.delete(alias)
  return names
}

/** Partial indexes, which are meant to be read from end to end. */
async function partialIndexes(): Promise<ReadonlySet<string>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'",
  ).all<{ name: string }>()
  return new Set(results.map(({ name }) => name))
}

async function planOf(text: string, values: readonly unknown[]): Promise<readonly string[]> {
  try {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
      .bind(...values)
      .all<{ detail: string }>()
    return results.map(({ detail }) => detail)
  } catch {
    // A test has changed the schema; another one runs the same statement.
    seen.delete(text)
    return []
  }
}

/** The statements since the last call that read a whole growing table, each with its plan. */
export async function wholeTableReads(): Promise<readonly string[]> {
  if (unread.size === 0) return []
  const fresh = [...unread]
  unread.clear()
  const partial = await partialIndexes()
  const found: string[] = []
  for (const [text, values] of fresh) {
    if (exceptions.some(([pattern]) => pattern.test(text.trim().replaceAll(/\s+/g, ' ')))) continue
    const names = tablesIn(text)
    for (const detail of await planOf(text, values)) {
      const [, name = '', index = ''] =
        /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
      if (names.has(name) && !partial.has(index)) found.push(`${detail}: ${text}`)
    }
  }
  return found
}
