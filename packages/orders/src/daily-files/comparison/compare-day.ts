import { reconcile, ReconcileError, type Reconciliation } from '@merchant-edge/reconcile'
import { fileChanged } from '@merchant-edge/reconcile/engine'
import type { Side } from '@merchant-edge/reconcile/files'
import { formatReport } from '@merchant-edge/reconcile/report'
import { bucketStream } from '../bucket/bucket-stream.ts'
import type { RunOutput, RunOutputs } from '../daily-files-api.ts'
import { comparedColumns, headerOf, type DailyFilesContext } from '../daily-files-context.ts'
import { nameOfKey } from '../bucket/file-keys.ts'
import { forcedAtMs } from './force-permission.ts'
import { ForeignTransactions } from '../service-file/foreign-transactions.ts'
import { nativeDigest } from '../bucket/native-digest.ts'
import { openCarried } from './open-carried.ts'
import { rangedEngineOfRun } from './ranged-engine.ts'
import {
  FileReplacedError,
  openObject,
  type RunInputs,
  type SeenFiles,
} from '../bucket/run-inputs.ts'

/** The outcome of comparing the files of a day, and the objects that were written. */
export interface ComparedDay {
  readonly reconciliation: Reconciliation
  readonly outputs: RunOutputs
  /**
   * The service's transactions that were not made through this system, and the refunds among them.
   */
  readonly foreign: ForeignTransactions
  /** The error that stopped the run before; set when an operator forced the run to continue. */
  readonly forced?: ForcedStop
}

/** An error that stopped a run, overridden by an operator. */
export interface ForcedStop {
  /** When the operator overrode it, in milliseconds since 1970. */
  readonly atMs: number
  readonly error: ReconcileError
}

/** Files up to this size are compared even when few of their rows match. Assumes G-107. */
const shortFileBytes = 64 * 1024

/** Names of the objects that a run writes, below its prefix. */
const outputNames = {
  result: 'result.csv',
  differences: 'differences.jsonl',
  exceptions: 'exceptions.csv',
  carriedPartner: 'carried-partner.csv',
  carriedService: 'carried-service.csv',
  cleared: 'cleared.jsonl',
  foreignRows: 'foreign.csv',
} as const

const outputsOfRun = [
  'result',
  'differences',
  'exceptions',
  'carriedPartner',
  'carriedService',
  'cleared',
  'foreignRows',
] as const satisfies readonly (keyof typeof outputNames)[]

/** The prefix of the objects of a run, whatever its outcome. */
export function prefixOfRun(day: string, runId: string): string {
  return `reconciliations/${day}/${runId}/`
}

/** The subject of the alerts about a run. */
export function subjectOfRun(day: string, runId: string): string {
  return `${day}:${runId.slice(0, 16)}`
}

/**
 * Opens a file of the day only if its content is still the one that was hashed. Otherwise the
 * outcome of another content would be stored for good under the id of this one.
 */
async function openSeen(
  bucket: R2Bucket,
  side: Side,
  { partnerKey, partnerEtag, serviceKey, serviceEtag }: SeenFiles,
): Promise<ReadableStream<Uint8Array>> {
  const [key, etag] = side === 'partner' ? [partnerKey, partnerEtag] : [serviceKey, serviceEtag]
  try {
    return await openObject(bucket, key, etag)
  } catch (error) {
    throw error instanceof FileReplacedError ? fileChanged(side) : error
  }
}

async function run(
  context: DailyFilesContext,
  { files, prefix, force }: { files: SeenFiles; prefix: string; force: boolean },
): Promise<Pick<ComparedDay, 'reconciliation' | 'foreign'>> {
  const { files: settings } = context
  const { bucket, compare = comparedColumns, profile, foreignRules = [] } = settings
  const { checksumKey, checksumKeyPrevious, serviceToken } = settings
  const opener = (side: Side) => () => openSeen(bucket, side, files)
  const carried = (side: Side, key: string) => () => openCarried(context, { side, key })
  const output = (name: keyof typeof outputNames) =>
    bucketStream(bucket, prefix + outputNames[name], {
      httpMetadata: {
        contentType: outputNames[name].endsWith('.jsonl')
          ? 'application/jsonl'
          : 'text/csv; charset=utf-8',
      },
    })
  const { partnerKey, serviceKey, carriedPartnerKey, carriedServiceKey } = files
  const foreign = new ForeignTransactions(context)
  const engine = await rangedEngineOfRun(settings, files)
  const reconciliation = await reconcile({
    day: files.day,
    partner: {
      name: nameOfKey(partnerKey),
      open: opener('partner'),
      ...(carriedPartnerKey !== undefined && {
        openCarried: carried('partner', carriedPartnerKey),
      }),
    },
    service: {
      name: nameOfKey(serviceKey),
      open: opener('service'),
      ...(carriedServiceKey !== undefined && {
        openCarried: carried('service', carriedServiceKey),
      }),
    },
    ...(serviceToken !== undefined && { serviceToken }),
    key: checksumKey,
    ...(checksumKeyPrevious !== undefined && { previousKey: checksumKeyPrevious }),
    profile,
    header: headerOf(settings),
    compare,
    force,
    foreign: { rules: foreignRules, decide: (found) => foreign.decide(found) },
    createDigest: nativeDigest,
    ...(engine !== undefined && { engine }),
    result: output('result'),
    differences: output('differences'),
    exceptions: output('exceptions'),
    carriedPartner: output('carriedPartner'),
    carriedService: output('carriedService'),
    cleared: output('cleared'),
    foreignRows: output('foreignRows'),
  })
  return { reconciliation, foreign }
}

