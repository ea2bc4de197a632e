import { sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { unknownFiles } from '../../database/schema.ts'
import { roomFor } from '../../pacing/budget.ts'
import { sha256OfText } from '../bucket/bucket-stream.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { incomingFileOf, incomingPrefix } from '../bucket/file-keys.ts'
import { filesTooLate } from './files-too-late.ts'
import { followLateFiles } from './follow-late-files.ts'
import { dayOf } from '../vietnam-day.ts'
import { statementsPerAlert, alertUnknownFiles } from './alert-unknown-files.ts'

/**
 * Statements for one page: one that makes days with late files due, one that finds files that are
 * too late, and one that stores unknown files.
 */
const statementsPerPage = 3
const maxNameChars = 100
/** Names under which a file is written before it is whole. Assumes G-96. */
const unfinished = /\.(?:part|filepart|tmp)$/i
// Control, format (such as right-to-left marks), surrogate and unassigned characters.
const unprintable = /\p{C}/gu

function printable(name: string): string {
  const text = name.replaceAll(unprintable, '\u{FFFD}')
  return text.length > maxNameChars ? `${text.slice(0, maxNameChars).toWellFormed()}…` : text
}

/**
 * Whether the name is that of a daily file of a day that has begun, of a folder, or of an unfinished
 * upload.
 */
function isExpected({ files, now }: DailyFilesContext, name: string): boolean {
  // A key that ends with a slash is the folder itself, as some tools create it.
  if (name === '' || name.endsWith('/') || unfinished.test(name)) return true
  const file = incomingFileOf(files, incomingPrefix + name)
  return file !== undefined && file.day <= dayOf(now())
}

async function rowOf({ key, etag }: R2Object) {
  const hash = (await sha256OfText(JSON.stringify([key, etag]))).slice(0, 16)
  return { hash, name: printable(key.slice(incomingPrefix.length)) }
}

/** Stores the files that are not stored yet; they wait for their alert. */
async function keepUnknown(
  context: DailyFilesContext,
  objects: readonly R2Object[],
): Promise<void> {
  const rows = JSON.stringify(await Promise.all(objects.map((object) => rowOf(object))))
  await openDatabase(context).run(sql`INSERT INTO ${unknownFiles} (hash, name)
    SELECT value ->> 'hash', value ->> 'name' FROM json_each(${rows}) WHERE TRUE
    ON CONFLICT DO NOTHING`)
}

/**
 * Scans `incoming/`. Raises one alert a day for the objects whose names are not those of daily
 * files, or are of a day that has not begun or whose files are no longer read; each name and
 * content is reported once. Assumes G-110. Also makes days due again that are no longer tracked and
 * for which a file has arrived.
 */
export async function watchIncoming(context: DailyFilesContext): Promise<void> {
  const { bucket } = context.files
  const statements = statementsPerPage + statementsPerAlert
  let cursor: string | undefined
  do {
    if (roomFor(context, { each: statements, max: 1 }) === 0) break
    const page = await bucket.list({
      prefix: incomingPrefix,
      ...(cursor !== undefined && { cursor }),
    })
    await followLateFiles(context, page.objects)
    const tooLate = new Set(await filesTooLate(context, page.objects))
    const unknown = page.objects.filter(
      (object) =>
        tooLate.has(object) || !isExpected(context, object.key.slice(incomingPrefix.length)),
    )
    if (unknown.length > 0) await keepUnknown(context, unknown)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  if (roomFor(context, { each: statementsPerAlert, max: 1 }) > 0) await alertUnknownFiles(context)
}
