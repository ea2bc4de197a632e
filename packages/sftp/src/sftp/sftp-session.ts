import { once } from 'node:events'
import { type Socket, connect as connectSocket } from 'node:net'
import type { SFTPWrapper, ServerHostKeyAlgorithm } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'
import { createDeadline, type Clock } from '../exchange/clock.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { type HostKeyPins, describeHostKey } from './host-key-pins.ts'
import type { SftpLogin } from './sftp-login.ts'

/** The connection broke before the answer to a request; the request may have been executed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  /** @param cause the error of the connection, if there was one */
  constructor(cause?: unknown) {
    super('The connection was lost.', { cause })
  }
}

/** Server, user and limits of a session. */
export interface SessionOptions {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly login: SftpLogin
  readonly pins: HostKeyPins
  readonly hostKeyAlgorithms: readonly ServerHostKeyAlgorithm[] | undefined
  /**
   * Timeout for connecting, for logging in, for opening SFTP, and for inactivity afterwards, in
   * milliseconds. While the connection lives, a server may take three times as long for an answer.
   */
  readonly timeoutMs: number
  readonly clock: Clock
}

type Done<Value> = (error: Error | null | undefined, value: Value) => void

/** One connection with one SFTP channel in it. */
export interface SftpSession {
  /** Whether the connection is gone. */
  readonly isClosed: boolean
  /** Whether the server accepts requests of 255 KiB: OpenSSH does, others may fail above 32 KiB. */
  readonly takesLargeRequests: boolean
  /**
   * Makes one request of the protocol.
   *
   * @throws ConnectionLost when the connection breaks before the answer, or no answer comes in time
   */
  request<Value = void>(start: (sftp: SFTPWrapper, done: Done<Value>) => void): Promise<Value>
  /** Closes the connection; requests in flight fail with {@link ConnectionLost}. */
  close(): void
}

const nothing = (): void => undefined

interface Refusals {
  hostKey: FileExchangeError | undefined
  loginRefused: boolean
}

interface Opened {
  readonly sftp: SFTPWrapper
  readonly socket: Socket
  readonly takesLargeRequests: boolean
  readonly timeoutMs: number
  readonly clock: Clock
}

// Several, because the first answer on a slow line comes only when a large request is through.
const quietTimeouts = 3

function createSession(opened: Opened): SftpSession {
  const { sftp, socket, takesLargeRequests, timeoutMs, clock } = opened
  // ssh2 fails the requests that were sent before the connection broke, but never answers later
  // ones.
  const waiting = new Set<(error: ConnectionLost) => void>()
  let isClosed = socket.destroyed
  let answers = 0
  let isWatched = false
  const ended = new AbortController()
  const lose = (error?: Error): void => {
    isClosed = true
    ended.abort()
    for (const reject of waiting) reject(new ConnectionLost(error))
    waiting.clear()
    socket.destroy()
  }
  // A server may answer every keepalive, and no request: its disk may be gone.
  const watch = async (): Promise<void> => {
    isWatched = true
    for (let quiet = 0; waiting.size > 0 && quiet < quietTimeouts;) {
      const before = answers
      await clock.sleep(timeoutMs, ended.signal)
      quiet = answers === before ? quiet + 1 : 0
    }
    isWatched = false
    if (waiting.size > 0) lose(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
  }
  sftp.on('error', lose)
  sftp.on('close', () => lose())
  socket.once('close', () => lose())
  return {
    get isClosed() {
      return isClosed
    },
    takesLargeRequests,
    request: (start) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new ConnectionLost())
          return
        }
        waiting.add(reject)
        // Ends by the signal when the session is closed.
        if (!isWatched) watch().catch(nothing)
        // ssh2 writes every packet in three pieces; corking sends all packets of this turn
        // together.
        socket.cork()
        process.nextTick(() => socket.uncork())
        start(sftp, (error, value) => {
          waiting.delete(reject)
          answers += 1
          if (!error) resolve(value)
          else if ('code' in error && typeof error.code === 'number') reject(error)
          else reject(new ConnectionLost(error))
        })
      }),
    close: () => lose(),
  }
}

