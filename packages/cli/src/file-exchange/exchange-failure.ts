import { FileExchangeError } from '@merchant-edge/sftp'
import { CommandFailure } from '../command/command-failure.ts'

/** Turns what closed the way into a failure with a remedy; it holds no password and no key. */
export function exchangeFailure(error: unknown): unknown {
  if (!(error instanceof FileExchangeError)) return error
  const { code, reason, remedy } = error
  const name = code.replace(/^ERR_/, '').toLowerCase()
  return new CommandFailure(
    { reason: name, message: reason, remedy },
    code === 'ERR_OPTIONS' ? 2 : 1,
  )
}
