/**
 * Maximum bytes that one page reads; a line usually has a few thousand bytes, and at most some tens
 * of thousands.
 */
const pageBytes = 512 * 1024
const lineEnd = 10

/** The lines to read. */
export interface LinesPage {
  /** Byte position of the first line. */
  readonly position: number
  /** Maximum number of lines; a page ends earlier after 512 KiB. */
  readonly limit: number
}

/** Lines that were read. */
export interface ReadLines {
  readonly lines: readonly { readonly text: string; readonly position: number }[]
  /** Byte position of the next page; `undefined` at the end of the object. */
  readonly next: number | undefined
}

/**
 * Reads whole lines of an object from a position on.
 *
 * @returns `undefined` when the object is gone, or no line begins there
 */
export async function readLines(
  bucket: R2Bucket,
  key: string,
  { position, limit }: LinesPage,
): Promise<ReadLines | undefined> {
  const head = await bucket.head(key)
  if (head === null) return undefined
  if (position >= head.size) {
    return position === head.size ? { lines: [], next: undefined } : undefined
  }
  // One byte before the position says whether a line begins there.
  const offset = Math.max(position - 1, 0)
  const object = await bucket.get(key, { range: { offset, length: pageBytes } })
  if (object === null) return undefined
  const bytes = new Uint8Array(await object.arrayBuffer())
  if (position > 0 && bytes[0] !== lineEnd) return undefined
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const lines: { text: string; position: number }[] = []
  let from = position - offset
  while (lines.length < limit) {
    const end = bytes.indexOf(lineEnd, from)
    if (end === -1) break
    lines.push({ text: decoder.decode(bytes.subarray(from, end)), position: offset + from })
    from = end + 1
  }
  const next = offset + from
  return { lines, next: next < head.size ? next : undefined }
}
