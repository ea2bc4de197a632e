import { and, isNull, lte, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { unknownFiles } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { incomingPrefix } from '../bucket/file-keys.ts'
import { dayOf } from '../vietnam-day.ts'

/** The statement that reads, the one that marks the files, the alert and its event. */
export const statementsPerAlert = 4
const maxNames = 20

/** Data of the alert of a day: the files that it has reported, and those that it reports now. */
interface ReportedFiles {
  readonly files: number
  /** Names as a JSON array. */
  readonly names: string
  /** Id of the last file among them. */
  readonly lastId: number
}

async function readUnreported(
  context: DailyFilesContext,
  day: string,
): Promise<ReportedFiles | undefined> {
  const { id, name, toldOn } = unknownFiles
  const ofAlert = sql`(SELECT ${id} AS id, ${name} AS name FROM ${unknownFiles} WHERE ${toldOn} = ${day}
    UNION ALL SELECT ${id}, ${name} FROM ${unknownFiles} WHERE ${toldOn} IS NULL)`
  const [row] = await openDatabase(context).all<ReportedFiles>(sql`
    SELECT (SELECT count(*) FROM ${ofAlert}) AS "files",
      (SELECT json_group_array(name) FROM
        (SELECT name FROM ${ofAlert} ORDER BY id LIMIT ${maxNames})) AS "names",
      (SELECT max(${id}) FROM ${unknownFiles} WHERE ${toldOn} IS NULL) AS "lastId"
    WHERE EXISTS (SELECT 1 FROM ${unknownFiles} WHERE ${toldOn} IS NULL)`)
  return row
}

/**
 * Raises the alert of the day about the unknown files in `incoming/` if there are new ones. An
 * alert of the day that was closed is reopened. The files are marked in the same batch, so that
 * each is reported exactly once.
 */
export async function alertUnknownFiles(context: DailyFilesContext): Promise<void> {
  const atMs = context.now()
  const day = dayOf(atMs)
  const toTell = await readUnreported(context, day)
  if (toTell === undefined) return
  const names: readonly string[] = JSON.parse(toTell.names)
  const { partnerToken, serviceToken = 'SERVICE' } = context.files
  const form = `YYYYMMDD_${serviceToken}_${partnerToken}`
  await transact(context, {
    decide: update(unknownFiles, {
      set: { toldOn: day },
      // A file that another invocation has found since gets an alert of its own.
      where: and(isNull(unknownFiles.toldOn), lte(unknownFiles.id, toTell.lastId)),
    }),
    alert: {
      kind: 'incoming_file_unknown',
      subject: `${incomingPrefix}:${day}`,
      atMs,
      data: {
        found_on: day,
        files: toTell.files,
        names: names.join(', '),
        message: `These are no names of daily files for ${partnerToken}, or their day has not begun, is not followed, or is too long ago: nobody reads these files.`,
        remedy: `Name a file ${form}_TRAN.csv or ${form}_RESULT_TRAN.csv, with its own day, if it is such a file, else take it away. Compare a file of an earlier day with "merchant-edge reconcile".`,
      },
    },
  })
}
