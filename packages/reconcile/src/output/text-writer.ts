import type { StreamDigest } from '../engine/engine.ts'

const chunkBytes = 64 * 1024

/** What was written to an output. */
export interface WrittenOutput {
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of the bytes as lower-case hex. */
  readonly sha256: string
}

/**
 * Writes rows of text to a stream of bytes in large pieces. Without a stream it writes nothing.
 *
 * Rows are encoded as they come: as texts they would keep alive what they were joined from, which is
 * many times as large.
 */
export class TextWriter {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array> | undefined
  readonly #digest: StreamDigest
  readonly #encoder = new TextEncoder()
  readonly #full: Uint8Array[] = []
  #chunk = new Uint8Array()
  #used = 0
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
    if (this.isOpen) this.#add(text)
  }

  /** Adds a row with its line ending; it goes out with {@link flush}. */
  addRow(text: string): void {
    if (!this.isOpen) return
    this.#add(text)
    this.#rows += 1
  }

  /** Sends the full pieces, and waits until the stream has room. */
  async flush(): Promise<void> {
    for (let piece = this.#full.shift(); piece !== undefined; piece = this.#full.shift()) {
      await this.#send(piece)
    }
  }

  /** Sends the rest and closes the stream. */
  async close(): Promise<WrittenOutput | undefined> {
    if (this.#writer === undefined) return undefined
    await this.flush()
    if (this.#used > 0) await this.#send(this.#chunk.subarray(0, this.#used))
    await this.#writer.close()
    return { rows: this.#rows, bytes: this.#bytes, sha256: await this.#digest.digest() }
  }

  /** Gives the stream up, so that nothing half-written is taken for the whole. */
  async abort(reason: unknown): Promise<void> {
    await this.#writer?.abort(reason).catch(() => undefined)
  }

  #add(text: string): void {
    for (let rest = text; rest !== '';) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#chunk.subarray(this.#used))
      this.#used += written
      rest = rest.slice(read)
      if (rest === '') return
      if (this.#used > 0) this.#full.push(this.#chunk.subarray(0, this.#used))
      this.#chunk = new Uint8Array(chunkBytes)
      this.#used = 0
    }
  }

  async #send(bytes: Uint8Array): Promise<void> {
    this.#bytes += bytes.length
    this.#digest.update(bytes)
    await this.#writer?.ready
    await this.#writer?.write(bytes)
  }
}
