import type { RowSpill } from '@merchant-edge/reconcile'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'

/**
 * Opens a file for the rows of a comparison that do not fit into memory, in the folder for temporary files. Nobody else
 * may read it, and it has no name any more once it is open, so nothing is left of it when the process is killed.
 *
 * @throws CommandFailure `spill_failed` from this call or a later one when there is no room for it
 */
export function openSpillFile(): RowSpill {
  const folder = orNoRoom(() => mkdtempSync(join(tmpdir(), 'merchant-edge-')))
  try {
    return spillOnto(orNoRoom(() => openSync(join(folder, 'rows'), 'wx+', 0o600)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Keeps rows in an open file, which is closed at the end. */
export function spillOnto(file: number): RowSpill {
  return {
    write(bytes) {
      orNoRoom(() => {
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      })
    },
    read(target, position) {
      orNoRoom(() => {
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
function orNoRoom<Result>(work: () => Result): Result {
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
