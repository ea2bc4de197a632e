import { firstTakenPort } from './taken-place.js'

/** Where each Worker of the house listens on the loopback interface. */
export interface HousePorts {
  readonly shop: number
  readonly checkout: number
  readonly ipn: number
  readonly sandbox: number
  /** The service's file server. */
  readonly files: number
  /** The operator's desk. */
  readonly console: number
  readonly till: number
}

/** Consecutive ports, beginning with `base`. */
export function portsFrom(base: number): HousePorts {
  return {
    shop: base,
    checkout: base + 1,
    ipn: base + 2,
    sandbox: base + 3,
    files: base + 4,
    console: base + 5,
    till: base + 6,
  }
}

/** The first of the ports that is in use, or `undefined` when all are free. */
export function takenPort(ports: HousePorts): Promise<number | undefined> {
  return firstTakenPort(Object.values(ports))
}

/**
 * Below the range of outgoing connections (from 32768 on Linux, 49152 elsewhere): such a port may
 * be free now and be used by a connection before a server listens on it. Above 10080, which
 * browsers refuse to open.
 */
const lowestPort = 11_000
const highestPort = 32_000

/** A port that was free a moment ago, together with the six ports after it. */
export async function consecutiveFreePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const base = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort))
    if ((await takenPort(portsFrom(base))) === undefined) return base
  }
  throw new Error('No seven free ports in a row on the loopback interface.')
}

/** Seven ports that were free a moment ago. */
export async function freePorts(): Promise<HousePorts> {
  return portsFrom(await consecutiveFreePorts())
}
