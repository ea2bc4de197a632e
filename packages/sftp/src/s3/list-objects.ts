import type { XmlElement } from '@rgrove/parse-xml'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import type { ExchangeFile, FileListing, IgnoredEntry } from '../exchange/file-exchange.ts'
import { ignoredName, printableName } from '../exchange/file-name.ts'
import { createListingCount } from '../exchange/listing-limit.ts'
import { childrenOf, rootOf, textOf } from './answer-xml.ts'
import type { S3Client } from './s3-client.ts'

/** A prefix of a bucket, which serves as a folder. */
export interface Bucket {
  readonly client: S3Client
  readonly bucket: string
  /** Empty, or ending with a slash. */
  readonly prefix: string
}

interface ListedObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

/** One page of an answer of ListObjectsV2. */
interface ListingPage {
  readonly objects: readonly ListedObject[]
  /** Common prefixes: folders below the prefix, up to the next slash. */
  readonly prefixes: readonly string[]
  /** Token for the next page, if there is one. */
  readonly next: string | undefined
}

function malformed(cause?: unknown): FileExchangeError {
  return new FileExchangeError('ERR_SERVER', 'The listing of the bucket is not of its form.', {
    cause,
    remedy: 'Check that the address is that of an S3 API.',
  })
}

function decodeKey(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll('+', ' '))
  } catch (error) {
    throw malformed(error)
  }
}

function wholeSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000) * 1000
}

function readObjectEntry(contents: XmlElement, readKey: (written: string) => string): ListedObject {
  const key = textOf(contents, 'Key')
  const sizeBytes = Number(textOf(contents, 'Size') ?? Number.NaN)
  // A listing may have milliseconds (R2, MinIO), but a HEAD request has seconds, and the two are
  // compared.
  const modifiedAtMs = wholeSeconds(Date.parse(textOf(contents, 'LastModified') ?? ''))
  if (key === undefined || !Number.isSafeInteger(sizeBytes) || Number.isNaN(modifiedAtMs)) {
    throw malformed()
  }
  return { key: readKey(key), sizeBytes, modifiedAtMs }
}

function readPage(xml: string): ListingPage {
  const root = rootOf(xml)
  if (root?.name !== 'ListBucketResult') throw malformed()
  const isTruncated = textOf(root, 'IsTruncated') === 'true'
  const next = textOf(root, 'NextContinuationToken')
  if (isTruncated && next === undefined) throw malformed()
  // Keys are requested URL-encoded, because XML cannot contain every character of a key. A service
  // without this option returns raw keys, and then a name such as `a%2B` is meant literally.
  const isEncoded = textOf(root, 'EncodingType') === 'url'
  const readKey = isEncoded ? decodeKey : (written: string) => written
  return {
    objects: childrenOf(root, 'Contents').map((contents) => readObjectEntry(contents, readKey)),
    prefixes: childrenOf(root, 'CommonPrefixes').map((folder) =>
      readKey(textOf(folder, 'Prefix') ?? ''),
    ),
    next: isTruncated ? next : undefined,
  }
}

/**
 * Lists the folder, page by page.
 *
 * @throws FileExchangeError `ERR_SERVER` when an answer is not a listing, `ERR_LISTING_TOO_LONG`
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export async function listObjects({ client, prefix }: Bucket): Promise<FileListing> {
  const files: ExchangeFile[] = []
  const ignored: IgnoredEntry[] = []
  const count = createListingCount()
  let next: string | undefined
  do {
    const page: Record<string, string> = next === undefined ? {} : { 'continuation-token': next }
    const query = { 'list-type': '2', delimiter: '/', 'encoding-type': 'url', prefix, ...page }
    const activity = 'listing the bucket'
    const response = await client({ activity, method: 'GET', query, readsAnswer: true })
    const listing = readPage(await response.text())
    count.add(listing.objects.length + listing.prefixes.length)
    for (const { key, sizeBytes, modifiedAtMs } of listing.objects) {
      const name = key.slice(prefix.length)
      // Some tools mark a folder by an empty object with the name of the prefix.
      if (name === '') continue
      const reason = ignoredName(name)
      if (reason === undefined) files.push({ name, sizeBytes, modifiedAtMs })
      else ignored.push({ name: printableName(name), reason })
    }
    for (const found of listing.prefixes) {
      const name = found.slice(prefix.length).replace(/\/$/, '')
      ignored.push({ name: printableName(name), reason: 'folder' })
    }
    next = listing.next
  } while (next !== undefined)
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), ignored }
}

/** Metadata of an object from a HEAD request. */
export interface SeenObject {
  readonly sizeBytes: number
  /** Last change in milliseconds since 1970; 0 when the bucket does not return it. */
  readonly modifiedAtMs: number
  /** ETag of this version; `undefined` when the bucket does not return it. */
  readonly etag: string | undefined
}

/** Looks at an object; `undefined` when there is none of that name. */
export async function lookAtObject(
  { client, prefix }: Bucket,
  name: string,
): Promise<SeenObject | undefined> {
  const activity = `looking for ${printableName(name)}`
  const key = `${prefix}${name}`
  const { status, headers } = await client({ activity, method: 'HEAD', key, accepts: [404] })
  if (status === 404) return undefined
  const sizeBytes = Number(headers.get('content-length') ?? Number.NaN)
  const modifiedAtMs = Date.parse(headers.get('last-modified') ?? '')
  return {
    sizeBytes,
    modifiedAtMs: Number.isNaN(modifiedAtMs) ? 0 : modifiedAtMs,
    etag: headers.get('etag') ?? undefined,
  }
}

/** Looks a file up; `undefined` when there is none of that name. */
export async function findObject(bucket: Bucket, name: string): Promise<ExchangeFile | undefined> {
  const seen = await lookAtObject(bucket, name)
  return seen && { name, sizeBytes: seen.sizeBytes, modifiedAtMs: seen.modifiedAtMs }
}
