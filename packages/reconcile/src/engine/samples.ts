import { maxRecordBytes } from '../csv/record-limit.ts'
import type { Fingerprint } from './sketch/keyed-hash.ts'

const maxFingerprints = 2048

/**
 * The bound below which there are as many hashes as fit into the sample. The number of rows of a
 * file is estimated from its first rows, so the file may have far fewer: an eighth of them must
 * suffice.
 */
function boundFor(rows: number, max: number): number {
  return 2 ** (32 - Math.max(0, Math.floor(Math.log2(rows / 8 / max))))
}

/** The sample of a {@link DifferenceEstimate}. */
export interface SampledRows {
  readonly bound: number
  readonly partner: readonly number[]
  readonly service: readonly number[]
}

/**
 * Estimates the share of rows without an equal row on the other side. Both sides sample alike: they
 * keep the fingerprints below a bound, which is halved whenever the sample is full.
 */
export class DifferenceEstimate {
  #bound = 2 ** 32
  #partner = new Set<number>()
  #service = new Set<number>()
  readonly #partnerKeys = new Set<number>()
  readonly #serviceKeys = new Set<number>()

  /** Fingerprints with this rank or a higher one are left out. */
  get bound(): number {
    return this.#bound
  }

  /**
   * Sets the expected number of rows, so that fewer of the first rows are sampled only to be left
   * out later.
   */
  expect(rows: number): void {
    this.#bound = Math.min(this.#bound, boundFor(rows, maxFingerprints))
    this.#keepBelow()
  }

  /** Adds a fingerprint of the partner (1) or of the service (-1). */
  add({ keyFirst, contentFirst, contentSecond }: Fingerprint, sign: 1 | -1): void {
    const rank = (contentFirst ^ keyFirst) >>> 0
    if (rank >= this.#bound) return
    const set = sign === 1 ? this.#partner : this.#service
    set.add(rank * 2 ** 20 + (contentSecond >>> 12))
    while (set.size > maxFingerprints) this.#lower()
  }

  /**
   * Adds a row, given by the hashes of its key and of its content, unless a row with this key was
   * added before. All rows of an estimate must be added in this way, or none.
   */
  addFirst(keySecond: number, contentSecond: number, sign: 1 | -1): void {
    const rank = keySecond >>> 0
    if (rank >= this.#bound) return
    const set = sign === 1 ? this.#partner : this.#service
    const keys = sign === 1 ? this.#partnerKeys : this.#serviceKeys
    if (keys.has(rank)) return
    keys.add(rank)
    set.add(rank * 2 ** 20 + (contentSecond >>> 12))
    while (set.size > maxFingerprints) this.#lower()
  }

  /** Merges the sample of another estimate, of other rows. */
  merge({ bound, partner, service }: SampledRows): void {
    this.#bound = Math.min(this.#bound, bound)
    for (const row of partner) this.#partner.add(row)
    for (const row of service) this.#service.add(row)
    this.#keepBelow()
    while (Math.max(this.#partner.size, this.#service.size) > maxFingerprints) this.#lower()
  }

  /** The sample, as plain data. */
  sampled(): SampledRows {
    return { bound: this.#bound, partner: [...this.#partner], service: [...this.#service] }
  }

  /** The estimated share, 0 to 1. */
  share(): number {
    const rows = this.#partner.size + this.#service.size
    if (rows === 0) return 0
    let equal = 0
    for (const row of this.#partner) if (this.#service.has(row)) equal += 1
    return (rows - 2 * equal) / rows
  }

  #lower(): void {
    this.#bound /= 2
    this.#keepBelow()
  }

  #keepBelow(): void {
    const bound = this.#bound * 2 ** 20
    for (const set of [this.#partner, this.#service]) {
      for (const row of set) if (row >= bound) set.delete(row)
    }
    for (const keys of [this.#partnerKeys, this.#serviceKeys]) {
      for (const rank of keys) if (rank >= this.#bound) keys.delete(rank)
    }
  }
}

const maxCodes = 1024

/** Compares texts by their bytes: negative, zero or positive, as `sort` needs it. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/**
 * The wallet transaction codes from `from` (inclusive) to `to` (exclusive), by their bytes;
 * unbounded if left out.
 */
export interface KeyRange {
  readonly from?: Uint8Array
  readonly to?: Uint8Array
}

/** The content of a {@link KeySample}. */
export interface SampledCodes {
  readonly bound: number
  readonly codes: readonly { readonly rank: number; readonly code: Uint8Array }[]
}

/**
 * A sample of the wallet transaction codes of both files, to divide them into ranges of similar
 * size.
 */
export class KeySample {
  #bound = 2 ** 32
  /** A buffer for a code before it is added. */
  readonly scratch = new Uint8Array(maxRecordBytes)
  #codes: { readonly rank: number; readonly code: Uint8Array }[] = []

  /** Only codes with hashes below this one belong to the sample. */
  get bound(): number {
    return this.#bound
  }

  /**
   * Sets the expected number of rows, so that fewer of the first rows are sampled only to be left
   * out later.
   */
  expect(rows: number): void {
    this.#lowerTo(Math.min(this.#bound, boundFor(rows, maxCodes)))
  }

  /** Whether a code with this hash belongs to the sample. */
  wants(hash: number): boolean {
    return hash >>> 0 < this.#bound
  }

  /** Adds a copy of a code that it {@link wants}. */
  add(hash: number, code: Uint8Array): void {
    this.#codes.push({ rank: hash >>> 0, code: code.slice() })
    while (this.#codes.length > maxCodes) this.#lowerTo(this.#bound / 2)
  }

  /** Merges another sample, of other rows. */
  merge({ bound, codes }: SampledCodes): void {
    this.#codes.push(...codes)
    this.#lowerTo(Math.min(this.#bound, bound))
    while (this.#codes.length > maxCodes) this.#lowerTo(this.#bound / 2)
  }

  /** The content, as plain data. */
  sampled(): SampledCodes {
    return { bound: this.#bound, codes: this.#codes }
  }

  #lowerTo(bound: number): void {
    this.#bound = bound
    this.#codes = this.#codes.filter(({ rank }) => rank < bound)
  }

  /** Divides all codes into about this many ranges, in order. */
  ranges(count: number): KeyRange[] {
    return rangesBetween(
      this.#codes.map(({ code }) => code),
      count,
    )
  }
}

/**
 * Divides all codes into about this many ranges, in order, each with the same number of the given
 * codes.
 */
export function rangesBetween(codes: readonly Uint8Array[], count: number): KeyRange[] {
  const sorted = codes.toSorted(compareBytes)
  const cuts: Uint8Array[] = []
  for (let cut = 1; cut < count; cut += 1) {
    const code = sorted[Math.floor((cut * sorted.length) / count)]
    const last = cuts.at(-1)
    if (code !== undefined && (last === undefined || compareBytes(last, code) < 0)) cuts.push(code)
  }
  return [undefined, ...cuts].map((from, index) => {
    const to = cuts[index]
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  })
}
