import { SignOnError } from '../failure/sign-on-error.ts'
import type { Send } from './send.ts'

/** A document that the identity server publishes: its discovery document or its key set. */
export interface CachedDocument {
  /** JSON text, as it was received. */
  readonly text: string
  /** When it was fetched, in seconds since 1970. */
  readonly fetchedAt: number
}

/** Keeps discovery documents and key sets longer than one isolate lives, in KV for example. */
export interface DocumentCache {
  read(url: string): Promise<CachedDocument | undefined>
  write(url: string, document: CachedDocument): Promise<void>
}

/** The discovery document or key set, read and kept in memory, so that few requests fetch it. */
export interface RemoteDocument<Value> {
  /**
   * The document from memory, from the cache, or fetched. While the server cannot be reached, one of up to
   * 24 hours is given.
   *
   * @throws SignOnError when there is none
   */
  get(): Promise<Value>
  /** Fetches it again; `undefined` when the last renewal, less than 10 s ago, brought nothing new. */
  renew(): Promise<Value | undefined>
}

/** Address of a document, how to read it, and how long it is kept. */
export interface RemoteDocumentOptions<Value> {
  readonly url: string
  /** Reads the text; throws a SignOnError when it is not such a document, which is then not kept. */
  readonly read: (text: string) => Value
  readonly maximumAgeSeconds: number
  readonly send: Send
  readonly now: () => number
  readonly cache: DocumentCache | undefined
}

const renewalPauseSeconds = 10
const staleSeconds = 24 * 3600

/**
 * Makes the holder of one document. Requests share its values but never a promise under way: on Workers a
 * request must not wait for the input and output of another.
 */
export function createRemoteDocument<Value>(
  options: RemoteDocumentOptions<Value>,
): RemoteDocument<Value> {
  const { url, read, maximumAgeSeconds, send, now, cache } = options
  let known: { readonly document: CachedDocument; readonly value: Value } | undefined
  let pausedUntil = 0

  const isFresh = ({ fetchedAt }: CachedDocument): boolean => now() - fetchedAt < maximumAgeSeconds

  async function fetchNow(): Promise<Value> {
    const response = await send(url, { method: 'GET', headers: { accept: 'application/json' } })
    if (response.status !== 200) {
      throw new SignOnError('metadata_unreadable', { serverStatus: response.status })
    }
    const document = { text: await response.text(), fetchedAt: now() }
    known = { document, value: read(document.text) }
    await cache?.write(url, document)
    return known.value
  }

  return {
    async get() {
      if (known && isFresh(known.document)) return known.value
      const cached = await cache?.read(url)
      if (cached && isFresh(cached)) {
        known = { document: cached, value: read(cached.text) }
        return known.value
      }
      try {
        return await fetchNow()
      } catch (error) {
        if (known && now() - known.document.fetchedAt < staleSeconds) return known.value
        throw error
      }
    },
    async renew() {
      if (pausedUntil > now()) return undefined
      const before = known?.document.text
      const value = await fetchNow()
      if (known?.document.text === before) pausedUntil = now() + renewalPauseSeconds
      return value
    },
  }
}
