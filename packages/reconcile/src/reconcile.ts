import { fingerprintEngine } from './engine/fingerprint-engine.ts'
import type { Engine, FileTally, RowSource } from './engine/engine.ts'
import { type RowException, sortExceptions } from './rows/row-exception.ts'
import { Proposer } from './matching/propose.ts'
import { type Reconciliation, buildManifest } from './outcome/reconciliation.ts'
import { type CheckedOptions, type ReconcileOptions, checkOptions } from './reconcile-options.ts'
import { type OpenSpill, rowSources, spillOpener } from './run-inputs.ts'
import { orAborted } from './or-aborted.ts'
import { fileChanged } from './engine/file-changed.ts'
import { compareFiles } from './matching/compare-files.ts'
import { RowsToKeep } from './matching/ranges/kept-rows.ts'
import { OutcomeTally } from './outcome/outcome-tally.ts'
import { orAbortOutputs, RunOutputs } from './output/run-outputs.ts'
import { ForeignTally } from './outcome/foreign-tally.ts'
import { type ClassifiedRows, classifyForeign } from './foreign/foreign-settings.ts'
import type { AgreedPairs } from './matching/arena/agreed-pairs.ts'
import type { SettledRows } from './matching/settle-transaction.ts'
import {
  assertNotEmpty,
  assertReadable,
  assertSampleRelated,
  assertRelatedFiles,
  assertBeginning,
  assertChecksumKey,
  assertFileNames,
} from './outcome/assert-related-files.ts'
import { BridgeBuilder } from './outcome/bridge.ts'
import { TotalsTable } from './rows/control-totals.ts'

/**
 * Keys that are compared before their transactions are written. Few, so that their rows are
 * collected while they are young: otherwise the old generation of the heap would grow by tens of
 * megabytes. Decisions on foreign rows use larger groups.
 */
const keysOfPause = 16
const keysOfPauseWithDecision = 512

/** One run of {@link reconcile}. */
class Run {
  readonly #options: ReconcileOptions
  readonly #checked: CheckedOptions
  readonly #outputs: RunOutputs
  readonly #engine: Engine
  readonly #sources: readonly RowSource[]
  readonly #openSpill: OpenSpill | undefined
  readonly #outcome: OutcomeTally
  readonly #bridge: BridgeBuilder
  readonly #proposer: Proposer
  readonly #foreign = new ForeignTally()
  /** The first exception of each source. */
  readonly #firstAside = new Map<FileTally, RowException>()
  /** Rows that the first reading spills, when all of them are compared. */
  #toKeep: RowsToKeep | undefined
  #bytes = 0
  #rows = 0
  #phase: 'checking' | 'comparing' = 'checking'

