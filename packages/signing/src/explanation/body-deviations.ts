import type { Deviation } from './signed-parts.ts'

const remedy = 'Serialise the body once, sign that text, and send the very same bytes.'

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

/** JSON with a space after commas and colons, as Python and Ruby write it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`,
  )
  return `{${members.join(', ')}}`
}

function misread(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

async function digest(body: string): Promise<readonly [hex: string, base64: string]> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const bytes = new Uint8Array(hash)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex, btoa(String.fromCharCode(...bytes))]
}

function serialisations(body: string): readonly (readonly [says: string, body: string])[] {
  const value = parse(body)
  if (value === undefined) return []
  const compact = JSON.stringify(value)
  return [
    ['the body serialised anew: its spaces or escapes are not those that you sent', compact],
    ['the body pretty-printed with two spaces', JSON.stringify(value, null, 2)],
    ['the body pretty-printed with four spaces', JSON.stringify(value, null, 4)],
    ['the body pretty-printed with tabs', JSON.stringify(value, null, '\t')],
    ['the body with a space after each comma and colon', spaced(value)],
    [
      'the body with a space after each comma and colon and with \\u escapes',
      escapeNonAscii(spaced(value)),
    ],
    ['the body with \\u escapes instead of the characters themselves', escapeNonAscii(compact)],
    ['the body with \\/ instead of /', compact.replaceAll('/', '\\/')],
    [
      'the body with \\/ instead of / and with \\u escapes',
      escapeNonAscii(compact.replaceAll('/', '\\/')),
    ],
    ['the body with its fields sorted', JSON.stringify(sorted(value))],
  ]
}

/** The ways in which a signed body differs from the body that was sent. */
export async function bodyDeviations(body: string): Promise<readonly Deviation[]> {
  const [hex, base64] = await digest(body)
  const bodies: readonly (readonly [says: string, body: string])[] = [
    ...serialisations(body),
    ['no body', ''],
    ['{} as the body', '{}'],
    ['the word null as the body', 'null'],
    ['the word undefined as the body', 'undefined'],
    ['[object Object] as the body: it was never serialised', '[object Object]'],
    ['the body as a JSON string in quotes: it was serialised twice', JSON.stringify(body)],
    ['the body with a line end after it', `${body}\n`],
    ['the body with a line end after it', `${body}\r\n`],
    ['the body without the spaces around it', body.trim()],
    ['the SHA-256 of the body in hex', hex],
    ['the SHA-256 of the body in base64', base64],
    ['the body read as ISO-8859-1 instead of UTF-8', misread(body)],
    ['the body in the composed Unicode form (NFC)', body.normalize('NFC')],
    ['the body in the decomposed Unicode form (NFD)', body.normalize('NFD')],
  ]
  return bodies
    .filter(([, candidate]) => candidate !== body)
    .map(([says, candidate]) => ({
      part: 'body' as const,
      says,
      remedy,
      change: (parts) => ({ ...parts, body: candidate }),
    }))
}
