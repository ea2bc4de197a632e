import type { RowTools, StreamDigest } from '../engine/engine.ts'
import { type Md5Hasher, scriptMd5Hasher } from '../checksum/md5.ts'
import type { RowException } from '../rows/row-exception.ts'
import type { ComparisonRules, Transaction } from '../matching/compare-sides.ts'
import type { AgreedPairs } from '../matching/agreed-pairs.ts'
import { AgreedRow } from './agreed-row.ts'
import {
  exceptionsHeading,
  foreignHeading,
  formatException,
  formatForeign,
  resultValues,
} from './format-output-rows.ts'
import { formatCleared, formatTransaction } from './differing-transaction.ts'
import { formatRow, renewChecksum } from '../checksum/format-row.ts'
import type { ReconcileOptions, ReconcileOutputs } from '../reconcile-options.ts'
import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import type { OutputName, WrittenOutput } from '../outcome/reconciliation.ts'
import type { Row } from '../rows/row.ts'

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

  constructor(stream: WritableStream<Uint8Array> | undefined, digest: StreamDigest) {
    this.#writer = stream?.getWriter()
    this.#digest = digest
  }

  /** Whether there is a stream to write to. */
  get isOpen(): boolean {
    return this.#writer !== undefined
  }

  /** Adds a heading, which is not counted as a row. */
  addHeading(text: string): void {
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

  /** Sends the rest and closes the stream. */
  async close(): Promise<WrittenOutput | undefined> {
    if (this.#writer === undefined) return undefined
    await this.flush()
    if (this.#used > 0) await this.#send(this.#chunk.subarray(0, this.#used))
    await this.#writer.close()
    return { rows: this.#rows, bytes: this.#bytes, sha256: await this.#digest.digest() }
  }

  /** Aborts the stream, so that an incomplete output is not mistaken for a complete one. */
  async abort(reason: unknown): Promise<void> {
    await this.#writer?.abort(reason).catch(() => undefined)
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

  #nextChunk(): void {
    if (this.#used > 0) this.#full.push(this.#chunk.subarray(0, this.#used))
    this.#chunk = new Uint8Array(chunkBytes)
    this.#used = 0
  }

  async #send(bytes: Uint8Array): Promise<void> {
    this.#bytes += bytes.length
    this.#digest.update(bytes)
    await this.#writer?.ready
    await this.#writer?.write(bytes)
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Starts a run. If it cannot start, its outputs are aborted; otherwise their readers would wait for
 * ever.
 *
 * @throws what `begin` throws
 */
export async function orAbortOutputs<Begun>(
  outputs: ReconcileOutputs,
  begin: () => Begun,
): Promise<Begun> {
  try {
    return begin()
  } catch (error) {
    const { result, differences, exceptions, carriedPartner, carriedService } = outputs
    const { cleared, foreignRows } = outputs
    const carried = [carriedPartner, carriedService, cleared]
    const streams = [result, differences, exceptions, ...carried, foreignRows]
    // A stream that is locked by other code must be ended by that code.
    await Promise.allSettled(streams.map(async (stream) => stream?.abort(error)))
    throw error
  }
}

/** The settings of {@link RunOutputs}. */
export interface OutputSettings {
  readonly options: ReconcileOptions
  readonly profile: ChecksumProfile
  readonly rules: ComparisonRules
  readonly createDigest: () => StreamDigest
  /**
   * Returns the tools that hash result rows and write agreeing pairs; called when the first row is
   * written.
   */
  readonly rowTools: () => RowTools | undefined
}

/** The output files of a run. */
export class RunOutputs {
  readonly #writers: Readonly<Record<OutputName, TextWriter>>
  readonly #settings: OutputSettings
  #hasher: Md5Hasher | undefined
  #agreedRow: AgreedRow | undefined
  #tools: RowTools | undefined

  constructor(settings: OutputSettings) {
    const { options, createDigest } = settings
    this.#settings = settings
    this.#writers = {
      result: new TextWriter(options.result, createDigest()),
      differences: new TextWriter(options.differences, createDigest()),
      exceptions: new TextWriter(options.exceptions, createDigest()),
      carriedPartner: new TextWriter(options.carriedPartner, createDigest()),
      carriedService: new TextWriter(options.carriedService, createDigest()),
      cleared: new TextWriter(options.cleared, createDigest()),
      foreignRows: new TextWriter(options.foreignRows, createDigest()),
    }
    this.#writers.exceptions.addHeading(exceptionsHeading)
    this.#writers.foreignRows.addHeading(foreignHeading)
  }

  /** Writes a line for each exception. */
  addExceptions(exceptions: readonly RowException[]): void {
    for (const exception of exceptions) this.#writers.exceptions.addRow(formatException(exception))
  }

  /**
   * Writes a transaction to the result and the differences if it belongs there, its one-sided rows
   * to the carried rows, and a transaction that clears carried rows to the cleared ones.
   */
  addTransaction(transaction: Transaction): void {
    const { options, profile, rules } = this.#settings
    const { status, partner, service } = transaction
    const rows = partner === undefined ? service : [partner, ...service]
    const isOneSided = partner === undefined || service.length === 0
    if (isOneSided && status !== '00') {
      const writer = this.#writers[partner === undefined ? 'carriedService' : 'carriedPartner']
      if (writer.isOpen) {
        for (const row of rows) writer.addRow(`${this.#carriedRecord(row)}\r\n`)
      }
    }
    // Carried rows without a counterpart were in the result of their own day.
    if (rows.every(({ origin }) => origin === 'carried') && isOneSided) return
    const { result, differences, cleared } = this.#writers
    // One-sided rows without success have met nothing.
    if (cleared.isOpen && (!isOneSided || status !== '00')) {
      const carried = [...rows, ...transaction.replaced].filter(
        ({ origin }) => origin === 'carried',
      )
      if (carried.length > 0) cleared.addRow(formatCleared(transaction, carried))
    }
    if (differences.isOpen && status !== '00') differences.addRow(formatTransaction(transaction))
    if (!result.isOpen || (status === '00' && options.all !== true)) return
    const signing = { profile, key: options.key }
    result.addRow(formatRow(resultValues(transaction, rules), signing, this.#rowHasher()))
  }

  /** Writes the rows of transactions whose sides agree byte for byte to the result. */
  addAgreed(pairs: AgreedPairs): void {
    const { options, profile } = this.#settings
    const { result } = this.#writers
    const writer = this.#rowTools()?.agreedWriter
    if (writer !== undefined && pairs.list(writer.memory, writer.pairs)) {
      for (const { bytes, count } of writer.write(pairs.count)) result.addBytes(bytes, count)
      return
    }
    this.#agreedRow ??= new AgreedRow(profile, options.key, this.#rowHasher())
    for (const pair of pairs) result.addBytes(this.#agreedRow.write(pair), 1)
  }

  /** The next day may only have the current key. */
  #carriedRecord({ record }: Row): string {
    const { options, profile } = this.#settings
    const text = decoder.decode(record)
    if (options.previousKey === undefined) return text
    return renewChecksum(text, { profile, key: options.key }, this.#rowHasher())
  }

  #rowTools(): RowTools | undefined {
    this.#tools ??= this.#settings.rowTools()
    return this.#tools
  }

  #rowHasher(): Md5Hasher {
    this.#hasher ??= this.#rowTools()?.hasher ?? scriptMd5Hasher()
    return this.#hasher
  }

  /** Writes a line for each row of a foreign transaction. */
  addForeign(name: string, { service }: Transaction): void {
    for (const row of service) this.#writers.foreignRows.addRow(formatForeign(name, row))
  }

  /** Waits until the streams accept more. */
  async flush(): Promise<void> {
    for (const writer of Object.values(this.#writers)) await writer.flush()
  }

  /** Closes all outputs; @returns what was written to each */
  async close(): Promise<Partial<Record<OutputName, WrittenOutput>>> {
    const { result, differences, exceptions, carriedPartner, carriedService } = this.#writers
    const { cleared, foreignRows } = this.#writers
    const written = {
      result: await result.close(),
      differences: await differences.close(),
      exceptions: await exceptions.close(),
      carriedPartner: await carriedPartner.close(),
      carriedService: await carriedService.close(),
      cleared: await cleared.close(),
      foreignRows: await foreignRows.close(),
    }
    return {
      ...(written.result && { result: written.result }),
      ...(written.differences && { differences: written.differences }),
      ...(written.exceptions && { exceptions: written.exceptions }),
      ...(written.carriedPartner && { carriedPartner: written.carriedPartner }),
      ...(written.carriedService && { carriedService: written.carriedService }),
      ...(written.cleared && { cleared: written.cleared }),
      ...(written.foreignRows && { foreignRows: written.foreignRows }),
    }
  }

  /** Aborts all outputs, so that none is taken for complete. */
  async abort(reason: unknown): Promise<void> {
    for (const writer of Object.values(this.#writers)) await writer.abort(reason)
  }
}
