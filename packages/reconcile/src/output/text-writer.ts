import type { StreamDigest } from '../engine/engine.ts'

const flushChars = 64 * 1024

/** What was written to an output. */
export interface WrittenOutput {
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of the bytes as lower-case hex. */
  readonly sha256: string
}

/** Writes rows of text to a stream of bytes in large pieces. Without a stream it writes nothing. */
export class TextWriter {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array> | undefined
  readonly #digest: StreamDigest
  readonly #encoder = new TextEncoder()
  #text = ''
  #rows = 0
  #bytes = 0

  constructor(stream: WritableStream<Uint8Array> | undefined, digest: StreamDigest) {
    this.#writer = stream?.getWriter()
    this.#digest = digest
  }

  /** Whether somebody takes what is written. */
  get isOpen(): boolean {
    return this.#writer !== undefined
  }

  /** Adds a heading, which is no row. */
  addHeading(text: string): void {
    if (this.isOpen) this.#text += text
  }

  /** Adds a row with its line ending; it goes out with {@link flush}. */
  addRow(text: string): void {
    if (!this.isOpen) return
    this.#text += text
    this.#rows += 1
  }

  /** Sends what was added, once it is worth while, and waits until the stream has room. */
  async flush(leastChars = flushChars): Promise<void> {
    if (this.#writer === undefined || this.#text.length < leastChars) return
    const bytes = this.#encoder.encode(this.#text)
    this.#text = ''
    this.#bytes += bytes.length
    this.#digest.update(bytes)
    await this.#writer.ready
    await this.#writer.write(bytes)
  }

  /** Sends the rest and closes the stream. */
  async close(): Promise<WrittenOutput | undefined> {
    if (this.#writer === undefined) return undefined
    await this.flush(1)
    await this.#writer.close()
    return { rows: this.#rows, bytes: this.#bytes, sha256: await this.#digest.digest() }
  }

  /** Gives the stream up, so that nothing half-written is taken for the whole. */
  async abort(reason: unknown): Promise<void> {
    await this.#writer?.abort(reason).catch(() => undefined)
  }
}
