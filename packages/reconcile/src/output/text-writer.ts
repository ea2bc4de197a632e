import type { StreamDigest } from '../engine/engine.ts'
import { orAborted } from '../or-aborted.ts'
import type { WrittenOutput } from '../outcome/reconciliation.ts'

const chunkBytes = 64 * 1024

// A file whose first field begins with U+FEFF gets a byte order mark in front of it: a reader takes
// the first of the two for the mark of the file. Without it, the field would lose its first
// character, and the row its checksum.
const byteOrderMark = '\u{feff}'

function startsWithMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/**
 * Writes rows of text to a stream in large pieces; without a stream it does nothing.
 *
 * Rows are encoded at once: a joined text keeps the texts it was made from alive, which take many
 * times its memory.
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
  /** Whether the stream is working on what it was given last. */
  #isBusy = false
  readonly #signal: AbortSignal | undefined

  /** @param signal ends the wait for a stream that takes nothing more */
  constructor(
    stream: WritableStream<Uint8Array> | undefined,
    digest: StreamDigest,
    signal?: AbortSignal,
  ) {
    this.#writer = stream?.getWriter()
    this.#digest = digest
    this.#signal = signal
  }

  /** Whether there is a stream to write to. */
  get isOpen(): boolean {
    return this.#writer !== undefined
  }

  /** Adds a line that is not counted as a row: a heading, or a remark at the end. */
  addUncounted(text: string): void {
    if (this.isOpen) this.#add(text)
  }

  /** Adds a row with its line ending to the buffer; {@link flush} sends it. */
  addRow(text: string): void {
    if (!this.isOpen) return
    if (this.#isEmpty && text.startsWith(byteOrderMark)) this.#add(byteOrderMark)
    this.#add(text)
    this.#rows += 1
  }

  /** Adds rows that are bytes already, their line endings among them. */
  addBytes(bytes: Uint8Array, rows: number): void {
    if (!this.isOpen) return
    if (this.#isEmpty && startsWithMark(bytes)) this.#add(byteOrderMark)
    for (let at = 0; at < bytes.length;) {
      if (this.#used === this.#chunk.length) this.#nextChunk()
      const some = bytes.subarray(at, at + this.#chunk.length - this.#used)
      this.#chunk.set(some, this.#used)
      this.#used += some.length
      at += some.length
    }
    this.#rows += rows
  }

  /** Sends full pieces, and waits until the stream accepts more. */
  async flush(): Promise<void> {
    for (let piece = this.#full.shift(); piece !== undefined; piece = this.#full.shift()) {
      await this.#send(piece)
    }
  }

  /** Sends everything, also the piece that is not full. */
  async sendRest(): Promise<void> {
    await this.flush()
    const rest = this.#chunk.subarray(0, this.#used)
    this.#used = 0
    if (rest.length > 0) await this.#send(rest)
  }

  /** Sends the rest and closes the stream. */
  async close(): Promise<WrittenOutput | undefined> {
    const writer = this.#writer
    if (writer === undefined) return undefined
    await this.sendRest()
    await this.#untilDone(writer.close())
    return { rows: this.#rows, bytes: this.#bytes, sha256: await this.#digest.digest() }
  }

  /**
   * Aborts the stream, so that an incomplete output is not mistaken for a complete one. A stream
   * that is still busy ends only after its work, perhaps never, so it is not waited for.
   */
  async abort(reason: unknown): Promise<void> {
    const aborted = this.#writer?.abort(reason).catch(() => undefined)
    if (!this.#isBusy) await aborted
  }

  get #isEmpty(): boolean {
    return this.#bytes === 0 && this.#full.length === 0 && this.#used === 0
  }

  #add(text: string): void {
    for (let rest = text; rest !== '';) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#chunk.subarray(this.#used))
      this.#used += written
      rest = rest.slice(read)
      if (rest === '') return
      this.#nextChunk()
    }
  }

  /**
   * Copies the full chunk. A chunk that is filled for milliseconds outlives collections of young
   * objects, and the memory of all chunks together would be freed only at the end.
   */
  #nextChunk(): void {
    if (this.#chunk.length === 0) this.#chunk = new Uint8Array(chunkBytes)
    if (this.#used > 0) this.#full.push(this.#chunk.slice(0, this.#used))
    this.#used = 0
  }

  async #send(bytes: Uint8Array): Promise<void> {
    this.#bytes += bytes.length
    this.#digest.update(bytes)
    await orAborted(this.#writer?.ready, this.#signal)
    await this.#untilDone(this.#writer?.write(bytes))
  }

  async #untilDone(work: Promise<void> | undefined): Promise<void> {
    this.#isBusy = true
    await orAborted(work, this.#signal)
    this.#isBusy = false
  }
}
