import { and, eq, lt, notInArray } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Sandbox } from '../sandbox.ts'
import { exchangeChunks, exchangeFiles } from './tables.ts'
import { randomToken } from '../random-id.ts'

/** Size of every chunk except the last, in bytes; a row of D1 holds at most 2,000,000 bytes. */
export const chunkBytes = 256 * 1024

/** After this time, content without a file counts as an abandoned upload. */
const abandonedAfterMs = 60 * 60 * 1000

/** Stored bytes that no file refers to yet. */
export interface Content {
  readonly contentId: string
  readonly sizeBytes: number
  /** SHA-256 as lower-case hex. */
  readonly sha256: string
}

/** Writes bytes into the tables, chunk by chunk. They become visible when a file refers to them. */
export class ContentWriter {
  readonly #database: Database
  readonly #host: Sandbox['host']
  readonly #contentId = randomToken()
  readonly #chunk = new Uint8Array(chunkBytes)
  readonly #digest = new crypto.DigestStream('SHA-256')
  readonly #digestWriter = this.#digest.getWriter()
  #filled = 0
  #chunks = 0
  #sizeBytes = 0

  constructor({ database, host }: Pick<Sandbox, 'database' | 'host'>) {
    this.#database = database
    this.#host = host
  }

  /** Number of bytes written so far. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Appends bytes; full chunks are stored at once. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#digestWriter.write(bytes)
    this.#sizeBytes += bytes.length
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + chunkBytes - this.#filled)
      this.#chunk.set(piece, this.#filled)
      this.#filled += piece.length
      at += piece.length
      if (this.#filled === chunkBytes) await this.#flush()
    }
  }

  /** Stores the last chunk. */
  async close(): Promise<Content> {
    if (this.#filled > 0) await this.#flush()
    await this.#digestWriter.close()
    const digest = new Uint8Array(await this.#digest.digest)
    const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { contentId: this.#contentId, sizeBytes: this.#sizeBytes, sha256 }
  }

  /** Deletes all chunks, whether the writer was closed or not. */
  async drop(): Promise<void> {
    await dropContent(this.#database, this.#contentId)
  }

  /** A stream that writes to this content. */
  stream(): WritableStream<Uint8Array> {
    return new WritableStream({
      write: (bytes) => this.write(bytes),
      abort: () => this.drop(),
    })
  }

  async #flush(): Promise<void> {
    await this.#database.insert(exchangeChunks).values({
      contentId: this.#contentId,
      number: this.#chunks,
      bytes: this.#chunk.slice(0, this.#filled),
      writtenAtMs: this.#host.nowMs(),
    })
    this.#chunks += 1
    this.#filled = 0
  }
}

async function dropContent(database: Database, contentId: string): Promise<void> {
  await database.delete(exchangeChunks).where(eq(exchangeChunks.contentId, contentId))
}

/** Deletes content that never became a file, such as that of interrupted uploads. */
export async function deleteAbandonedContents({
  database,
  host,
}: Pick<Sandbox, 'database' | 'host'>): Promise<void> {
  const known = database.select({ id: exchangeFiles.contentId }).from(exchangeFiles)
  await database
    .delete(exchangeChunks)
    .where(
      and(
        lt(exchangeChunks.writtenAtMs, host.nowMs() - abandonedAfterMs),
        notInArray(exchangeChunks.contentId, known),
      ),
    )
}

/**
 * Reads content chunk by chunk.
 *
 * @param range first byte, and the byte after the last; the stream fails when the content was
 *   deleted
 */
export function openContent(
  database: Database,
  content: Pick<Content, 'contentId' | 'sizeBytes'>,
  range: { readonly from: number; readonly to: number } = { from: 0, to: content.sizeBytes },
): ReadableStream<Uint8Array> {
  let at = range.from
  return new ReadableStream({
    async pull(controller) {
      if (at >= range.to) {
        controller.close()
        return
      }
      const number = Math.floor(at / chunkBytes)
      const [chunk] = await database
        .select({ bytes: exchangeChunks.bytes })
        .from(exchangeChunks)
        .where(
          and(eq(exchangeChunks.contentId, content.contentId), eq(exchangeChunks.number, number)),
        )
      const start = number * chunkBytes
      const piece = chunk?.bytes.subarray(at - start, range.to - start)
      if (piece === undefined || piece.length === 0) {
        throw new Error('The file was replaced or removed while it was being read.')
      }
      at += piece.length
      controller.enqueue(piece)
    },
  })
}
