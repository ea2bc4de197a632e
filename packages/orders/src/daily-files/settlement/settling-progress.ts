import { desc, eq } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { journal } from '../../database/schema.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'

/** Progress (checkpoint) of settling what the service file of a run proves. */
export interface SettlingProgress {
  /**
   * Keys of the transactions that were processed (`keyOfTransaction`), invoice codes of those without a
   * row of ours, and ids of the refunds not made through this system, whatever the result.
   */
  readonly lookedAt: ReadonlySet<string>
  /** How often each transaction, or refund, has failed that is to be tried again. */
  readonly failed: ReadonlyMap<string, number>
}

/** The progress at the start of a run. */
export const noProgress: SettlingProgress = {
  lookedAt: new Set(),
  failed: new Map(),
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

type Checkpoint = SettlingProgress & {
  /** Position and name of the last line of the journal when it was stored. */
  readonly lastLine: string
}

const noCheckpoint: Checkpoint = { ...noProgress, lastLine: '' }

function failedIn(value: unknown): Map<string, number> {
  const tries: readonly unknown[] = Array.isArray(value) ? value : []
  return new Map(
    tries.flatMap((one) => {
      const [key, count]: readonly unknown[] = Array.isArray(one) ? one : []
      return typeof key === 'string' && typeof count === 'number' ? [[key, count]] : []
    }),
  )
}

/**
 * An unreadable checkpoint counts as no progress: processing a transaction again changes nothing.
 */
function checkpointOf(text: string): Checkpoint {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return noCheckpoint
  }
  if (!isRecord(value)) return noCheckpoint
  const { lookedAt, lastLine, failed = [] } = value
  if (!Array.isArray(lookedAt) || typeof lastLine !== 'string') return noCheckpoint
  const codes = lookedAt.filter((code) => typeof code === 'string')
  return {
    lookedAt: new Set(codes),
    failed: failedIn(failed),
    lastLine,
  }
}

type Line = Pick<typeof journal.$inferSelect, 'seq' | 'atMs' | 'dedupe'>
const columns = { seq: journal.seq, atMs: journal.atMs, dedupe: journal.dedupe }

function nameOf(line: Line | undefined): string {
  return line === undefined ? '' : `${line.seq} ${line.atMs} ${line.dedupe}`
}

/** Whether the journal still has the line that was its last one. */
async function hasLine(
  context: Pick<DailyFilesContext, 'database'>,
  lastLine: string,
): Promise<boolean> {
  if (lastLine === '') return true
  const seq = Number.parseInt(lastLine, 10)
  const [line] = await openDatabase(context)
    .select(columns)
    .from(journal)
    .where(eq(journal.seq, seq))
  return nameOf(line) === lastLine
}

/**
 * Reads the checkpoint of an earlier invocation. {@link noProgress} when there is none, or when the
 * database was restored to a moment before it: the bucket has kept what the database has lost.
 */
export async function readProgress(
  context: DailyFilesContext,
  key: string,
): Promise<SettlingProgress> {
  const object = await context.files.bucket.get(key)
  if (object === null) return noProgress
  const { lastLine, ...progress } = checkpointOf(await object.text())
  return (await hasLine(context, lastLine)) ? progress : noProgress
}

/** Stores the checkpoint of this invocation for the next one. */
export async function keepProgress(
  context: DailyFilesContext,
  key: string,
  { lookedAt, failed }: SettlingProgress,
): Promise<void> {
  const [last] = await openDatabase(context)
    .select(columns)
    .from(journal)
    .orderBy(desc(journal.seq))
    .limit(1)
  const checkpoint = {
    lookedAt: [...lookedAt],
    failed: [...failed],
    lastLine: nameOf(last),
  }
  await context.files.bucket.put(key, JSON.stringify(checkpoint), {
    httpMetadata: { contentType: 'application/json' },
  })
}
