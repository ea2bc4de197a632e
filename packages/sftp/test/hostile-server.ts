import { once } from 'node:events'
import { createServer } from 'node:net'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { generateSshKeyPair } from '../src/server/index.ts'
import { hostKeyFingerprint } from '../src/sftp/host-key-pins.ts'

/** A server that lets everybody in and answers requests as a test tells it to. */
export interface HostileServer {
  readonly port: number
  readonly hostKeyFingerprints: readonly string[]
  stop(): void
}

/** What a server leaves without an answer after it has let the client in. */
export type Unopened = 'the session' | 'the channel of SFTP'

/**
 * Starts a server on the loopback address; `serve` answers the requests of a channel.
 *
 * @param unopened what the server never opens; it opens everything when left out
 */
export async function startHostileServer(
  serve: (sftp: SFTPWrapper) => void,
  unopened?: Unopened,
): Promise<HostileServer> {
  const hostKey = generateSshKeyPair()
  const ends = new Set<() => void>()
  const server = new ssh2.Server({ hostKeys: [hostKey.privateKey] }, (connection) => {
    ends.add(() => connection.end())
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => context.accept())
    connection.on('session', (accept) => {
      if (unopened === 'the session') return
      accept().on('sftp', (acceptSftp) => {
        if (unopened === 'the channel of SFTP') return
        const sftp = acceptSftp()
        sftp.on('error', () => undefined)
        serve(sftp)
      })
    })
  })
  const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const bound = listener.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const [, blob = ''] = hostKey.publicKey.split(' ')
  return {
    port: bound.port,
    hostKeyFingerprints: [hostKeyFingerprint(Buffer.from(blob, 'base64'))],
    stop() {
      for (const end of ends) end()
      listener.close()
    },
  }
}
