import { parseFileName } from '@merchant-edge/reconcile/files'
import { sql } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { roomFor } from '../pacing/budget.ts'
import { sha256OfText } from './bucket-stream.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import { incomingPrefix } from './file-keys.ts'
import { followLateFiles } from './follow-late-files.ts'

const kind = 'incoming_file_unknown'
const mostAlerts = 100
/** The statement for the alert, and the one for its event. */
const statementsPerAlert = 2
const longestName = 100
/** Names under which a file is written before it is whole. Assumes G-96. */
const unfinished = /\.(?:part|filepart|tmp)$/i
// Control, format (such as right-to-left marks), surrogate and unassigned characters.
const unprintable = /\p{C}/gu

function printable(name: string): string {
  const text = name.replaceAll(unprintable, '\u{FFFD}')
  return text.length > longestName ? `${text.slice(0, longestName).toWellFormed()}…` : text
}

/** Whether the name is that of a daily file, of a folder, or of an unfinished upload. */
function isExpected({ files }: DailyFilesContext, name: string): boolean {
  // A key that ends with a slash is the folder itself, as some tools create it.
  if (name === '' || name.endsWith('/') || unfinished.test(name)) return true
  const file = parseFileName(name)
  return file !== undefined && file.kind !== 'partner' && file.partner === files.partnerToken
}

async function alertOf(context: DailyFilesContext, object: R2Object): Promise<AlertToRaise> {
  const { key, etag, size } = object
  const name = printable(key.slice(incomingPrefix.length))
  const { partnerToken } = context.files
  const form = `YYYYMMDD_SERVICE_${partnerToken}`
  return {
    kind,
    // Two names may look the same after unprintable characters are replaced; the hash keeps them
    // apart.
    subject: `${name}:${(await sha256OfText(JSON.stringify([key, etag]))).slice(0, 16)}`,
    atMs: context.now(),
    data: {
      name,
      bytes: size,
      etag,
      message: `This is no name of a daily file for ${partnerToken}: nobody reads it.`,
      remedy: `Name it ${form}_TRAN.csv or ${form}_RESULT_TRAN.csv if it is such a file, else take it away.`,
    },
  }
}

async function raiseNew(
  context: DailyFilesContext,
  found: readonly AlertToRaise[],
  most: number,
): Promise<number> {
  const db = openDatabase(context)
  const subjects = JSON.stringify(found.map(({ subject }) => subject))
  const unknown = await db.all<{ subject: string }>(sql`
    SELECT value AS subject FROM json_each(${subjects})
    WHERE NOT EXISTS (SELECT 1 FROM ${alerts}
      WHERE ${alerts.kind} = ${kind} AND ${alerts.subject} = value)
    LIMIT ${most}`)
  const wanted = new Set(unknown.map(({ subject }) => subject))
  const transitions = found
    .filter(({ subject }) => wanted.has(subject))
    .map((one) => alertOnce(one))
  await transactAll(context, { transitions })
  return wanted.size
}

/**
 * Scans `incoming/`. Raises an alert for every object whose name is not that of a daily file, once
 * for each name and content; at most 100 per round, the others in the next rounds. Assumes G-110.
 * Also makes days due again that are no longer tracked and for which a file has arrived.
 */
export async function watchIncoming(context: DailyFilesContext): Promise<void> {
  const { bucket } = context.files
  let left = roomFor(context, { each: statementsPerAlert, most: mostAlerts })
  if (left === 0) return
  let cursor: string | undefined
  do {
    const page = await bucket.list({
      prefix: incomingPrefix,
      ...(cursor !== undefined && { cursor }),
    })
    await followLateFiles(context, page.objects)
    const strange = page.objects.filter(
      ({ key }) => !isExpected(context, key.slice(incomingPrefix.length)),
    )
    if (strange.length > 0) {
      const found = await Promise.all(strange.map((object) => alertOf(context, object)))
      left -= await raiseNew(context, found, left)
    }
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined && left > 0)
}
