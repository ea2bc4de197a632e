import type { RowSpill } from '@merchant-edge/reconcile'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailure } from '../command/command-failure.ts'

/**
 * Opens a file for the rows of a comparison that do not fit into memory, in the folder for temporary files. Nobody else
 * may read it, and it is removed at the end.
 *
 * @throws CommandFailure from this call or a later one when there is no room for it
 */
export function openSpillFile(): RowSpill {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-edge-'))
  const file = openSync(join(folder, 'rows'), 'wx+', 0o600)
  return {
    write(bytes) {
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      } catch (error) {
        throw noRoom(folder, error)
      }
    },
    read(target, position) {
      for (let at = 0; at < target.length;) {
        const length = readSync(file, target, at, target.length - at, position + at)
        if (length === 0) throw noRoom(folder, new Error('it was cut off'))
        at += length
      }
    },
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function noRoom(folder: string, error: unknown): CommandFailure {
  const why = error instanceof Error ? error.message : 'it is full'
  return new CommandFailure({
    reason: 'spill_failed',
    message: `Rows could not be put aside in ${folder}: ${why}.`,
    remedy: 'Make room there for both files, or name another folder in TMPDIR.',
  })
}
