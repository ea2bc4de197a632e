import type { SampledCodes, SampledRows } from './samples.ts'

/**
 * What the first reading of some of the sources has found, as plain data: it can be sent to another thread or
 * another machine. The findings of all sources under the same random numbers add up to those of one engine.
 */
export interface Findings {
  /** The cells of the sketch. */
  readonly cells: Int32Array<ArrayBuffer>
  /** Keys that may be repeated, or are of carried rows: two numbers each. */
  readonly keys: Int32Array<ArrayBuffer>
  /** Whether keys are missing because there were too many. */
  readonly isOver: boolean
  /** Good rows of the side that has the most. */
  readonly mostRows: number
  readonly rows: SampledRows
  readonly codes: SampledCodes
}
