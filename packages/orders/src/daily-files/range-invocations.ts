import type {
  CheckOrder,
  CollectedRange,
  CollectOrder,
  RangeFindings,
  SampledCodes,
} from '@merchant-edge/reconcile/engine'

/** A file of a run, of which ranges are read: another content has another etag. */
export interface RangedObject {
  readonly key: string
  readonly etag: string
  readonly sizeBytes: number
}

/** What all readers of a run must know. */
export interface RangedRun {
  /** The random numbers of the run. */
  readonly hashKey: Uint8Array<ArrayBuffer>
  readonly partner: RangedObject
  readonly service: RangedObject
}

/** What the first reading found in a range, and which wallet transaction codes it sampled there. */
export interface CheckedRange {
  readonly found: RangeFindings
  readonly codes: SampledCodes
}

/**
 * Reads ranges of the files of a run, each call in an invocation of its own: what one may take of the processor's time and
 * of memory is then no limit for the files. All that goes back and forth is plain data, at most a few megabytes.
 */
export interface RangeInvocations {
  /** The first reading of a range. */
  checkRange(run: RangedRun, order: CheckOrder): Promise<CheckedRange>
  /**
   * The second reading of a range.
   *
   * @param suspects the keys that may differ, two numbers each
   */
  collectRange(
    run: RangedRun,
    order: CollectOrder,
    suspects: Int32Array<ArrayBuffer>,
  ): Promise<CollectedRange>
}

/** Which files are read in ranges, and by whom. */
export interface RangedReading {
  readonly invocations: RangeInvocations
  /** Bytes of both files together from which on they are read in ranges; 1 GB when left out. */
  readonly leastBytes?: number
  /** Bytes of a range, 16 MB when left out. */
  readonly rangeBytes?: number
}
