import type { RowSpill } from '../src/row-spill.ts'

/** Spills in memory that count their calls. */
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
