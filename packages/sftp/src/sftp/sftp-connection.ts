import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { createRetryCounter, type RetryOptions } from '../exchange/retry.ts'
import {
  ConnectionLost,
  type SessionOptions,
  type SftpSession,
  openSession,
} from './sftp-session.ts'
import { serverRefusal } from './sftp-status.ts'

/** Work over a connection that may break. */
export interface Attempt<Value> {
  /** What is done, for messages: `reading FILE`. */
  readonly activity: string
  readonly signal: AbortSignal | undefined
  /** Progress in bytes; a reset after progress does not count as a consecutive failure. */
  readonly position?: () => number
  /** Runs again from the start after a reset. */
  readonly work: (session: SftpSession) => Promise<Value>
}

/** One connection, opened on first use and reopened after it breaks. */
export interface SftpConnection {
  /** Runs the work, and retries it after a reset. */
  run<Value>(attempt: Attempt<Value>): Promise<Value>
  /** The open session, or a new one if it broke. */
  session(): Promise<SftpSession>
  /** The error to throw when the last attempt has failed. */
  connectionFailed(activity: string, lost: ConnectionLost): FileExchangeError
  /** Also ends an opening that is under way, and the attempts that wait for it. */
  close(): Promise<void>
}

/** Prepares a connection; nothing is sent yet. */
export function createConnection(options: SessionOptions, retry: RetryOptions): SftpConnection {
  let current: Promise<SftpSession> | undefined
  let closing = new AbortController()
  const connection: SftpConnection = {
    async session() {
      const known = current
      const open = await known?.catch(() => undefined)
      if (open !== undefined && !open.isClosed) return open
      // Another caller may have opened one while this one waited.
      if (current === known || current === undefined) {
        current = openSession(options, closing.signal)
      }
      return await current
    },
    async run({ activity, signal, position = () => 0, work }) {
      const retries = createRetryCounter(retry, { clock: options.clock, signal })
      const { signal: closed } = closing
      for (;;) {
        signal?.throwIfAborted()
        // Nobody waits for this any more: it must not open another connection.
        if (closed.aborted) throw connection.connectionFailed(activity, new ConnectionLost())
        try {
          return await work(await connection.session())
        } catch (error) {
          if (!(error instanceof ConnectionLost)) throw serverRefusal(error, activity)
          if (closed.aborted || !(await retries.waitAfterFailure(position()))) {
            throw connection.connectionFailed(activity, error)
          }
        }
      }
    },
    connectionFailed(activity, lost) {
      const known =
        lost.cause instanceof Error && 'code' in lost.cause ? lost.cause.code : undefined
      const code = known === 'ABORT_ERR' || known === 'ETIMEDOUT' ? 'no answer in time' : known
      const why = typeof code === 'string' ? ` (${code})` : ''
      return new FileExchangeError(
        'ERR_CONNECTION',
        `The connection to ${options.host}:${options.port} failed while ${activity}${why}.`,
        { cause: lost },
      )
    },
    async close() {
      const opening = current
      current = undefined
      closing.abort()
      closing = new AbortController()
      const open = await opening?.catch(() => undefined)
      open?.close()
    },
  }
  return connection
}
