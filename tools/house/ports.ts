import { createServer } from 'node:net'

/** Where each Worker of the house listens on the loopback interface. */
export interface HousePorts {
  readonly shop: number
  readonly checkout: number
  readonly ipn: number
  readonly sandbox: number
  /** The service's file server. */
  readonly files: number
}

/** The ports that follow each other from `base` on. */
export function portsFrom(base: number): HousePorts {
  return { shop: base, checkout: base + 1, ipn: base + 2, sandbox: base + 3, files: base + 4 }
}

function listen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : undefined
      server.close(() => resolve(taken))
    })
  })
}

/** The first of the ports that something else listens on, or `undefined` when all are free. */
export async function takenPort(ports: HousePorts): Promise<number | undefined> {
  for (const port of Object.values(ports)) {
    if ((await listen(port)) === undefined) return port
  }
  return undefined
}

/** A port that, with the four after it, was free a moment ago. */
export async function consecutiveFreePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const base = (await listen(0)) ?? 0
    if (base > 0 && base < 65_400 && (await takenPort(portsFrom(base))) === undefined) return base
  }
  throw new Error('No five free ports in a row on the loopback interface.')
}

/** Five ports that were free a moment ago. */
export async function freePorts(): Promise<HousePorts> {
  const found = new Set<number>()
  while (found.size < 5) {
    const port = await listen(0)
    if (port === undefined) throw new Error('No free port on the loopback interface.')
    found.add(port)
  }
  const [shop = 0, checkout = 0, ipn = 0, sandbox = 0, files = 0] = found
  return { shop, checkout, ipn, sandbox, files }
}