  constructor(options: ReconcileOptions) {
    this.#options = options
    this.#checked = checkOptions(options)
    const { profile, rules, createDigest } = this.#checked
    this.#sources = rowSources(options)
    this.#openSpill = spillOpener(options)
    this.#outcome = new OutcomeTally(rules, options.store)
    this.#bridge = new BridgeBuilder(rules.compare)
    this.#proposer = new Proposer(options.rules ?? {}, rules)
    this.#outputs = new RunOutputs({
      options,
      profile,
      rules,
      createDigest,
      rowTools: () => this.#engine.rowTools?.(),
    })
    const createEngine = options.engine ?? fingerprintEngine
    this.#engine = createEngine({
      key: options.key,
      ...(options.previousKey !== undefined && { previousKey: options.previousKey }),
      profile,
      compare: rules.compare,
      header: options.header ?? 'refuse',
      createDigest,
      onExceptions: (found, tally) => this.#setAside(found, tally),
      onBytes: (bytes, rows) => this.#tell(bytes, rows),
      ...(options.signal && { signal: options.signal }),
      ...(this.#openSpill && !this.#areAllCompared && { openSpill: this.#openSpill }),
    })
  }

  async run(): Promise<Reconciliation> {
    try {
      const day = assertFileNames(this.#options)
      return await this.#reconcile(this.#options.day ?? day)
    } catch (error) {
      await this.#outputs.abort(error)
      throw error
    } finally {
      await this.#engine.release?.()
      await this.#toKeep?.close()
    }
  }

  #tell(bytes: number, rows: number): void {
    this.#bytes += bytes
    this.#rows += rows
    this.#options.onProgress?.({ bytes: this.#bytes, rows: this.#rows, phase: this.#phase })
  }

  get #areAllCompared(): boolean {
    return this.#options.exact === true || this.#options.all === true
  }

  async #reconcile(day: string | undefined): Promise<Reconciliation> {
    const tallies = await this.#checkFiles()
    const suspects = await this.#suspects(tallies)
    await this.#compare(tallies, suspects)
    if (this.#options.force !== true) this.#assertRelated(tallies)
    const files = tallies.filter(({ origin }) => origin === 'file')
    for (const { side, totals } of files) this.#bridge.addTotals(side, totals.totals())
    const written = await this.#outputs.close()
    const context = { options: this.#options, checked: this.#checked, ...(day && { day }) }
    const outcome = this.#outcome
    return {
      counts: outcome.counts,
      exceptions: outcome.exceptions,
      totals: {
        partner: this.#totalsOf(files, 'partner'),
        service: this.#totalsOf(files, 'service'),
      },
      bridge: this.#bridge.bridge(),
      manifest: buildManifest(context, tallies, written),
      oneSidedWithoutSuccess: outcome.oneSidedWithoutSuccess,
      carried: outcome.carried(day),
      days: outcome.days(),
      differenceSums: outcome.sums.outcome(),
      differences: outcome.differences,
      ...(this.#options.store !== undefined && { store: this.#options.store }),
      foreign: this.#foreign.outcome(),
      proposals: this.#proposer.proposals(),
      oneSidedLeftOut: this.#proposer.oneSidedLeftOut,
    }
  }

  async #setAside(found: readonly RowException[], tally: FileTally): Promise<void> {
    for (const { kind } of found) this.#outcome.exceptions[kind] += 1
    const first = found.find(({ reason }) => reason !== 'header')
    if (first !== undefined && !this.#firstAside.has(tally)) this.#firstAside.set(tally, first)
    this.#outputs.addExceptions(found)
    await this.#outputs.flush()
    if (this.#options.force !== true) assertBeginning(tally, this.#firstAside.get(tally))
  }

  async #checkFiles(): Promise<FileTally[]> {
    if (this.#openSpill !== undefined && this.#areAllCompared) {
      this.#toKeep = await RowsToKeep.begin(this.#engine, this.#sources, this.#openSpill)
    }
    const tallies: FileTally[] = []
    for (const source of this.#sources) {
      const tally = await this.#engine.check(source)
      if (this.#options.force !== true) assertChecksumKey(tally, { isAtEnd: true })
      tallies.push(tally)
    }
    if (this.#options.force !== true) {
      assertReadable(tallies, [...this.#firstAside.values()])
      // With foreign rules, a day may have only foreign rows; this is known only at the end.
      if (!this.#hasForeignRules()) assertNotEmpty(tallies)
    }
    return tallies
  }

  #hasForeignRules(): boolean {
    return (this.#options.foreign?.rules.length ?? 0) > 0
  }

  #assertRelated(tallies: readonly FileTally[]): void {
    if (this.#outcome.oneSidedRows > 0) assertNotEmpty(tallies)
    assertRelatedFiles(tallies, this.#outcome, this.#foreign.rows)
  }

  /** @returns how many keys may differ; undefined when every row must be compared */
  async #suspects(tallies: readonly FileTally[]): Promise<number | undefined> {
    const { force } = this.#options
    const suspicion = this.#engine.suspect()
    // Foreign rows never have a match, however many there are.
    if (force !== true && !this.#hasForeignRules()) assertSampleRelated(tallies, suspicion)
    if (this.#areAllCompared) return undefined
    if (suspicion.keys !== undefined || !this.#engine.widen()) return suspicion.keys
    for (const [index, source] of this.#sources.entries()) {
      const now = await this.#engine.check(source, { isRepeat: true })
      if (now.contentSum !== tallies[index]?.contentSum) throw fileChanged(source.side)
    }
    return this.#engine.suspect().keys
  }

  async #compare(tallies: readonly FileTally[], suspects: number | undefined): Promise<void> {
    this.#phase = 'comparing'
    const outcome = this.#outcome
    const { all, result, foreign } = this.#options
    const waiting: (SettledRows | AgreedPairs)[] = []
    const onAgreed = (pairs: AgreedPairs) => {
      if (waiting.length === 0) this.#outputs.addAgreed(pairs)
      else waiting.push(pairs)
    }
    const taken = await compareFiles({
      engine: this.#engine,
      sources: this.#sources,
      tallies,
      rules: this.#checked.rules,
      suspects,
      openSpill: this.#openSpill,
      kept: await this.#toKeep?.rows(),
      onBytes: (bytes) => this.#tell(bytes, 0),
      pauseEvery: foreign?.decide === undefined ? keysOfPause : keysOfPauseWithDecision,
      onTransaction: (found) => void waiting.push(found),
      onDuplicate: (row, exception) => {
        outcome.exceptions.duplicate += 1
        this.#bridge.addDuplicate(row)
        this.#outputs.addExceptions([exception])
      },
      ...(all === true && result !== undefined && { onAgreed }),
      onPause: async () => {
        await this.#takeAll(waiting.splice(0))
        await this.#outputs.flush()
      },
    })
    // Every other row of the partner has an equal row on the other side.
    const partner = tallies.findIndex(({ side, origin }) => side === 'partner' && origin === 'file')
    outcome.counts['00'] += (tallies[partner]?.goodRows ?? 0) - (taken[partner] ?? 0)
  }

  /**
   * Processes compared transactions in order: agreeing pairs lie between rows that may need a
   * decision about being foreign.
   */
  async #takeAll(compared: readonly (SettledRows | AgreedPairs)[]): Promise<void> {
    const settled = compared.filter((found) => 'transaction' in found)
    const classified = settled.length === 0 ? [] : await this.#classify(settled)
    let next = 0
    for (const found of compared) {
      if ('transaction' in found) {
        const one = classified[next]
        next += 1
        if (one !== undefined) this.#take(one)
      } else {
        this.#outputs.addAgreed(found)
      }
    }
  }

  #classify(settled: readonly SettledRows[]): Promise<readonly ClassifiedRows[]> {
    const { foreign, signal } = this.#options
    return orAborted(classifyForeign(settled, foreign), signal)
  }

  #take({ transaction, rows, foreign }: ClassifiedRows): void {
    this.#outcome.exceptions.duplicate += transaction.duplicates.length
    this.#outputs.addExceptions(sortExceptions(transaction.duplicates))
    const as = foreign === undefined ? transaction.status : 'foreign'
    this.#bridge.addTransaction(transaction, { rows, as })
    if (foreign !== undefined) {
      this.#foreign.add(foreign, transaction)
      this.#outputs.addForeign(foreign, transaction)
      return
    }
    this.#outcome.add(transaction)
    if (transaction.status !== '00') this.#proposer.add(transaction)
    this.#outputs.addTransaction(transaction)
  }

  #totalsOf(files: readonly FileTally[], side: 'partner' | 'service') {
    const table = new TotalsTable(files.find((tally) => tally.side === side)?.totals.totals())
    for (const total of this.#bridge.duplicates(side)) table.add(total, -1)
    return table.totals()
  }
}

/**
 * Compares the partner file and the service file of a day, and gives every transaction a status.
 *
 * Both files are read at most twice, in memory that depends on the number of differences and not on
 * that of rows. With `all` or `exact`, and with very many differences, all rows are compared: they
 * are spilled with `openSpill`; without it the files are read once more for each 16 MB of rows.
 *
 * @throws ReconcileError when the run was stopped: wrong key, files that do not belong together, a
 *   file that changed. Every output stream is aborted then.
 * @throws TypeError when an option is invalid; the output streams are aborted then too
 * @see Specification 2.18
 *
 * @example
 * ```ts
 * import { checksumProfiles, reconcile } from '@merchant-edge/reconcile'
 * import { formatRow } from '@merchant-edge/reconcile/files'
 *
 * const signing = { profile: checksumProfiles.record, key: 'checksum key' }
 * const shared = ['INV-1', 'TX-1', '50000', 'VND', '0', '0', '0', '', '', '', '01/09/2026', '']
 * const partner = new Blob([formatRow(['P1', ...shared, '0', '', '1'], signing)])
 * const service = new Blob([formatRow([...shared, '', 'S1', '0', '1'], signing)])
 *
 * const { counts, bridge } = await reconcile({
 *   partner: { open: () => partner.stream() },
 *   service: { open: () => service.stream() },
 *   key: signing.key,
 * })
 *
 * if (counts['00'] !== 1 || !bridge.closes) throw new Error('The two files must agree.')
 * ```
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciliation> {
  const run = await orAbortOutputs(options, () => new Run(options))
  return run.run()
}
