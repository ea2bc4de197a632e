import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import type { ExchangeFile, FileListing, IgnoredEntry } from '../exchange/file-exchange.ts'
import { ignoredName, printableName } from '../exchange/file-name.ts'
import type { S3Client } from './s3-client.ts'

/** One folder of one bucket. */
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
  /** Keys up to the next slash, of what lies in folders below the prefix. */
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

function parseListing(xml: string): XmlElement {
  try {
    const { root } = parseXml(xml)
    if (root?.name === 'ListBucketResult') return root
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw malformed(error)
  }
  throw malformed()
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name === name,
  )
}

function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text
}

/** Keys are asked for with `encoding-type=url`, since XML cannot hold every character of a key. */
function decodeKey(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll('+', ' '))
  } catch (error) {
    throw malformed(error)
  }
}

function readObjectEntry(contents: XmlElement): ListedObject {
  const key = textOf(contents, 'Key')
  const sizeBytes = Number(textOf(contents, 'Size') ?? Number.NaN)
  const modifiedAtMs = Date.parse(textOf(contents, 'LastModified') ?? '')
  if (key === undefined || !Number.isSafeInteger(sizeBytes) || Number.isNaN(modifiedAtMs)) {
    throw malformed()
  }
  return { key: decodeKey(key), sizeBytes, modifiedAtMs }
}

function readPage(xml: string): ListingPage {
  const root = parseListing(xml)
  const isTruncated = textOf(root, 'IsTruncated') === 'true'
  const next = textOf(root, 'NextContinuationToken')
  if (isTruncated && next === undefined) throw malformed()
  return {
    objects: childrenOf(root, 'Contents').map(readObjectEntry),
    prefixes: childrenOf(root, 'CommonPrefixes').map((folder) =>
      decodeKey(textOf(folder, 'Prefix') ?? ''),
    ),
    next: isTruncated ? next : undefined,
  }
}

/**
 * Lists the folder, page by page.
 *
 * @throws FileExchangeError `ERR_SERVER` when an answer is no listing
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export async function listObjects({ client, prefix }: Bucket): Promise<FileListing> {
  const files: ExchangeFile[] = []
  const ignored: IgnoredEntry[] = []
  let next: string | undefined
  do {
    const page: Record<string, string> = next === undefined ? {} : { 'continuation-token': next }
    const query = { 'list-type': '2', delimiter: '/', 'encoding-type': 'url', prefix, ...page }
    const response = await client({ activity: 'listing the bucket', method: 'GET', query })
    const listing = readPage(await response.text())
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

/** Looks an object up; `undefined` when there is none of that name. */
export async function findObject(
  { client, prefix }: Bucket,
  name: string,
): Promise<ExchangeFile | undefined> {
  const activity = `looking for ${printableName(name)}`
  const key = `${prefix}${name}`
  const response = await client({ activity, method: 'HEAD', key, accepts: [404] })
  if (response.status === 404) return undefined
  const sizeBytes = Number(response.headers.get('content-length') ?? Number.NaN)
  const modifiedAtMs = Date.parse(response.headers.get('last-modified') ?? '')
  return { name, sizeBytes, modifiedAtMs: Number.isNaN(modifiedAtMs) ? 0 : modifiedAtMs }
}
