import { utf8 } from '../bytes/utf8.ts'

/** Serializes a JSON value with object fields sorted by name, as in RFC 8785. */
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
 * Computes the fingerprint of a request: two requests with the same fields have the same
 * fingerprint, regardless of the order of the fields.
 *
 * @returns a SHA-256 in 64 hex digits. It contains no personal data, but a guess of the whole
 *   request can be checked against it
 */
export async function fingerprintOf(request: Readonly<Record<string, unknown>>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(canonicalJson(request)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
