import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { alertUnlessRaised, raiseAlert } from '../../alerts/alerts.ts'
import { serviceOf, type ServiceOfDeployment } from '../../bound-service/bind-to-service.ts'
import { transact } from '../../database/transact.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { hasForeignFiles } from './foreign-files.ts'
import { dayOf } from '../vietnam-day.ts'

/** Key of the object that names the owner of a bucket. It lies beside the prefixes of the files. */
export const ownerKey = 'owner.json'

/** The deployment whose daily files are in a bucket. */
export interface OwnerOfFiles extends Pick<ServiceOfDeployment, 'environment' | 'serviceUrl'> {
  /** Name of the partner in the names of its files. */
  readonly partnerToken: string
}

const fields = ['environment', 'service', 'partnerToken'] as const
type OwnerField = (typeof fields)[number]
type Owner = Readonly<Record<OwnerField, string>>

/**
 * A mismatch between the owner of the bucket and the deployment, an unreadable mark, or a missing
 * mark in a bucket with partner files that the database has not written.
 */
export type ForeignBucket =
  | {
      readonly what: OwnerField
      /** Value in the bucket. */
      readonly bound: string
      /** Value in the deployment. */
      readonly asked: string
    }
  | { readonly what: 'unreadable' }
  | { readonly what: 'unmarked' }

const maxMarkBytes = 1024
/** Values that may be repeated in messages. */
const shown = /^[\w.:/[\]-]{1,300}$/

function readOwner(text: string): Owner | undefined {
  let mark: unknown
  try {
    mark = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof mark !== 'object' || mark === null) return undefined
  const values = new Map<string, unknown>(Object.entries(mark))
  const textOf = (field: OwnerField): string => {
    const value = values.get(field)
    return typeof value === 'string' && shown.test(value) ? value : ''
  }
  const owner = {
    environment: textOf('environment'),
    service: textOf('service'),
    partnerToken: textOf('partnerToken'),
  }
  return fields.every((field) => owner[field] !== '') ? owner : undefined
}

function ownerOf({ environment, serviceUrl, partnerToken }: OwnerOfFiles): Owner {
  return { environment, service: serviceOf(serviceUrl), partnerToken }
}

/**
 * Compares the mark of a bucket with a deployment, and writes nothing.
 *
 * @returns the mismatches, empty when the deployment may use the bucket; `undefined` when the bucket
 *   has no mark and may get one
 * @throws the error of R2
 */
export async function compareBucket(
  bucket: R2Bucket,
  deployment: OwnerOfFiles,
  context: Pick<OrdersContext, 'database'>,
): Promise<readonly ForeignBucket[] | undefined> {
  checkContext('compareBucket', context, ['database'])
  checkArguments('compareBucket', { bucket, deployment })
  const object = await bucket.get(ownerKey)
  if (object === null) {
    return (await hasForeignFiles(context, bucket)) ? [{ what: 'unmarked' }] : undefined
  }
  if (object.size > maxMarkBytes) {
    await object.body.cancel()
    return [{ what: 'unreadable' }]
  }
  const owner = readOwner(await object.text())
  if (owner === undefined) return [{ what: 'unreadable' }]
  const own = ownerOf(deployment)
  return fields
    .filter((what) => owner[what] !== own[what])
    .map((what) => ({ what, bound: owner[what], asked: own[what] }))
}

/**
 * Marks a bucket permanently as that of a deployment, or returns the mismatches when it is the
 * bucket of another one: two deployments with one bucket would overwrite each other's partner files
 * and settle transactions by each other's service files. A bucket that holds partner files which
 * this database has not written gets no mark.
 *
 * Costs one read when the bucket has its mark.
 *
 * @returns the mismatches; empty when the deployment may use the bucket
 * @throws the error of R2
 *
 * @example
 * ```ts
 * import { bindBucket } from '@merchant-edge/orders/daily-files'
 *
 * export async function mayUse(bucket: R2Bucket, database: D1Database): Promise<boolean> {
 *   const deployment = {
 *     environment: 'uat',
 *     serviceUrl: 'https://service.example',
 *     partnerToken: 'BOOKS',
 *   }
 *   return (await bindBucket(bucket, deployment, { database })).length === 0
 * }
 * ```
 */
export async function bindBucket(
  bucket: R2Bucket,
  deployment: OwnerOfFiles,
  context: Pick<OrdersContext, 'database'>,
): Promise<readonly ForeignBucket[]> {
  checkContext('bindBucket', context, ['database'])
  checkArguments('bindBucket', { bucket, deployment })
  const found = await compareBucket(bucket, deployment, context)
  if (found !== undefined) return found
  // Of two deployments that begin at the same time, only the first writes its mark.
  await bucket.put(ownerKey, JSON.stringify(ownerOf(deployment)), {
    onlyIf: new Headers({ 'If-None-Match': '*' }),
    httpMetadata: { contentType: 'application/json' },
  })
  const written = await compareBucket(bucket, deployment, context)
  if (written === undefined) throw new Error(`${ownerKey} was deleted while it was read.`)
  return written
}

/**
 * Raises one alert a day about a bucket of another deployment, however often the work is tried.
 *
 * @param problem what is wrong, and what to do, in sentences
 */
export async function alertForeignBucket(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  problem: { readonly message: string; readonly remedy: string },
): Promise<void> {
  checkContext('alertForeignBucket', context, ['database', 'endpoints', 'now'])
  checkArguments('alertForeignBucket', { problem })
  const atMs = context.now()
  const subject = `FILES:${dayOf(atMs)}`
  await transact(
    context,
    alertUnlessRaised({ kind: 'files_of_another', subject, atMs, data: { ...problem } }),
  )
}

/** Raises the alert of the day that R2 refuses to read or write the mark of the bucket. */
export async function alertUnreachableBucket(
  context: Pick<OrdersContext, 'database' | 'endpoints' | 'now'>,
  error: unknown,
): Promise<void> {
  checkContext('alertUnreachableBucket', context, ['database', 'endpoints', 'now'])
  const atMs = context.now()
  const name = error instanceof Error ? error.name : 'unknown error'
  const subject = `FILES:${dayOf(atMs)}`
  await raiseAlert(context, { kind: 'daily_files_failing', subject, atMs, data: { error: name } })
}
