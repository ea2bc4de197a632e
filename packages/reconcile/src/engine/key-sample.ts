const most = 1024

/** Compares keys by their bytes. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** Wallet transaction codes from `from` on and before `to`. */
export interface KeyRange {
  readonly from?: Uint8Array
  readonly to?: Uint8Array
}

/** A sample of the wallet transaction codes of both files, to cut them into ranges of like size. */
export class KeySample {
  #bound = 2 ** 32
  #codes: { readonly rank: number; readonly code: Uint8Array }[] = []

  /** Whether a code with this hash belongs into the sample. */
  wants(hash: number): boolean {
    return hash >>> 0 < this.#bound
  }

  /** Takes a copy of a code that it {@link wants}. */
  add(hash: number, code: Uint8Array): void {
    this.#codes.push({ rank: hash >>> 0, code: code.slice() })
    while (this.#codes.length > most) {
      this.#bound /= 2
      this.#codes = this.#codes.filter(({ rank }) => rank < this.#bound)
    }
  }

  /** Cuts all codes into about so many ranges, in their order. */
  ranges(count: number): KeyRange[] {
    const sorted = this.#codes.map(({ code }) => code).sort(compareBytes)
    const cuts: Uint8Array[] = []
    for (let cut = 1; cut < count; cut += 1) {
      const code = sorted[Math.floor((cut * sorted.length) / count)]
      const last = cuts.at(-1)
      if (code !== undefined && (last === undefined || compareBytes(last, code) < 0))
        cuts.push(code)
    }
    return [undefined, ...cuts].map((from, index) => {
      const to = cuts[index]
      return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    })
  }
}
