import type { RowSpill } from '@merchant-edge/reconcile'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'

/**
 * Opens a spill file, in the folder for temporary files, for rows that do not fit into memory. Only
 * its owner may read it, and it is unlinked immediately after opening, so nothing is left when the
 * process is killed.
 *
 * @throws CommandFailure `spill_failed` from this call or a later one when the disk is full
 */
export function openSpillFile(): RowSpill {
  const folder = orSpillFailure(() => mkdtempSync(join(tmpdir(), 'merchant-edge-')))
  try {
    return spillOnto(orSpillFailure(() => openSync(join(folder, 'rows'), 'wx+', 0o600)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Spills rows to an open file, which is closed at the end. */
export function spillOnto(file: number): RowSpill {
  return {
    write(bytes) {
      orSpillFailure(() => {
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      })
    },
    read(target, position) {
      orSpillFailure(() => {
        for (let at = 0; at < target.length;) {
          const length = readSync(file, target, at, target.length - at, position + at)
          if (length === 0) throw new Error('cut off')
          at += length
        }
      })
    },
    close() {
      closeSync(file)
    },
  }
}

/** @throws CommandFailure in place of an error of the file system */
function orSpillFailure<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new CommandFailure({
      reason: 'spill_failed',
      message: `Rows could not be put aside in ${tmpdir()}: ${fileErrorCode(error)}.`,
      remedy: 'Make room there for both files, or name another folder in TMPDIR.',
    })
  }
}
