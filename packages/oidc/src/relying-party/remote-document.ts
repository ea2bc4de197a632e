import { SignOnError } from '../failure/sign-on-error.ts'
import type { Send } from './send.ts'

/** A document that the identity server publishes: its discovery document or its key set. */
export interface CachedDocument {
  /** JSON text, as it was received. */
  readonly text: string
  /** When it was fetched, in seconds since 1970. */
  readonly fetchedAt: number
}

/**
 * Cache for discovery documents and key sets that outlives an isolate, for example in KV. When the
 * cache fails, the documents are fetched.
 */
export interface DocumentCache {
  read(url: string): Promise<CachedDocument | undefined>
  write(url: string, document: CachedDocument): Promise<void>
}

/** The discovery document or key set, cached in memory. */
export interface RemoteDocument<Value> {
  /**
   * The document from memory, from the cache, or fetched. While the server is unreachable, a cached
   * document of up to 24 hours is used, and the server is asked every 10 seconds at most.
   *
   * @throws SignOnError when there is none
   */
  get(): Promise<Value>
  /**
   * Fetches the document again; `undefined` when the last renewal, less than 10 s ago, brought
   * nothing new.
   *
   * @throws SignOnError when it cannot be fetched; for 10 s the same one, without asking again
   */
  renew(): Promise<Value | undefined>
}

/** Address of a document, how to read it, and how long it is kept. */
export interface RemoteDocumentOptions<Value> {
  readonly url: string
  /**
   * Parses the text; throws a SignOnError when it is not such a document, which is then not cached.
   */
  readonly read: (text: string) => Value
  readonly maxAgeSeconds: number
  readonly send: Send
  /** The time in whole seconds since 1970. */
  readonly nowSeconds: () => number
  readonly cache: DocumentCache | undefined
}

const pauseSeconds = 10
const staleSeconds = 24 * 3600

async function fetchText(send: Send, url: string): Promise<string> {
  const response = await send(url, { method: 'GET', headers: { accept: 'application/json' } })
  if (response.status === 200) return response.text()
  throw new SignOnError('metadata_unreadable', { serverStatus: response.status })
}

/**
 * Creates the holder of one document. Requests share its values but never a pending promise: on
 * Workers a request must not wait for the I/O of another.
 */
export function createRemoteDocument<Value>(
  options: RemoteDocumentOptions<Value>,
): RemoteDocument<Value> {
  const { url, read, maxAgeSeconds, send, nowSeconds, cache } = options
  let known: { readonly document: CachedDocument; readonly value: Value } | undefined
  let pausedUntil = 0
  /** Why the last fetch failed. */
  let failure: unknown

  const isYoungerThan = (seconds: number): boolean =>
    known !== undefined && nowSeconds() - known.document.fetchedAt < seconds
  const isFresh = (): boolean => isYoungerThan(maxAgeSeconds)
  const isPaused = (): boolean => pausedUntil > nowSeconds()

  /** Stops requests for 10 seconds, because the last fetch brought nothing new or failed. */
  function pause(why?: unknown): void {
    pausedUntil = nowSeconds() + pauseSeconds
    failure = why
  }

  async function readCache(): Promise<void> {
    try {
      const document = await cache?.read(url)
      const isNewer = document && document.fetchedAt > (known?.document.fetchedAt ?? -Infinity)
      if (isNewer) known = { document, value: read(document.text) }
    } catch {
      // A cache failure is ignored; the document is then fetched.
    }
  }

  async function writeCache(document: CachedDocument): Promise<void> {
    try {
      await cache?.write(url, document)
    } catch {
      // A failed write is ignored; the next isolate fetches the document again.
    }
  }

  async function fetchNow(): Promise<Value> {
    try {
      const document = { text: await fetchText(send, url), fetchedAt: nowSeconds() }
      known = { document, value: read(document.text) }
      const { value } = known
      pausedUntil = 0
      await writeCache(document)
      return value
    } catch (error) {
      pause(error)
      throw error
    }
  }

  return {
    async get() {
      if (!isFresh()) await readCache()
      if (known && isFresh()) return known.value
      const stale = isYoungerThan(staleSeconds) ? known : undefined
      if (stale && failure && isPaused()) return stale.value
      try {
        return await fetchNow()
      } catch (error) {
        if (stale) return stale.value
        throw error
      }
    },
    async renew() {
      // Anybody can make up a key id, and a server that fails must not be asked for each.
      if (isPaused()) {
        if (failure) throw failure
        return undefined
      }
      const before = known?.document.text
      const value = await fetchNow()
      if (known?.document.text === before) pause()
      return value
    },
  }
}