async function areShort({ files }: DailyFilesContext, { partnerKey, serviceKey }: SeenFiles) {
  const heads = await Promise.all([files.bucket.head(partnerKey), files.bucket.head(serviceKey)])
  return heads.every((head) => head !== null && head.size <= shortFileBytes)
}

/**
 * On a day with few transactions, one lost payment is a large share, so the check for unrelated
 * files would stop every run that has a difference. File names and checksums already prove that the
 * files belong together.
 */
async function isShortDay(
  context: DailyFilesContext,
  files: SeenFiles,
  { code }: ReconcileError,
): Promise<boolean> {
  const isUnrelated = code === 'ERR_FILES_UNRELATED' || code === 'ERR_FILE_EMPTY'
  return isUnrelated && (await areShort(context, files))
}

/**
 * The run is first tried without force, even when an operator asked for force: only then is it
 * known which error was overridden.
 */
async function runOrForce(
  context: DailyFilesContext,
  use: { files: SeenFiles; inputs: RunInputs; prefix: string },
): Promise<Omit<ComparedDay, 'outputs'>> {
  const { files, inputs } = use
  try {
    return await run(context, { ...use, force: false })
  } catch (error) {
    if (!(error instanceof ReconcileError)) throw error
    if (await isShortDay(context, files, error)) {
      return await run(context, { ...use, force: true })
    }
    const atMs = await forcedAtMs(context, { day: files.day, ...inputs, code: error.code })
    if (atMs === undefined) throw error
    return { ...(await run(context, { ...use, force: true })), forced: { atMs, error } }
  }
}

async function storeText(
  bucket: R2Bucket,
  key: string,
  { text, contentType }: { readonly text: string; readonly contentType: string },
): Promise<RunOutput> {
  const bytes = new TextEncoder().encode(text)
  await bucket.put(key, bytes, { httpMetadata: { contentType } })
  return { key, bytes: bytes.length }
}

/**
 * Compares the partner file and the service file of a day, and writes to the bucket: the result
 * file, the differences with the rows of both sides, the excluded rows (exceptions), the carried
 * rows for the next day, the transactions that clear carried rows, the manifest, and the report.
 *
 * @throws ReconcileError when the run was stopped; nothing is written then
 * @throws FileGoneError when a file is no longer there
 */
export async function compareDay(
  context: DailyFilesContext,
  { files, inputs }: { readonly files: SeenFiles; readonly inputs: RunInputs },
): Promise<ComparedDay> {
  const { bucket, reportLanguage } = context.files
  const prefix = prefixOfRun(files.day, inputs.runId)
  const { reconciliation, foreign, forced } = await runOrForce(context, { files, inputs, prefix })
  const outputs: Record<string, RunOutput> = {}
  for (const name of outputsOfRun) {
    const written = reconciliation.manifest.outputs[name]
    if (written !== undefined) {
      outputs[name] = { key: prefix + outputNames[name], bytes: written.bytes }
    }
  }
  const manifest = {
    ...reconciliation.manifest,
    ...(forced && { forced: forced.error.code }),
  }
  outputs['manifest'] = await storeText(bucket, `${prefix}manifest.json`, {
    text: JSON.stringify(manifest, undefined, 2),
    contentType: 'application/json',
  })
  outputs['report'] = await storeText(bucket, `${prefix}report.html`, {
    text: formatReport(reconciliation, reportLanguage),
    contentType: 'text/html; charset=utf-8',
  })
  return { reconciliation, outputs, foreign, ...(forced && { forced }) }
}
