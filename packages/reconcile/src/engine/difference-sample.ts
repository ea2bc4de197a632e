import type { Fingerprint } from './fingerprint.ts'

const most = 2048

/**
 * Estimates which share of the rows finds no equal, from a sample that both sides draw alike: the
 * fingerprints below a bound that falls as the sample fills.
 */
export class DifferenceSample {
  #bound = 2 ** 32
  #partner = new Set<number>()
  #service = new Set<number>()

  /** Takes a fingerprint of the partner (1) or of the service (-1). */
  add({ keyFirst, contentFirst, contentSecond }: Fingerprint, sign: 1 | -1): void {
    const rank = (contentFirst ^ keyFirst) >>> 0
    if (rank >= this.#bound) return
    const set = sign === 1 ? this.#partner : this.#service
    set.add(rank * 2 ** 20 + (contentSecond >>> 12))
    while (set.size > most) this.#lower()
  }

  /** The share of rows without an equal, 0 to 1. */
  share(): number {
    const rows = this.#partner.size + this.#service.size
    if (rows === 0) return 0
    let equal = 0
    for (const row of this.#partner) if (this.#service.has(row)) equal += 1
    return (rows - 2 * equal) / rows
  }

  #lower(): void {
    this.#bound /= 2
    const bound = this.#bound * 2 ** 20
    for (const set of [this.#partner, this.#service]) {
      for (const row of set) if (row >= bound) set.delete(row)
    }
  }
}
