import type { OptionRules } from '@merchant-edge/signing/options'
import { checkExchangeOptions } from '../exchange/check-exchange-options.ts'
import { systemClock, type Clock } from '../exchange/clock.ts'
import { sameContent, streamOf } from '../exchange/content.ts'
import type { FileExchange, FileSource, PutOptions } from '../exchange/file-exchange.ts'
import { FileExchangeError } from '../exchange/file-exchange-error.ts'
import { checkFileName, printableName, temporaryName } from '../exchange/file-name.ts'
import { checkNumberOption, maxTimerMs } from '../exchange/number-option.ts'
import { checkRetry, type RetryOptions } from '../exchange/retry.ts'
import { checkSource } from '../exchange/check-source.ts'
import { defaultMaxBytes } from '../exchange/size-limit.ts'
import { readHostKeyPins } from './host-key-pins.ts'
import { placeRemoteFile, removeRemoteFile } from './rename-remote-file.ts'
import { readRemoteFile } from './read-remote-file.ts'
import { findRemote, listRemote, remotePath, resolvedFolder } from './remote-folder.ts'
import { type SftpConnection, createConnection } from './sftp-connection.ts'
import { type SftpLogin, checkLogin } from './sftp-login.ts'
import { writeRemoteFile } from './write-remote-file.ts'

/** A folder on an SFTP server, and how to reach it. */
export interface SftpExchangeOptions {
  /** Name or address of the server. */
  readonly host: string
  /** Port of the server; 22 when left out. */
  readonly port?: number | undefined
  readonly username: string
  readonly login: SftpLogin
  /** Folder on the server; where the login starts when left out. */
  readonly folder?: string | undefined
  /**
   * Fingerprints of the server's host key, as `ssh-keygen -l` prints them: one, or two while the
   * server changes its key. They are mandatory.
   */
  readonly hostKeyFingerprints: readonly string[]
  /**
   * Host key algorithms to request, preferred first, when the server has several and one is pinned.
   */
  readonly hostKeyAlgorithms?: readonly HostKeyAlgorithm[] | undefined
  /** Largest file that is moved, in bytes; 1 GiB when left out. */
  readonly maxBytes?: number | undefined
  /**
   * Timeout for connecting, for logging in, for opening SFTP and for inactivity, in milliseconds;
   * 20,000 when left out. A server that keeps the connection alive, but answers no request, or does
   * not open SFTP, is left after three times this time.
   */
  readonly timeoutMs?: number | undefined
  /** Number and delay of retries when the connection breaks. */
  readonly retry?: RetryOptions | undefined
  /** Clock and random numbers; those of the system when left out. */
  readonly clock?: Clock | undefined
}

/** Kinds of host keys. `ssh-rsa` is RSA with SHA-1, for servers that know nothing better. */
export type HostKeyAlgorithm =
  | 'ssh-ed25519'
  | 'ecdsa-sha2-nistp256'
  | 'ecdsa-sha2-nistp384'
  | 'ecdsa-sha2-nistp521'
  | 'rsa-sha2-512'
  | 'rsa-sha2-256'
  | 'ssh-rsa'

interface Folder {
  readonly connection: SftpConnection
  readonly folder: string
  readonly maxBytes: number
  readonly retry: RetryOptions
  readonly clock: Clock
}

function taken(name: string): FileExchangeError {
  return new FileExchangeError('ERR_FILE_EXISTS', `${printableName(name)} is there already.`)
}

async function putFile(
  at: Folder,
  exchange: FileExchange,
  { name, source, options }: { name: string; source: FileSource; options: PutOptions },
): Promise<void> {
  const { connection, folder, clock } = at
  const { replace = false, signal } = options
  if (!replace && (await exchange.find(name)) !== undefined) throw taken(name)
  const temporaryPath = remotePath(folder, temporaryName(name, clock))
  try {
    await writeRemoteFile({ connection, temporaryPath, name, source, options })
    const toPath = remotePath(folder, name)
    const rename = { connection, fromPath: temporaryPath, toPath, name, replace, signal }
    if ((await placeRemoteFile(rename)) === 'placed') return
    // Our own file may have the name, if only the answer to the rename was lost.
    if ((await sameContent(exchange, name, source)) === undefined) throw taken(name)
    await removeRemoteFile(connection, temporaryPath, name).catch(() => undefined)
  } catch (error) {
    await removeRemoteFile(connection, temporaryPath, name).catch(() => undefined)
    throw error
  }
}

