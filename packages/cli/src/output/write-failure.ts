import { CommandFailure } from '../command/command-failure.ts'
import { fileErrorCode } from '../input/read-file.ts'

const otherPlace = 'Make room there, or name a place on another disk.'
const otherRights = 'Change the rights there, or name a place in which this user may write.'

const causes: ReadonlyMap<string, readonly [why: string, remedy: string]> = new Map([
  ['ENOSPC', ['no space is left on the disk', otherPlace]],
  ['EDQUOT', ["this user's share of the disk is used up", otherPlace]],
  ['EFBIG', ['the disk takes no file of this size', 'Name a place on another disk.']],
  ['EACCES', ['this user may not write there', otherRights]],
  ['EPERM', ['this user may not write there', otherRights]],
  ['EROFS', ['the disk may only be read', 'Name a place on another disk.']],
  ['EISDIR', ['it is a directory', 'Name a file in it.']],
  ['ENOENT', ['there is no such directory', 'Make the directory, or correct the path.']],
  ['ENOTDIR', ['a part of the path is not a directory', 'Correct the path.']],
  ['ENAMETOOLONG', ['the name is too long', 'Give it a shorter name.']],
  ['EPIPE', ['nobody reads it any more', 'Look at the program that reads it.']],
  [
    'EIO',
    ['the disk has failed', 'Look at the health of the disk, or name a place on another one.'],
  ],
])

function whyUnwritable(code: string): { readonly why: string; readonly remedy: string } {
  const cause = causes.get(code)
  if (cause === undefined) {
    return { why: code, remedy: 'Check the path, its rights and the space on the disk.' }
  }
  const [why, remedy] = cause
  return { why: `${why} (${code})`, remedy }
}

/** Failure that says why a file cannot be written, and what to do; exit code 1. */
export function writeFailure(path: string, error: unknown): CommandFailure {
  return unwritable(path, fileErrorCode(error))
}

/** {@link writeFailure} by the code of the error, such as `EISDIR`. */
export function unwritable(path: string, code: string): CommandFailure {
  const { why, remedy } = whyUnwritable(code)
  return new CommandFailure({
    reason: 'file_unwritable',
    message: `Cannot write ${path}: ${why}.`,
    remedy,
  })
}

const failuresOfDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO'])

/**
 * Failure that says why a directory cannot be used for files that are written; exit code 2, or 1 where
 * the disk and not the named place is the cause.
 */
export function unusableDirectory(directory: string, error: unknown): CommandFailure {
  const code = fileErrorCode(error)
  const isFile = code === 'EEXIST' || code === 'ENOTDIR'
  const { why, remedy } = isFile
    ? { why: `a part of the path is not a directory (${code})`, remedy: 'Name a directory.' }
    : whyUnwritable(code)
  const message = `Cannot use ${directory}: ${why}.`
  const exitCode = failuresOfDisk.has(code) ? 1 : 2
  return new CommandFailure({ reason: 'directory_unusable', message, remedy }, exitCode)
}
