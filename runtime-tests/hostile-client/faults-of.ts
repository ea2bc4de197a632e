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

const insides = /\n\s+at |(?:Type|Range|Syntax|Reference)?Error:|node_modules|\.[jt]s:\d|D1_|SQLITE/

/**
 * What must not be said of any answer: each fault in words; none for a good answer.
 *
 * @param unneeded headers that it does not have to have
 */
export function faultsOf(
  { status, headers, text }: RawAnswer,
  unneeded: readonly string[],
): readonly string[] {
  const faults: string[] = []
  if (status === 0) faults.push('no answer')
  if (status >= 500) faults.push(`status ${status}`)
  // Each request comes from an address of its own: a limit that answers it keeps it from what it was to try.
  if (status === 429) faults.push('met a limit and nothing else')
  for (const name of needed) {
    if (!headers.has(name) && !unneeded.includes(name)) faults.push(`no ${name}`)
  }
  if (insides.test(text)) faults.push('tells of the inside')
  if (/evil\.example/.test(`${headers.get('location')} ${text}`)) faults.push('repeats a host')
  return faults
}
