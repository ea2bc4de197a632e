import { checkOptions, checkWholeNumber } from '@merchant-edge/signing/options'
import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'
import ssh2, { type Connection } from 'ssh2'
import { hostKeyFingerprint } from '../sftp/host-key-pins.ts'
import { generateSshKeyPair } from './ssh-keys.ts'
import { serveSftp } from './serve-sftp.ts'
import type { SftpUser } from './sftp-user.ts'
import { createUserCheck } from './user-check.ts'

/** Users, host key and address of an SFTP server. */
export interface SftpServerOptions {
  /** The users who may log in. */
  readonly users: readonly SftpUser[]
  /** Private host key in OpenSSH or PEM form; a new Ed25519 key when left out. */
  readonly hostKey?: string | undefined
  /** Port to listen on; a free one when left out. */
  readonly port?: number | undefined
  /** Address to listen on; 127.0.0.1 (loopback) when left out. */
  readonly address?: string | undefined
  /**
   * Receives each error of a folder of which the client is told only that the server failed, such as
   * a full disk; ignored when left out.
   */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A running SFTP server. */
export interface SftpServer {
  /** IP address on which it listens. */
  readonly address: string
  /** Port on which it listens; the free one that was found when none was given. */
  readonly port: number
  /** Fingerprint of the host key, for clients to pin. */
  readonly hostKeyFingerprint: string
  /** Resets every open connection. */
  dropConnections(): void
  /** Resets every open connection and stops listening. */
  stop(): Promise<void>
}

function serveConnection(
  connection: Connection,
  check: ReturnType<typeof createUserCheck>,
  onError: SftpServerOptions['onError'],
): void {
  let user: SftpUser | undefined
  connection.on('authentication', (context) => {
    user = check(context)
    if (user === undefined) context.reject(['publickey', 'password'])
    else context.accept()
  })
  connection.on('session', (accept) => {
    accept().on('sftp', (acceptSftp) => {
      if (user !== undefined) serveSftp(acceptSftp(), user, onError)
    })
  })
  // A client that disconnects or breaks the protocol must not end the server.
  connection.on('error', () => undefined)
}

/** Generates an Ed25519 host key; @returns the private key in OpenSSH form */
export function generateHostKey(): string {
  return generateSshKeyPair().privateKey
}

/**
 * Serves folders over SFTP: for tests, and as the service's side of the daily exchange in the
 * sandbox. It offers no shell, no forwarding and nothing outside the folders.
 *
 * @throws TypeError when the host key or a public key is invalid
 *
 * @example
 * ```ts
 * import { createMemoryFolder, startSftpServer } from '@merchant-edge/sftp/server'
 *
 * const out = createMemoryFolder()
 * const server = await startSftpServer({
 *   users: [{ name: 'partner', password: 'right', folders: { out: { store: out, readOnly: true } } }],
 * })
 *
 * const { port, hostKeyFingerprint } = server
 * await server.stop()
 * if (port === 0 || !hostKeyFingerprint.startsWith('SHA256:')) throw new Error('No server.')
 * ```
 */
export async function startSftpServer(options: SftpServerOptions): Promise<SftpServer> {
  checkOptions('startSftpServer', options, {
    users: 'Array!',
    hostKey: 'string',
    port: 'number',
    address: 'string',
    onError: 'function',
  })
  const { users, hostKey = generateHostKey(), port = 0, address = '127.0.0.1', onError } = options
  checkWholeNumber('startSftpServer', { port }, { from: 0, to: 65_535 })
  const key = ssh2.utils.parseKey(hostKey)
  const first = Array.isArray(key) ? key[0] : key
  if (first === undefined || first instanceof Error || !first.isPrivateKey()) {
    throw new TypeError('The host key of the SFTP server cannot be read: give a private key.')
  }
  const check = createUserCheck(users)
  const ssh = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    serveConnection(connection, check, onError)
  })
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    ssh.injectSocket(socket)
  })
  listener.listen(port, address)
  await once(listener, 'listening')
  const bound = listener.address()
  if (bound === null || typeof bound === 'string') throw new TypeError('No port was bound.')
  return {
    address,
    port: bound.port,
    hostKeyFingerprint: hostKeyFingerprint(first.getPublicSSH()),
    dropConnections() {
      for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
