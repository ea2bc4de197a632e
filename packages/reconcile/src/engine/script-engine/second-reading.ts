import { readBatches } from '../../csv/read-batches.ts'
import { type RecordBatch, recordProblem } from '../../csv/record-batch.ts'
import { maxRecordBytes } from '../../csv/record-limit.ts'
import type { RowException } from '../../rows/row-exception.ts'
import { ContentSum } from './content-sum.ts'
import type { ScriptLoops } from './script-loops.ts'
import { type InputLayout, inputColumns, layoutOf } from '../../layouts.ts'
import {
  type EngineSettings,
  type FileTally,
  type RowSource,
  type RowTaker,
  type Selection,
  newTally,
} from '../engine.ts'
import { RowValidator } from './row-validator.ts'
import { walletCodeOf } from '../reject-row.ts'
import { FingerprintRows } from './fingerprint-rows.ts'
import { LineKeys } from './line-keys.ts'
import { type KeyRange, compareBytes } from '../samples.ts'
import type { KeyedHash } from '../sketch/keyed-hash.ts'
import type { KeySet } from '../sketch/key-sets.ts'

/** Marks a record that is skipped, so that it is not validated. */
const skipped = 255

/** The findings of the first reading. */
export interface FirstFindings {
  readonly settings: EngineSettings
  readonly loops: ScriptLoops
  readonly hash: KeyedHash
  readonly suspects: KeySet
  /**
   * Whether every line of the file is one record, so that lines can be skipped without parsing
   * them.
   */
  readonly isLineByLine: boolean
}

interface Picking {
  readonly rows: FingerprintRows
  readonly layout: InputLayout
  readonly selection: Selection
}

function isInRange(code: Uint8Array, { from, to }: KeyRange): boolean {
  return (
    (from === undefined || compareBytes(from, code) <= 0) &&
    (to === undefined || compareBytes(code, to) < 0)
  )
}

/** Fetches the valid rows of a selection, and validates them again. */
export class SecondReading {
  readonly #findings: FirstFindings
  readonly #scratch = new Uint8Array(maxRecordBytes)

  constructor(findings: FirstFindings) {
    this.#findings = findings
  }

  /** @returns current number of bytes and content hash of the file */
  async read(
    source: RowSource,
    selection: Selection,
    take: RowTaker,
  ): Promise<Pick<FileTally, 'bytes' | 'contentSum'>> {
    const { settings, loops, hash, isLineByLine } = this.#findings
    const layout = layoutOf(source.side)
    const tally = newTally(source)
    const sum = new ContentSum(hash)
    const tap = {
      update: (bytes: Uint8Array) => {
        sum.update(bytes)
        tally.bytes += bytes.length
        settings.onBytes(bytes.length, 0)
      },
    }
    const validator = new RowValidator(layout, settings, loops.hasher)
    const exceptions: RowException[] = []
    let rows: FingerprintRows | undefined
    const isPicking = isLineByLine && selection.rows === 'suspects'
    const { signal, compare } = settings
    const options = {
      columns: inputColumns,
      room: loops.room,
      tap,
      ...(signal && { signal }),
      ...(isPicking && { isWanted: this.#lineTest(source) }),
    }
    for await (const batch of readBatches(await source.open(), options)) {
      rows ??= new FingerprintRows(layout, hash, { bytes: batch.bytes, compare })
      const wanted = this.#wanted(batch, { rows, layout, selection })
      if (wanted.length === 0) continue
      validator.verify(batch)
      for (const record of wanted) {
        if (!validator.validate(batch, record, { tally, exceptions, source })) continue
        const taking = take(batch, record)
        if (taking !== undefined) await taking
      }
      exceptions.length = 0
    }
    return { bytes: tally.bytes, contentSum: sum.end() }
  }

  #lineTest({ side }: RowSource) {
    const { hash, suspects } = this.#findings
    const keys = new LineKeys(layoutOf(side), hash)
    return (bytes: Uint8Array<ArrayBuffer>, start: number, end: number) => {
      return !keys.read(bytes, start, end) || suspects.has(keys.first, keys.second)
    }
  }

  /** The selected records of a batch. */
  #wanted(batch: RecordBatch, { rows, layout, selection }: Picking): number[] {
    const { fingerprint } = rows
    const { from, to } = selection.range
    const isAnyCode = from === undefined && to === undefined
    const wanted: number[] = []
    for (let record = 0; record < batch.count; record += 1) {
      if (batch.problems[record] !== recordProblem.none) continue
      rows.readKey(batch, record)
      const { keyFirst, keySecond } = fingerprint
      const isWanted =
        (selection.rows === 'all' || this.#findings.suspects.has(keyFirst, keySecond)) &&
        (isAnyCode ||
          isInRange(
            walletCodeOf(batch, record, { layout, scratch: this.#scratch }),
            selection.range,
          ))
      if (isWanted) wanted.push(record)
      else batch.problems[record] = skipped
    }
    return wanted
  }
}
