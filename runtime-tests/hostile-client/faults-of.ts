import type { RawAnswer } from './send-raw.ts'

const needed = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
] as const

// Not `D1_` alone: three letters turn up in the modulus of a public key, once in some 800 keys.
const insides =
  /\n\s+at |(?:Type|Range|Syntax|Reference)?Error:|node_modules|\.[jt]s:\d|D1_\w*ERROR|SQLITE/

/**
 * The faults of an answer, each as a text; empty for a good answer.
 *
 * @param unneeded security headers that the answer may lack
 */
export function faultsOf(
  { status, headers, text }: RawAnswer,
  unneeded: readonly string[],
): readonly string[] {
  const faults: string[] = []
  if (status === 0) faults.push('no answer')
  if (status >= 500) faults.push(`status ${status}`)
  // Each request comes from a different address: if a rate limit answers it, the request has tested nothing.
  if (status === 429) faults.push('was answered by a rate limit')
  for (const name of needed) {
    if (!headers.has(name) && !unneeded.includes(name)) faults.push(`no ${name}`)
  }
  if (insides.test(text)) faults.push('reveals internals')
  if (/evil\.example/.test(`${headers.get('location')} ${text}`))
    faults.push('repeats a forged host')
  return faults
}
