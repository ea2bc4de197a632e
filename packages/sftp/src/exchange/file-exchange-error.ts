const remedies = {
  ERR_OPTIONS: 'Correct the setting that the message names.',
  ERR_NAME: 'Use a plain file name without folders, control characters or a leading dot.',
  ERR_FILE_MISSING: 'Check the name and the folder; the other side may not have delivered it yet.',
  ERR_FILE_TAKEN:
    'Its receiver has probably taken it: ask before you send it again. The source was kept.',
  ERR_FILE_EXISTS: 'Compare the two files; remove or rename the one that is wrong.',
  ERR_SAME_FILE:
    'It was not removed. Remove it at the source by hand if the two folders are not one.',
  ERR_NOT_A_FILE: 'Put a regular file there; links and folders are not followed.',
  ERR_FILE_TOO_LARGE: 'Raise the size limit if a file of this size is expected.',
  ERR_LISTING_TOO_LONG: 'Move old files out of the folder, or ask the operator of the server.',
  ERR_FILE_CHANGED: 'Wait until the writer has finished, then start again.',
  ERR_SIZE_DIFFERS: 'Start again; if it repeats, look at the free space of the target.',
  ERR_CONTENT_DIFFERS: 'Remove the file at the target and start again.',
  ERR_HOST_KEY:
    'Ask the operator of the server for its fingerprint on another way. Pin it only when it is the same.',
  ERR_LOGIN: 'Check user name and key or password, and whether the server lets this address in.',
  ERR_CONNECTION: 'Check address, port and firewall; what was begun is safe to repeat.',
  ERR_PERMISSION: 'Ask the operator for the right to do this in the folder.',
  ERR_SERVER: 'Look at the message of the server, and ask its operator.',
} as const

/** Stable name of what went wrong, for an exhaustive `switch`. */
export type FileExchangeErrorCode = keyof typeof remedies

interface ErrorDetails {
  /** The error underneath, if there was one. */
  readonly cause?: unknown
  /** Specific remedy that replaces the general one of the code. */
  readonly remedy?: string | undefined
}

/**
 * Something that a file exchange could not do. No message holds a password, a key or file content.
 */
export class FileExchangeError extends Error {
  override readonly name = 'FileExchangeError'
  readonly code: FileExchangeErrorCode
  /** What happened and why, in one or two sentences. */
  readonly reason: string
  /** What to do about it, in one or two sentences. */
  readonly remedy: string

  /** @param reason what happened and why, ending with a full stop */
  constructor(code: FileExchangeErrorCode, reason: string, details: ErrorDetails = {}) {
    const remedy = details.remedy ?? remedies[code]
    super(`${reason} ${remedy}`, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.reason = reason
    this.remedy = remedy
  }
}

/** The error about a file that cannot be written because its folder is missing. */
export function folderMissing(name: string, cause: unknown): FileExchangeError {
  return new FileExchangeError('ERR_FILE_MISSING', `There is no folder to write ${name} to.`, {
    cause,
    remedy: 'Make the folder, or correct its path.',
  })
}

/** Whether something thrown is a `FileExchangeError` with this code. */
export function isExchangeError(error: unknown, code: FileExchangeErrorCode): boolean {
  return error instanceof FileExchangeError && error.code === code
}
