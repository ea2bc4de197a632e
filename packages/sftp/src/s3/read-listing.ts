import { FileExchangeError } from '../file-exchange-error.ts'

/** One object in an answer of ListObjectsV2. */
export interface ListedObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

/** One page of a listing. */
export interface ListingPage {
  readonly objects: readonly ListedObject[]
  /** Folders below the prefix. */
  readonly prefixes: readonly string[]
  /** Token for the next page, if there is one. */
  readonly next: string | undefined
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescapeXml(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole: string, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
    return entities[name] ?? whole
  })
}

function textOf(xml: string, tag: string): string | undefined {
  const found = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescapeXml(found)
}

function malformed(): FileExchangeError {
  return new FileExchangeError('ERR_SERVER', 'The listing of the bucket is not of its form.', {
    remedy: 'Check that the address is that of an S3 API.',
  })
}

function decodeKey(escaped: string): string {
  try {
    return decodeURIComponent(escaped.replaceAll('+', ' '))
  } catch {
    throw malformed()
  }
}

function readObject(xml: string): ListedObject {
  const key = textOf(xml, 'Key')
  const sizeBytes = Number(textOf(xml, 'Size') ?? Number.NaN)
  const modifiedAtMs = Date.parse(textOf(xml, 'LastModified') ?? '')
  if (key === undefined || !Number.isSafeInteger(sizeBytes) || Number.isNaN(modifiedAtMs)) {
    throw malformed()
  }
  return { key: decodeKey(key), sizeBytes, modifiedAtMs }
}

/**
 * Reads an answer of ListObjectsV2 that was asked for with `encoding-type=url`.
 *
 * @throws FileExchangeError `ERR_SERVER` when it is something else
 */
export function readListing(xml: string): ListingPage {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw malformed()
  const parts = (tag: string): string[] =>
    [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, part = '']) => part)
  const prefixes = parts('CommonPrefixes').map((part) => decodeKey(textOf(part, 'Prefix') ?? ''))
  const isCut = textOf(xml, 'IsTruncated') === 'true'
  const next = textOf(xml, 'NextContinuationToken')
  if (isCut && next === undefined) throw malformed()
  return { objects: parts('Contents').map(readObject), prefixes, next: isCut ? next : undefined }
}
