import { utf8 } from '../bytes/utf8.ts'

/** Where a page has ended: the time and the key of its last row. */
export interface Position {
  readonly atMs: number
  readonly key: string
}

/** A list with what it is filtered by; a cursor holds for one of them only. */
export interface Query {
  readonly list: string
  readonly filter: object
}

function identityOf({ list, filter }: Query): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  return JSON.stringify([list, ...entries.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** Writes where a page has ended, for whoever asks for the next one. */
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
 * @throws TypeError when it is none, or belongs to another list or to other filters
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
