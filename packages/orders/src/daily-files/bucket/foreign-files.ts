import { inArray } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles } from '../../database/schema.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { keptPrefix } from './file-keys.ts'
import { sha256OfKept } from './sha256-of-kept.ts'

/** Newest days of a bucket whose partner files are compared with the database. */
const comparedDays = 10

/** The newest days of which a bucket has a folder; R2 lists at most 1,000 folders at once. */
async function newestFolders(bucket: R2Bucket): Promise<readonly string[]> {
  let newest: string[] = []
  let cursor: string | undefined
  do {
    // Each page begins where the one before has ended.
    const page = await bucket.list({
      prefix: keptPrefix,
      delimiter: '/',
      ...(cursor !== undefined && { cursor }),
    })
    newest = [...newest, ...page.delimitedPrefixes].toSorted().slice(-comparedDays)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  return newest
}

/**
 * Whether a bucket has partner files of the last days, none of which this database has written. A
 * restored database has lost its newest days, so one that is known suffices. Files without rows are
 * the same everywhere and say nothing.
 */
export async function hasForeignFiles(
  context: Pick<OrdersContext, 'database'>,
  bucket: R2Bucket,
): Promise<boolean> {
  const folders = await newestFolders(bucket)
  if (folders.length === 0) return false
  const days = folders.map((folder) => folder.slice(keptPrefix.length, -1))
  const written = await openDatabase(context)
    .select({ sha256: dailyFiles.partnerSha256 })
    .from(dailyFiles)
    .where(inArray(dailyFiles.day, days))
  const own = new Set(written.map(({ sha256 }) => sha256))
  const lists = await Promise.all(
    folders.map((prefix) => bucket.list({ prefix, include: ['customMetadata'] })),
  )
  const kept = lists
    .flatMap(({ objects }) => objects)
    .filter(({ customMetadata }) => Number(customMetadata?.['rows'] ?? 0) > 0)
  return kept.length > 0 && !kept.some((file) => own.has(sha256OfKept(file)))
}
