import { faultsOf } from './faults-of.ts'
import type { HostileRequest } from './hostile-requests.ts'
import { sendRaw } from './send-raw.ts'

let sent = 0

/** A different client address for each request, so that none is refused because of the others. */
function nextAddress(): string {
  sent += 1
  return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
}

/**
 * Sends requests, a few at a time, and returns the faults of the answers.
 *
 * @param unneeded security headers that these answers may lack
 */
export async function attack(
  origin: string,
  requests: readonly HostileRequest[],
  unneeded: readonly string[] = [],
): Promise<readonly string[]> {
  const faults: string[] = []
  const waiting = [...requests]
  async function work(): Promise<void> {
    for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
      const { about, method, target, headers = [] } = request
      const answer = await sendRaw(origin, {
        ...request,
        headers: [['cf-connecting-ip', nextAddress()], ...headers],
      })
      for (const fault of faultsOf(answer, unneeded)) {
        faults.push(`${method} ${target.slice(0, 80)}, ${about}: ${fault} (${answer.status})`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}
