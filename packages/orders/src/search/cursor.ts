import { utf8 } from '../bytes/utf8.ts'

/** End of a page: the time and the key of its last row. */
export interface Position {
  readonly atMs: number
  readonly key: string
}

/** A list and its filters; a cursor is valid only for the same list and filters. */
export interface Query {
  readonly list: string
  readonly filter: object
}

function identityOf({ list, filter }: Query): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  return JSON.stringify([list, ...entries.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** Encodes the end of a page as the cursor for the next page. */
export function writeCursor(query: Query, { atMs, key }: Position): string {
  const bytes = utf8(JSON.stringify([identityOf(query), atMs, key]))
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function parse(cursor: string): unknown {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * Reads a cursor.
 *
 * @throws TypeError when the text is not a cursor, or belongs to another list or other filters
 */
export function readCursor(query: Query, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const parsed = parse(cursor)
  const [identity, atMs, key] = Array.isArray(parsed) ? parsed : []
  if (identity !== identityOf(query) || !Number.isSafeInteger(atMs) || typeof key !== 'string') {
    throw new TypeError(
      "The list's cursor must be the one that the page before has given, for the same filters.",
    )
  }
  return { atMs, key }
}
