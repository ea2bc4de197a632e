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

/** Failure that says why a file cannot be written, and what to do; exit code 1. */
export function writeFailure(path: string, error: unknown): CommandFailure {
  return unwritable(path, fileErrorCode(error))
}

/** {@link writeFailure} by the code of the error, such as `EISDIR`. */
export function unwritable(path: string, code: string): CommandFailure {
  const cause = causes.get(code)
  const [why, remedy] = cause ?? [code, 'Check the path, its rights and the space on the disk.']
  const said = cause === undefined ? why : `${why} (${code})`
  return new CommandFailure({
    reason: 'file_unwritable',
    message: `Cannot write ${path}: ${said}.`,
    remedy,
  })
}
