import type { RowSpill } from '../src/row-spill.ts'

/** Places for rows that count how they are used; they are in memory after all. */
export function memorySpill() {
  const uses = { opened: 0, writes: 0, closed: 0 }
  const open = (): RowSpill => {
    uses.opened += 1
    let written = new Uint8Array()
    return {
      write(bytes) {
        uses.writes += 1
        const longer = new Uint8Array(written.length + bytes.length)
        longer.set(written)
        longer.set(bytes, written.length)
        written = longer
      },
      read(target, position) {
        target.set(written.subarray(position, position + target.length))
      },
      close() {
        uses.closed += 1
        written = new Uint8Array()
      },
    }
  }
  return { open, uses }
}
