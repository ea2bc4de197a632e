import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { openDatabase } from '../../database/open-database.ts'
import { dailyFiles, reconciliationRuns } from '../../database/schema.ts'
import { sha256OfStream, sha256OfText } from './bucket-stream.ts'
import {
  comparedColumns,
  type DailyFilesContext,
  type DailyFilesSettings,
} from '../daily-files-context.ts'
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

/** The files of a run as they were when the day was checked. */
export interface SeenFiles extends RunFiles {
  /** Other content has another etag, so that no other content is read under these keys. */
  readonly partnerEtag: string
  readonly serviceEtag: string
  /** The etags of all files: a cheap way to see whether one has changed since the last look. */
  readonly seen: string
}

/** What a run is made from; the same content has the same id. */
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
 * Thrown when the content under a file's key has changed since the day was checked; the next check
 * decides again.
 */
export class FileReplacedError extends Error {
  constructor(key: string) {
    super(`${key} was replaced while it was worked on. The day is looked at again.`)
    this.name = 'FileReplacedError'
  }
}

/**
 * Opens an object of the bucket.
 *
 * @param etag etag that the object must have; left out, any content is accepted
 * @throws FileGoneError when the object does not exist
 * @throws FileReplacedError when the object has another etag
 */
export async function openObject(
  bucket: R2Bucket,
  key: string,
  etag?: string,
): Promise<ReadableStream<Uint8Array>> {
  const object = await bucket.get(key, etag === undefined ? {} : { onlyIf: { etagMatches: etag } })
  if (object === null) throw new FileGoneError(key)
  if ('body' in object) return object.body
  throw new FileReplacedError(key)
}

/**
 * The files of a day, and the rows carried over from the nearest earlier day that was compared. If
 * that day is now stopped over a file that was sent again, its last completed run still provides
 * the carried rows.
 */
export async function filesOfRun(context: DailyFilesContext, day: string): Promise<RunFiles> {
  const { id, outputs, state, atMs } = reconciliationRuns
  const [before] = await openDatabase(context)
    .select({ outputs })
    .from(reconciliationRuns)
    .innerJoin(dailyFiles, eq(dailyFiles.day, reconciliationRuns.day))
    .where(and(lt(reconciliationRuns.day, day), isNotNull(outputs), eq(state, 'done')))
    .orderBy(desc(reconciliationRuns.day), sql`${dailyFiles.runId} = ${id} DESC`, desc(atMs))
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
 * Reads the keys and etags of the files of a run.
 *
 * @returns `undefined` when a file of the day has not arrived yet
 */
export async function readRunFiles(
  context: DailyFilesContext,
  files: RunFiles,
): Promise<SeenFiles | undefined> {
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
  const [partnerEtag, serviceEtag] = [partner.etag, service.etag]
  const seen = [partnerEtag, serviceEtag, carriedPartnerKey, carriedServiceKey, settings].join(' ')
  return { ...files, partnerEtag, serviceEtag, seen }
}

/** Whether two checks saw the same files, regardless of settings. */
export function areSameFiles(etags: string, before: string | null): boolean {
  const withoutSettings = (texts: string): string => texts.slice(0, texts.lastIndexOf(' '))
  return before !== null && withoutSettings(etags) === withoutSettings(before)
}

/**
 * Hashes the files of a run.
 *
 * @throws FileGoneError when a file is no longer there
 * @throws FileReplacedError when a file was replaced since the day was checked
 */
export async function inputsOfRun(
  { files: settings }: DailyFilesContext,
  files: SeenFiles,
): Promise<RunInputs> {
  const hash = async (key: string | undefined, etag?: string): Promise<string> => {
    if (key === undefined) return ''
    return (await sha256OfStream(await openObject(settings.bucket, key, etag))).sha256
  }
  const partnerSha256 = await hash(files.partnerKey, files.partnerEtag)
  const serviceSha256 = await hash(files.serviceKey, files.serviceEtag)
  const carried = [await hash(files.carriedPartnerKey), await hash(files.carriedServiceKey)]
  const content = [files.day, partnerSha256, serviceSha256, carried, await hashOf(settings)]
  const runId = (await sha256OfText(JSON.stringify(content))).slice(0, 32)
  return { runId, partnerSha256, serviceSha256 }
}
