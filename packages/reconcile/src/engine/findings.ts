import type { SampledCodes, SampledRows } from './samples.ts'

/**
 * Result of the first reading of some sources, as plain data that can be sent to another thread or
 * machine. Findings with the same random hash key can be merged into those of one engine.
 */
export interface Findings {
  /** The cells of the sketch. */
  readonly cells: Int32Array<ArrayBuffer>
  /** Keys that may be repeated, and keys of carried rows: two numbers each. */
  readonly keys: Int32Array<ArrayBuffer>
  /** Whether keys are missing because there were too many. */
  readonly isOver: boolean
  /** Number of valid rows of the larger side. */
  readonly mostRows: number
  readonly rows: SampledRows
  readonly codes: SampledCodes
}
