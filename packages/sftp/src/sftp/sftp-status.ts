import { FileExchangeError } from '../exchange/file-exchange-error.ts'

/** Answers of the protocol that we tell apart, by their number in SFTP version 3. */
const statuses = { missing: 2, permission: 3, failure: 4, unsupported: 8 } as const

/** Whether an error is this answer of the server. */
export function isStatus(error: unknown, status: keyof typeof statuses): boolean {
  return error instanceof Error && 'code' in error && error.code === statuses[status]
}

const longestQuote = 200

/** Turns an answer of the server into an error of ours; every other error stays as it is. */
export function serverRefusal(error: unknown, activity: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') {
    return error
  }
  const facts = { cause: error }
  if (error.code === statuses.missing) {
    return new FileExchangeError(
      'ERR_FILE_MISSING',
      `The server found no such file while ${activity}.`,
      facts,
    )
  }
  if (error.code === statuses.permission) {
    return new FileExchangeError(
      'ERR_PERMISSION',
      `The server denied permission while ${activity}.`,
      facts,
    )
  }
  const said = error.message.replaceAll(/\p{C}/gu, ' ').slice(0, longestQuote)
  return new FileExchangeError(
    'ERR_SERVER',
    `The server failed with status ${error.code} while ${activity} (${said}).`,
    facts,
  )
}
