import type {
  CheckOrder,
  CollectedRange,
  CollectOrder,
  RangeFindings,
  SampledCodes,
} from '@merchant-edge/reconcile/engine'

/** A file of a run that is read in ranges; changed content has another etag. */
export interface RangedObject {
  readonly key: string
  readonly etag: string
  readonly sizeBytes: number
}

/** The parameters that all readers of a run share. */
export interface RangedRun {
  /** The random hash key of the run. */
  readonly hashKey: Uint8Array<ArrayBuffer>
  readonly partner: RangedObject
  readonly service: RangedObject
}

/** Result of the first reading of a range, with the sampled wallet transaction codes. */
export interface CheckedRange {
  readonly found: RangeFindings
  readonly codes: SampledCodes
}

/**
 * Reads ranges of the files of a run, each call in its own invocation, so that the CPU and memory
 * limits of one invocation do not limit the file size. Arguments and results are plain data of a
 * few megabytes at most.
 */
export interface RangeInvocations {
  /** The first reading of a range. */
  checkRange(run: RangedRun, order: CheckOrder): Promise<CheckedRange>
  /**
   * The second reading of a range.
   *
   * @param suspects hashes of the keys that may differ, two numbers each
   */
  collectRange(
    run: RangedRun,
    order: CollectOrder,
    suspects: Int32Array<ArrayBuffer>,
  ): Promise<CollectedRange>
}

/** When files are read in ranges, and by which invocations. */
export interface RangedReading {
  readonly invocations: RangeInvocations
  /** Minimum size of both files together, in bytes, for reading in ranges; 1 GB when left out. */
  readonly minBytes?: number
  /** Size of a range in bytes; 16 MB when left out. */
  readonly rangeBytes?: number
}
