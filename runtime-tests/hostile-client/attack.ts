import { answerFaults, type OpenApiDocument } from '@merchant-edge/tools/answer-faults'
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
 * @param expected security headers that these answers may lack, and the document that describes them
 */
export async function attack(
  origin: string,
  requests: readonly HostileRequest[],
  {
    unneeded = [],
    document,
  }: { readonly unneeded?: readonly string[]; readonly document?: OpenApiDocument } = {},
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
      const { status, text } = answer
      const [path = ''] = target.split('?', 1)
      const differences =
        document === undefined ? [] : answerFaults(document, { method, path, status, text })
      for (const fault of [...faultsOf(answer, unneeded), ...differences]) {
        faults.push(`${method} ${target.slice(0, 80)}, ${about}: ${fault} (${answer.status})`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}
