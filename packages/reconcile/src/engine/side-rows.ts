import type { Side } from '../layouts.ts'

/** How many good rows each side has, over its sources. */
export class SideRows {
  readonly #rows = new Map<Side, number>()

  /** Adds rows of a side. */
  add(side: Side, rows: number): void {
    this.#rows.set(side, (this.#rows.get(side) ?? 0) + rows)
  }

  /** Says that a side has so many at least. */
  atLeast(side: Side, rows: number): void {
    this.#rows.set(side, Math.max(rows, this.#rows.get(side) ?? 0))
  }

  /** How many the side has that has most. */
  most(): number {
    return Math.max(0, ...this.#rows.values())
  }

  /** Forgets all of them. */
  clear(): void {
    this.#rows.clear()
  }
}
