import type { RowTools, StreamDigest } from '../engine/engine.ts'
import { type Md5Hasher, scriptMd5Hasher } from '../checksum/md5.ts'
import type { RowException } from '../rows/row-exception.ts'
import type { ComparisonRules, Transaction } from '../matching/compare-sides.ts'
import type { AgreedPairs } from '../matching/arena/agreed-pairs.ts'
import { AgreedRow } from './agreed-row.ts'
import { ExceptionList } from './exception-list.ts'
import { foreignHeading, formatForeign, resultValues } from './format-output-rows.ts'
import { formatCleared, formatTransaction } from './differing-transaction.ts'
import { renewChecksum, signedRow } from '../checksum/format-row.ts'
import {
  outputNames,
  type OutputName,
  type ReconcileOptions,
  type ReconcileOutputs,
} from '../reconcile-options.ts'
import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import { ResultRowWriter } from '../module/result-row-writer.ts'
import type { WrittenOutput } from '../outcome/reconciliation.ts'
import type { Row } from '../rows/row.ts'
import { TextWriter } from './text-writer.ts'

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
    // A stream that is locked by other code must be ended by that code.
    await Promise.allSettled(outputNames.map(async (name) => outputs[name]?.abort(error)))
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
   * Returns the tools that hash and write rows of the result; called when the first row is
   * written.
   */
  readonly rowTools: () => RowTools | undefined
}

/**
 * The address of a kept row in a memory: 0 for no row, `undefined` for one that is kept elsewhere.
 */
function addressIn(memory: ArrayBuffer, row: Row | undefined): number | undefined {
  if (row === undefined) return 0
  return row.record.buffer === memory ? row.keptAt : undefined
}

function isCarried({ origin }: Row): boolean {
  return origin === 'carried'
}

/** The output files of a run. */
export class RunOutputs {
  readonly #writers: Readonly<Record<OutputName, TextWriter>>
  readonly #settings: OutputSettings
  readonly #exceptions: ExceptionList
  #hasher: Md5Hasher | undefined
  #agreedRow: AgreedRow | undefined
  #tools: RowTools | undefined

  constructor(settings: OutputSettings) {
    const { options, createDigest } = settings
    this.#settings = settings
    const writer = (name: OutputName) =>
      new TextWriter(options[name], createDigest(), options.signal)
    this.#writers = {
      result: writer('result'),
      differences: writer('differences'),
      exceptions: writer('exceptions'),
      carriedPartner: writer('carriedPartner'),
      carriedService: writer('carriedService'),
      cleared: writer('cleared'),
      foreignRows: writer('foreignRows'),
    }
    this.#exceptions = new ExceptionList(this.#writers.exceptions)
    this.#writers.foreignRows.addUncounted(foreignHeading)
  }

  /** Writes a line for each exception, as long as they are listed. */
  addExceptions(exceptions: readonly RowException[]): void {
    for (const exception of exceptions) this.#exceptions.add(exception)
  }

  /**
   * Writes a transaction to the result and the differences if it belongs there, its one-sided rows
   * to the carried rows, and a transaction that clears carried rows to the cleared ones.
   */
  addTransaction(transaction: Transaction): void {
    const { status, partner, service } = transaction
    const rows = partner === undefined ? service : [partner, ...service]
    const isOneSided = partner === undefined || service.length === 0
    if (isOneSided && status !== '00') {
      this.#addCarried(partner === undefined ? 'carriedService' : 'carriedPartner', rows)
    }
    // Carried rows without a counterpart were in the result of their own day.
    if (isOneSided && rows.every(isCarried)) return
    // One-sided rows without success have met nothing.
    if (!isOneSided || status !== '00') {
      this.#addCleared(transaction, [...rows, ...transaction.replaced])
    }
    const { differences } = this.#writers
    if (differences.isOpen && status !== '00') differences.addRow(formatTransaction(transaction))
    this.#addResult(transaction)
  }

  #addCarried(name: 'carriedService' | 'carriedPartner', rows: readonly Row[]): void {
    const writer = this.#writers[name]
    if (!writer.isOpen) return
    for (const row of rows) writer.addRow(`${this.#carriedRecord(row)}\r\n`)
  }

  #addCleared(transaction: Transaction, rows: readonly Row[]): void {
    const { cleared } = this.#writers
    if (!cleared.isOpen) return
    const carried = rows.filter(isCarried)
    if (carried.length > 0) cleared.addRow(formatCleared(transaction, carried))
  }

  #addResult(transaction: Transaction): void {
    const { options, profile, rules } = this.#settings
    const { result } = this.#writers
    if (!result.isOpen || (transaction.status === '00' && options.all !== true)) return
    if (this.#listResult(transaction)) return
    this.#writeListed()
    const signing = { profile, key: options.key }
    result.addRow(signedRow(resultValues(transaction, rules), signing, this.#rowHasher()))
  }

  /** Lists a row of the result, if the module can write it. */
  #listResult({ status, partner, service: [service, ...others] }: Transaction): boolean {
    const writer = this.#rowTools()?.resultRowWriter
    if (writer === undefined || others.length > 0) return false
    const partnerAt = addressIn(writer.memory, partner)
    const serviceAt = addressIn(writer.memory, service)
    if (partnerAt === undefined || serviceAt === undefined) return false
    this.#makeRoomFor(1, writer)
    writer.add(partnerAt, serviceAt, Number(status))
    return true
  }

  /** Writes the rows of transactions whose sides agree byte for byte to the result. */
  addAgreed(pairs: AgreedPairs): void {
    const { options, profile } = this.#settings
    const { result } = this.#writers
    const writer = this.#rowTools()?.resultRowWriter
    if (writer !== undefined) this.#makeRoomFor(pairs.count, writer)
    if (writer !== undefined && pairs.list(writer)) return
    this.#writeListed()
    this.#agreedRow ??= new AgreedRow(profile, options.key, this.#rowHasher())
    for (const pair of pairs) result.addBytes(this.#agreedRow.write(pair), 1)
  }

  #makeRoomFor(rows: number, writer: ResultRowWriter): void {
    if (writer.count + rows > ResultRowWriter.maxRows) this.#writeListed()
  }

  /** Writes the rows of the result that are listed, before any other row. */
  #writeListed(): void {
    const { result } = this.#writers
    for (const { bytes, count } of this.#tools?.resultRowWriter.write() ?? []) {
      result.addBytes(bytes, count)
    }
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

  /**
   * Writes all rows that were added, and waits until the streams accept more. Rows may leave the
   * memory only after that.
   */
  async flush(): Promise<void> {
    this.#writeListed()
    for (const writer of Object.values(this.#writers)) await writer.flush()
  }

  /**
   * Closes all outputs, once each has taken everything: none looks complete while another may still
   * fail. @returns what was written to each
   */
  async close(): Promise<Partial<Record<OutputName, WrittenOutput>>> {
    this.#writeListed()
    const written: Partial<Record<OutputName, WrittenOutput>> = {}
    this.#exceptions.end()
    for (const writer of Object.values(this.#writers)) await writer.sendRest()
    for (const name of outputNames) {
      const output = await this.#writers[name].close()
      if (output !== undefined) written[name] = output
    }
    return written
  }

  /** Aborts all outputs, so that none looks complete. */
  async abort(reason: unknown): Promise<void> {
    for (const writer of Object.values(this.#writers)) await writer.abort(reason)
  }
}
