import { sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles } from '../../database/schema.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { incomingFileOf } from '../bucket/file-keys.ts'

/**
 * The daily files of this partner that were never read and never will be: their day was never
 * tracked although later days are, or it is no longer due. Files that were read are not among them,
 * however long they stay in the folder. Call it after `followLateFiles`, which makes days due again
 * whose files are still accepted.
 *
 * Costs one statement when the page has such a daily file. Assumes G-106.
 *
 * @param objects the objects in `incoming/`, or one page of them
 */
export async function filesTooLate(
  context: DailyFilesContext,
  objects: readonly R2Object[],
): Promise<readonly R2Object[]> {
  const files = objects.flatMap(({ key, etag }) => {
    const file = incomingFileOf(context.files, key)
    return file === undefined ? [] : [[key, file.day, file.kind, etag]]
  })
  if (files.length === 0) return []
  const { day, nextAtMs, resultEtag, seen } = dailyFiles
  const isRead = sql`CASE value ->> 2 WHEN 'result' THEN ${resultEtag} IS (value ->> 3)
    ELSE instr(coalesce(${seen}, ''), ' ' || (value ->> 3) || ' ') > 0 END`
  const rows = await openDatabase(context).all<{ readonly key: string }>(sql`
    SELECT value ->> 0 AS "key" FROM json_each(${JSON.stringify(files)})
    WHERE (value ->> 1) < (SELECT max(${day}) FROM ${dailyFiles})
      AND NOT EXISTS (SELECT 1 FROM ${dailyFiles} WHERE ${day} = (value ->> 1)
        AND (${nextAtMs} IS NOT NULL OR ${isRead}))`)
  const keys = new Set(rows.map(({ key }) => key))
  return objects.filter(({ key }) => keys.has(key))
}
