import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'

/** A proxy in front of a server that resets each connection after some bytes. */
export interface ResettingProxy {
  readonly port: number
  /** Connections that were reset so far. */
  readonly resets: number
  /** Connections that were opened so far. */
  readonly connections: number
  /** Resets every open connection. */
  resetAll(): void
  stop(): void
}

/**
 * Forwards to a port of this machine, and resets or silences each connection once that many bytes
 * have passed, in both directions together.
 */
export async function startResettingProxy(
  targetPort: number,
  bytesPerConnection: number,
  then: 'resets' | 'falls silent' = 'resets',
): Promise<ResettingProxy> {
  let resets = 0
  let connections = 0
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    connections += 1
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    let left = bytesPerConnection
    const reset = (): void => {
      if (!near.destroyed) resets += 1
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    const forward = (from: Socket, to: Socket): void => {
      open.add(from)
      from.on('close', () => open.delete(from) && to.destroy())
      from.on('error', () => to.destroy())
      from.on('data', (chunk) => {
        const passed = chunk.subarray(0, left)
        left -= passed.length
        to.write(passed)
        // The last write is still sent, so that the byte count is exact.
        if (left === 0 && then === 'resets') setImmediate(reset)
      })
    }
    forward(near, far)
    forward(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return {
    port: bound.port,
    get resets() {
      return resets
    },
    get connections() {
      return connections
    },
    resetAll() {
      for (const socket of open) socket.resetAndDestroy()
    },
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
