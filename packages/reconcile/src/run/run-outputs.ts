import type { StreamDigest } from '../engine/engine.ts'
import type { RowException } from '../exceptions/row-exception.ts'
import type { ComparisonRules, Transaction } from '../matching/transaction.ts'
import { exceptionsHeading, formatException } from '../output/exceptions-row.ts'
import { formatRow } from '../output/format-row.ts'
import { resultValues } from '../output/result-row.ts'
import { TextWriter, type WrittenOutput } from '../output/text-writer.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { ChecksumProfile } from '../checksum/checksum-profile.ts'
import type { OutputName } from './reconciliation.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** What {@link RunOutputs} writes by. */
export interface OutputSettings {
  readonly options: ReconcileOptions
  readonly profile: ChecksumProfile
  readonly rules: ComparisonRules
  readonly createDigest: () => StreamDigest
}

/** The files that a run writes. */
export class RunOutputs {
  readonly #writers: Readonly<Record<OutputName, TextWriter>>
  readonly #settings: OutputSettings

  constructor(settings: OutputSettings) {
    const { options, createDigest } = settings
    this.#settings = settings
    this.#writers = {
      result: new TextWriter(options.result, createDigest()),
      exceptions: new TextWriter(options.exceptions, createDigest()),
      carriedPartner: new TextWriter(options.carriedPartner, createDigest()),
      carriedService: new TextWriter(options.carriedService, createDigest()),
    }
    this.#writers.exceptions.addHeading(exceptionsHeading)
  }

  /** Writes rows that were set aside. */
  addExceptions(exceptions: readonly RowException[]): void {
    for (const exception of exceptions) this.#writers.exceptions.addRow(formatException(exception))
  }

  /** Writes a transaction to the result when it belongs there, and carries what is one-sided. */
  addTransaction(transaction: Transaction): void {
    const { options, profile, rules } = this.#settings
    const { status, partner, service } = transaction
    const rows = partner === undefined ? service : [partner, ...service]
    const isOneSided = partner === undefined || service.length === 0
    if (isOneSided && status !== '00') {
      const writer = this.#writers[partner === undefined ? 'carriedService' : 'carriedPartner']
      for (const { record } of rows) writer.addRow(`${decoder.decode(record)}\r\n`)
    }
    // What only carried rows speak of was in the result of its own day.
    if (rows.every(({ origin }) => origin === 'carried') && isOneSided) return
    const { result } = this.#writers
    if (!result.isOpen || (status === '00' && options.all !== true)) return
    result.addRow(formatRow(resultValues(transaction, rules), { profile, key: options.key }))
  }

  /** Waits until the streams have room. */
  async flush(): Promise<void> {
    for (const writer of Object.values(this.#writers)) await writer.flush()
  }

  /** Closes all files; @returns what was written to each */
  async close(): Promise<Partial<Record<OutputName, WrittenOutput>>> {
    const { result, exceptions, carriedPartner, carriedService } = this.#writers
    const written = {
      result: await result.close(),
      exceptions: await exceptions.close(),
      carriedPartner: await carriedPartner.close(),
      carriedService: await carriedService.close(),
    }
    return {
      ...(written.result && { result: written.result }),
      ...(written.exceptions && { exceptions: written.exceptions }),
      ...(written.carriedPartner && { carriedPartner: written.carriedPartner }),
      ...(written.carriedService && { carriedService: written.carriedService }),
    }
  }

  /** Gives all files up. */
  async abort(reason: unknown): Promise<void> {
    for (const writer of Object.values(this.#writers)) await writer.abort(reason)
  }
}
