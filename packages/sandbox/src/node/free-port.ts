import { createServer } from 'node:net'

/** The port if nothing listens on it, else `undefined`. */
function listen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' ? address?.port : undefined
      server.close(() => resolve(taken))
    })
  })
}

const tries = 3

/**
 * Starts a server on a free port of the loopback interface. If another program takes the port
 * first, starts it again on another port.
 */
export async function onFreePort<Started>(
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await listen(0)
    if (port === undefined) throw new Error('No port of the loopback interface is free.')
    try {
      return await start(port)
    } catch (error) {
      if (attempt === tries || (await listen(port)) !== undefined) throw error
    }
  }
}
