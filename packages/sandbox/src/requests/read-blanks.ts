import type { ApiProfile } from '../settings/rules.ts'
import { RefusalError } from './refusal-error.ts'

/**
 * Fields whose own fields may be left out one by one; what other objects hold is the merchant's
 * own.
 */
const withOwnFields: ReadonlySet<string> = new Set(['receipt_info', 'payment_request_list'])

function isBlank(value: unknown): boolean {
  return value === null || value === ''
}

function readValue(path: string, value: unknown, profile: ApiProfile): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => readValue(`${path}.${index}`, item, profile))
  }
  return typeof value === 'object' && value !== null ? readAt(`${path}.`, value, profile) : value
}

function readAt(path: string, fields: object, profile: ApiProfile): Record<string, unknown> {
  const entries: [string, unknown][] = Object.entries(fields)
  const blank = entries.find(([, value]) => isBlank(value))
  if (blank !== undefined && profile === 'strict') {
    const [name, value] = blank
    const problem = value === null ? 'must not be null' : 'must not be empty'
    throw new RefusalError(4000001, `${path}${name}: ${problem}; leave it out`)
  }
  return Object.fromEntries(
    entries
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => [
        name,
        withOwnFields.has(name) ? readValue(`${path}${name}`, value, profile) : value,
      ]),
  )
}

/**
 * Reads null and empty text as a field that was left out, as merchants send them; the profile
 * `strict` refuses them. Signatures cover the bytes of the body as received. Assumes G-136.
 *
 * @throws RefusalError 4000001 naming the first blank field, in the profile `strict`
 */
export function readBlanks(fields: object, profile: ApiProfile): Record<string, unknown> {
  return readAt('', fields, profile)
}