/** Checks the address of the server; a setting that is missing would lead to this machine. */
function checkServer(host: unknown, port: number, username: unknown): void {
  if (typeof host !== 'string' || !/^[^\s/@]+$/.test(host)) {
    throw new FileExchangeError('ERR_OPTIONS', 'The host is no name or address of a server.', {
      remedy: 'Give the name alone, without sftp://, port and folder.',
    })
  }
  if (typeof username !== 'string' || username === '') {
    throw new FileExchangeError('ERR_OPTIONS', 'The user name is missing.')
  }
  checkNumberOption('port', port, { from: 1, to: 65_535 })
}

const optionRules: OptionRules<SftpExchangeOptions> = {
  host: 'any',
  port: 'any',
  username: 'string!',
  login: 'any',
  folder: 'string',
  hostKeyFingerprints: 'any',
  hostKeyAlgorithms: 'Array',
  maxBytes: 'number',
  timeoutMs: 'any',
  retry: 'object',
  clock: 'object',
}

/**
 * Exchanges files with a folder of an SFTP server. It connects on first use, checks the host key
 * before it sends user name or password, and resumes after resets of the connection.
 *
 * @throws FileExchangeError `ERR_OPTIONS` at once for invalid settings
 *
 * @example
 * ```ts
 * import { createSftpExchange } from '@merchant-edge/sftp'
 * import { createMemoryFolder, startSftpServer } from '@merchant-edge/sftp/server'
 *
 * const inbox = createMemoryFolder()
 * inbox.set('a.csv', new TextEncoder().encode('1,2,3'))
 * const server = await startSftpServer({
 *   users: [{ name: 'partner', password: 'right', folders: { in: { store: inbox } } }],
 * })
 *
 * const exchange = createSftpExchange({
 *   host: '127.0.0.1',
 *   port: server.port,
 *   username: 'partner',
 *   login: { password: 'right' },
 *   folder: '/in',
 *   hostKeyFingerprints: [server.hostKeyFingerprint],
 * })
 * const text = await new Response(await exchange.get('a.csv')).text()
 *
 * await exchange.close()
 * await server.stop()
 * if (text !== '1,2,3') throw new Error('The file must arrive whole.')
 * ```
 */
export function createSftpExchange(options: SftpExchangeOptions): FileExchange {
  checkExchangeOptions('createSftpExchange', options, optionRules)
  const { host, port = 22, username, login, folder = '.', retry = {} } = options
  const {
    maxBytes = defaultMaxBytes,
    timeoutMs = 20_000,
    hostKeyAlgorithms,
    clock = systemClock,
  } = options
  checkServer(host, port, username)
  checkLogin(login)
  checkRetry(retry)
  checkNumberOption('timeoutMs', timeoutMs, { from: 1, to: maxTimerMs })
  const pins = readHostKeyPins(options.hostKeyFingerprints)
  const connection = createConnection(
    { host, port, username, login, pins, hostKeyAlgorithms, timeoutMs, clock },
    retry,
  )
  const at: Folder = { connection, folder, maxBytes, retry, clock }
  const exchange: FileExchange = {
    title: `sftp://${username}@${host}:${port}/${folder.replace(/^\.?\/?/, '')}`,
    async place() {
      const path = await connection.run({
        activity: 'looking for the folder',
        signal: undefined,
        work: (session) => resolvedFolder(session, folder),
      })
      return `sftp:${username}@${host.toLowerCase()}:${port} ${path}`
    },
    list: () =>
      connection.run({
        activity: 'listing the folder',
        signal: undefined,
        work: (session) => listRemote(session, folder),
      }),
    async find(name) {
      checkFileName(name)
      return await connection.run({
        activity: `looking for ${printableName(name)}`,
        signal: undefined,
        work: (session) => findRemote(session, folder, name),
      })
    },
    async get(name, { fromByte = 0, signal } = {}) {
      checkFileName(name)
      const path = remotePath(folder, name)
      return streamOf(readRemoteFile({ ...at, path, name, fromByte, signal }))
    },
    async put(name, source, putOptions = {}) {
      checkFileName(name)
      checkSource(name, source, maxBytes)
      await putFile(at, exchange, { name, source, options: putOptions })
    },
    async move(name, newName) {
      checkFileName(name)
      checkFileName(newName)
      const fromPath = remotePath(folder, name)
      const toPath = remotePath(folder, newName)
      const signal = undefined
      const rename = { connection, fromPath, toPath, name: newName, replace: false, signal }
      if ((await placeRemoteFile(rename)) === 'taken') throw taken(newName)
    },
    async remove(name) {
      checkFileName(name)
      await removeRemoteFile(connection, remotePath(folder, name), name)
    },
    close: () => connection.close(),
  }
  return exchange
}
