import type { Side } from '../../layouts.ts'

/** Number of valid rows of each side, over its sources. */
export class SideRows {
  readonly #rows = new Map<Side, number>()

  /** Adds rows of a side. */
  add(side: Side, rows: number): void {
    this.#rows.set(side, (this.#rows.get(side) ?? 0) + rows)
  }

  /** Sets the least number of rows of a side. */
  atLeast(side: Side, rows: number): void {
    this.#rows.set(side, Math.max(rows, this.#rows.get(side) ?? 0))
  }

  /** The rows of the larger side. */
  most(): number {
    return Math.max(0, ...this.#rows.values())
  }

  /** Resets the counts. */
  clear(): void {
    this.#rows.clear()
  }
}
