import { FileExchangeError } from '../exchange/file-exchange-error.ts'

/** Status codes of SFTP version 3. @see draft-ietf-secsh-filexfer-02, 7 */
const statuses = { missing: 2, permission: 3, failure: 4, unsupported: 8 } as const

/** Whether an error is an answer of the server with this status. */
export function isStatus(error: unknown, status: keyof typeof statuses): boolean {
  return error instanceof Error && 'code' in error && error.code === statuses[status]
}

const maxQuoteChars = 200

/**
 * Converts an error status of the server to a `FileExchangeError`; returns every other error as it
 * is.
 */
export function serverRefusal(error: unknown, activity: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') {
    return error
  }
  const details = { cause: error }
  if (error.code === statuses.missing) {
    return new FileExchangeError(
      'ERR_FILE_MISSING',
      `The server found no such file while ${activity}.`,
      details,
    )
  }
  if (error.code === statuses.permission) {
    return new FileExchangeError(
      'ERR_PERMISSION',
      `The server denied permission while ${activity}.`,
      details,
    )
  }
  const said = error.message.replaceAll(/\p{C}/gu, ' ').slice(0, maxQuoteChars)
  return new FileExchangeError(
    'ERR_SERVER',
    `The server failed with status ${error.code} while ${activity} (${said}).`,
    details,
  )
}