function credentials(login: SftpLogin) {
  if ('password' in login) return { password: login.password, tryKeyboard: true }
  const { privateKey, passphrase } = login
  return { privateKey, ...(passphrase !== undefined && { passphrase }) }
}

function answerQuestions(client: SftpClient, login: SftpLogin): void {
  client.on('keyboard-interactive', (...[, , , prompts, finish]) => {
    // A single hidden prompt is the password prompt; any other prompt needs a person.
    const [first] = prompts
    const isPassword = prompts.length === 1 && first?.echo !== true && 'password' in login
    finish(isPassword ? [login.password] : [])
  })
}

function connectionFailure(options: SessionOptions, refusals: Refusals, error: unknown): Error {
  if (refusals.hostKey !== undefined) return refusals.hostKey
  if (refusals.loginRefused) {
    const how = 'password' in options.login ? 'password' : 'key'
    return new FileExchangeError(
      'ERR_LOGIN',
      `The server let ${options.username} not in with this ${how}.`,
    )
  }
  return new ConnectionLost(error)
}

/** Rejects when a signal aborts; nothing has to wait for it. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(nothing)
  return aborted
}

/**
 * Connects, checks the host key before anything else is sent, logs in and opens SFTP.
 *
 * @param closed ends the opening at once, whatever the server does
 * @throws FileExchangeError `ERR_HOST_KEY` or `ERR_LOGIN`: a retry would fail again
 * @throws ConnectionLost when a retry may help
 */
export async function openSession(
  options: SessionOptions,
  closed: AbortSignal,
): Promise<SftpSession> {
  const { host, port, username, login, pins, hostKeyAlgorithms, timeoutMs } = options
  const refusals: Refusals = { hostKey: undefined, loginRefused: false }
  const connecting = createDeadline(options.clock, timeoutMs)
  // ssh2 limits the login by itself, but waits without an end for the channel behind it.
  const opening = createDeadline(options.clock, 3 * timeoutMs)
  const socket = connectSocket({ host, port })
  // Nagle's algorithm would hold every small packet until the one before is acknowledged.
  socket.setNoDelay(true)
  const client = new SftpClient('merchant-edge', { error: nothing, end: nothing, close: nothing })
  client.on('error', ({ level }) => {
    if (level === 'client-authentication') refusals.loginRefused = true
  })
  answerQuestions(client, login)
  try {
    const signal = AbortSignal.any([connecting.signal, closed])
    await once(socket, 'connect', { signal })
    // A server first sends its identification string. @see RFC 4253, 4.2
    let isOpenssh = false
    socket.once('data', (first: Buffer) => {
      isOpenssh = first.toString('latin1').startsWith('SSH-2.0-OpenSSH')
    })
    const connected = client.connect({
      sock: socket,
      username,
      ...credentials(login),
      ...(hostKeyAlgorithms !== undefined && {
        algorithms: { serverHostKey: [...hostKeyAlgorithms] },
      }),
      readyTimeout: timeoutMs,
      keepaliveInterval: Math.ceil(timeoutMs / 3),
      keepaliveCountMax: 2,
      hostVerifier: (key: Buffer) => {
        if (pins.accepts(key)) return true
        refusals.hostKey = new FileExchangeError(
          'ERR_HOST_KEY',
          `The server shows ${describeHostKey(key)}, which is not pinned.`,
        )
        return false
      },
    })
    const sftp = await opening.race(Promise.race([connected, whenAborted(closed)]))
    return createSession({
      sftp,
      socket,
      takesLargeRequests: isOpenssh,
      timeoutMs,
      clock: options.clock,
    })
  } catch (error) {
    socket.destroy()
    throw connectionFailure(options, refusals, error)
  } finally {
    connecting.clear()
    opening.clear()
  }
}
