import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../database/schema.ts'
import { sha256OfStream, sha256OfText } from './bucket-stream.ts'
import {
  comparedColumns,
  type DailyFilesContext,
  type DailyFilesSettings,
} from './daily-files-context.ts'
import { keyOfFile, keyOfKeptFile } from './file-keys.ts'

/** Bucket keys of the files that a run reads. */
export interface RunFiles {
  readonly day: string
  readonly partnerKey: string
  readonly serviceKey: string
  /** Carried rows from the last run before this day. */
  readonly carriedPartnerKey?: string
  readonly carriedServiceKey?: string
}

/** The inputs of a run; the same content gives the same id. */
export interface RunInputs {
  readonly runId: string
  readonly partnerSha256: string
  readonly serviceSha256: string
}

/** Thrown when a file has disappeared since it was listed; the next round checks again. */
export class FileGoneError extends Error {
  constructor(key: string) {
    super(`${key} is no longer in the bucket. Put it back; the day is looked at again.`)
    this.name = 'FileGoneError'
  }
}

/**
 * Opens an object of the bucket.
 *
 * @throws FileGoneError when it does not exist
 */
export async function openObject(
  bucket: R2Bucket,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const object = await bucket.get(key)
  if (object === null) throw new FileGoneError(key)
  return object.body
}

/** The files of a day, and the rows carried over from the nearest earlier day. */
export async function filesOfRun(context: DailyFilesContext, day: string): Promise<RunFiles> {
  const [before] = await openDatabase(context)
    .select({ outputs: reconciliationRuns.outputs })
    .from(dailyFiles)
    .innerJoin(reconciliationRuns, eq(reconciliationRuns.id, dailyFiles.runId))
    .where(
      and(
        lt(dailyFiles.day, day),
        isNotNull(reconciliationRuns.outputs),
        eq(reconciliationRuns.state, 'done'),
      ),
    )
    .orderBy(desc(dailyFiles.day))
    .limit(1)
  const { carriedPartner, carriedService } = before?.outputs ?? {}
  return {
    day,
    partnerKey: keyOfKeptFile(context.files, day),
    serviceKey: keyOfFile(context.files, 'service', day),
    ...(carriedPartner !== undefined && { carriedPartnerKey: carriedPartner.key }),
    ...(carriedService !== undefined && { carriedServiceKey: carriedService.key }),
  }
}

/**
 * A run that was stopped because of a wrong key or profile is repeated when these settings change,
 * so their hash is part of the inputs. The key has enough entropy that the hash does not reveal it.
 */
function hashOf(settings: DailyFilesSettings): Promise<string> {
  const { compare = comparedColumns, profile, checksumKey, checksumKeyPrevious } = settings
  const { foreignRules = [] } = settings
  const keys = checksumKeyPrevious === undefined ? [] : [checksumKeyPrevious]
  const rules = foreignRules.length === 0 ? [] : [{ foreignRules }]
  return sha256OfText(JSON.stringify([profile, compare, checksumKey, ...keys, ...rules]))
}

/**
 * The etags of the files, to detect changes since the last check cheaply.
 *
 * @returns `undefined` when a file of the day has not arrived yet
 */
export async function etagsOfRun(
  context: DailyFilesContext,
  files: RunFiles,
): Promise<string | undefined> {
  const { bucket } = context.files
  const [partner, service] = await Promise.all([
    bucket.head(files.partnerKey),
    bucket.head(files.serviceKey),
  ])
  if (partner === null || service === null) return undefined
  // Carried rows are stored under the id of their run, which is derived from its content, so the
  // key identifies the content.
  const { carriedPartnerKey = '', carriedServiceKey = '' } = files
  const settings = await hashOf(context.files)
  return [partner.etag, service.etag, carriedPartnerKey, carriedServiceKey, settings].join(' ')
}

/** Whether two checks saw the same files, regardless of settings. */
export function areSameFiles(etags: string, before: string | null): boolean {
  const withoutSettings = (texts: string): string => texts.slice(0, texts.lastIndexOf(' '))
  return before !== null && withoutSettings(etags) === withoutSettings(before)
}

/**
 * Hashes the files of a run.
 *
 * @throws FileGoneError when a file no longer exists
 */
export async function inputsOfRun(
  { files: settings }: DailyFilesContext,
  files: RunFiles,
): Promise<RunInputs> {
  const hash = async (key: string | undefined): Promise<string> =>
    key === undefined ? '' : (await sha256OfStream(await openObject(settings.bucket, key))).sha256
  const partnerSha256 = await hash(files.partnerKey)
  const serviceSha256 = await hash(files.serviceKey)
  const carried = [await hash(files.carriedPartnerKey), await hash(files.carriedServiceKey)]
  const content = [files.day, partnerSha256, serviceSha256, carried, await hashOf(settings)]
  const runId = (await sha256OfText(JSON.stringify(content))).slice(0, 32)
  return { runId, partnerSha256, serviceSha256 }
}
