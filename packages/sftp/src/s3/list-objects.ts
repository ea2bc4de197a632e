import type { ExchangeFile, FileListing, IgnoredEntry } from '../file-exchange.ts'
import { ignoredName, printableName } from '../file-name.ts'
import { readListing } from './read-listing.ts'
import type { S3Api } from './s3-api.ts'

/** One folder of one bucket. */
export interface Bucket {
  readonly api: S3Api
  readonly bucket: string
  /** Empty, or ending with a slash. */
  readonly prefix: string
}

/** Lists the folder, page by page. */
export async function listObjects({ api, prefix }: Bucket): Promise<FileListing> {
  const files: ExchangeFile[] = []
  const ignored: IgnoredEntry[] = []
  let next: string | undefined
  do {
    const page: Record<string, string> = next === undefined ? {} : { 'continuation-token': next }
    const query = { 'list-type': '2', delimiter: '/', 'encoding-type': 'url', prefix, ...page }
    const response = await api({ doing: 'listing the bucket', method: 'GET', query })
    const listing = readListing(await response.text())
    for (const { key, sizeBytes, modifiedAtMs } of listing.objects) {
      const name = key.slice(prefix.length)
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

/** Looks an object up. */
export async function findObject(
  { api, prefix }: Bucket,
  name: string,
): Promise<ExchangeFile | undefined> {
  const doing = `looking for ${printableName(name)}`
  const key = `${prefix}${name}`
  const response = await api({ doing, method: 'HEAD', key, accepts: [404] })
  if (response.status === 404) return undefined
  const sizeBytes = Number(response.headers.get('content-length') ?? Number.NaN)
  const modifiedAtMs = Date.parse(response.headers.get('last-modified') ?? '')
  return { name, sizeBytes, modifiedAtMs: Number.isNaN(modifiedAtMs) ? 0 : modifiedAtMs }
}
