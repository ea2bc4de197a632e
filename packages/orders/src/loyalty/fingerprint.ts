import { utf8 } from '../bytes/utf8.ts'

/** A value of JSON with the fields of its objects in the order of their names, as RFC 8785 has them. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
  return `{${fields.join(',')}}`
}

/**
 * What a request is recognized by: two requests have the same fingerprint when their fields are the same, in whatever
 * order they came.
 *
 * @returns a SHA-256 in 64 hex digits; it names nobody, but whoever guesses all of the request can check the guess
 */
export async function fingerprintOf(request: Readonly<Record<string, unknown>>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(canonicalJson(request)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
