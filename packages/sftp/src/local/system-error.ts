import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { printableName } from '../exchange/file-name.ts'

/** Whether an error of the operating system has this code. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/**
 * Converts an error of the operating system to a `FileExchangeError`; returns every other one as it
 * is.
 */
export function systemRefusal(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  const details = { cause: error }
  const shown = printableName(name)
  const said = 'code' in error ? String(error.code) : 'unknown'
  switch (said) {
    case 'ENOENT':
      return new FileExchangeError('ERR_FILE_MISSING', `${shown} is not there.`, details)
    case 'EEXIST':
      return new FileExchangeError('ERR_FILE_EXISTS', `${shown} is there already.`, details)
    case 'ENOTDIR':
      return new FileExchangeError(
        'ERR_FILE_MISSING',
        `${shown}: a part of its path is no folder.`,
        { ...details, remedy: 'Correct the path of the folder.' },
      )
    case 'ELOOP':
    case 'EISDIR':
      return new FileExchangeError('ERR_NOT_A_FILE', `${shown} is no regular file.`, details)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new FileExchangeError('ERR_PERMISSION', `${shown} may not be touched.`, details)
    default:
      return new FileExchangeError('ERR_SERVER', `${shown}: the system says ${said}.`, {
        ...details,
        remedy: 'Look at the disk of this machine: its free space and its health.',
      })
  }
}

/** How systems refuse a hard link where the file system has none: FAT, exFAT, many network folders. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * The refusal of a hard link, by which a file gets its name without replacing another one; every
 * other error as it is.
 */
export function linkRefusal(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!withoutLinks.has(code)) return error
  return new FileExchangeError(
    'ERR_PERMISSION',
    `${printableName(name)}: this folder allows no hard link (${code}), without which its name cannot be given in one step that never replaces another file.`,
    {
      cause: error,
      remedy:
        'Use a folder on a file system with hard links, such as ext4, XFS, APFS or NTFS. Where files may be replaced, none is needed.',
    },
  )
}

/** Runs work on the disk; errors of the operating system become `FileExchangeError`. */
export async function onDisk<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw systemRefusal(error, name)
  }
}
