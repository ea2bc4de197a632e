import { SignOnError } from '../failure/sign-on-error.ts'
import type { CookieWriter } from './cookies.ts'

// A browser keeps 4096 bytes of a cookie, name and attributes included.
const chunkChars = 3800
const maxChunks = 4

/** Name of the session cookie, without its prefix. */
export const sessionCookie = 'session'

type Cookies = ReadonlyMap<string, string>

function chunkName(name: string, index: number): string {
  return index === 0 ? name : `${name}.${index}`
}

/**
 * Reads a session cookie that may be split over several cookies. The first one begins with their
 * number, so that a leftover of an earlier, longer session is not read.
 */
export function readSessionCookie(
  writer: CookieWriter,
  cookies: Cookies,
  name: string,
): string | undefined {
  const first = cookies.get(writer.name(name))
  const [, count, value = ''] = /^([1-4])~(.*)$/.exec(first ?? '') ?? []
  if (count === undefined) return undefined
  const rest = Array.from({ length: Number(count) - 1 }, (_, index) =>
    cookies.get(writer.name(chunkName(name, index + 1))),
  )
  return rest.includes(undefined) ? undefined : [value, ...rest].join('')
}

/**
 * Writes a session cookie, split into pieces when it is too long for one cookie, and removes
 * leftover pieces of an earlier, longer one.
 *
 * @throws SignOnError `session_too_large` beyond four pieces of 3,800 characters
 */
export function writeSessionCookie(
  writer: CookieWriter,
  cookies: Cookies,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
): string[] {
  const count = Math.max(1, Math.ceil(value.length / chunkChars))
  if (count > maxChunks) throw new SignOnError('session_too_large')
  const written = Array.from({ length: count }, (_, index) => {
    const piece = value.slice(index * chunkChars, (index + 1) * chunkChars)
    const text = index === 0 ? `${count}~${piece}` : piece
    return writer.set(chunkName(name, index), text, maxAgeSeconds)
  })
  return [...written, ...clearFrom(writer, cookies, { name, first: count })]
}

/** Removes every piece of a session cookie. */
export function clearSessionCookie(writer: CookieWriter, cookies: Cookies, name: string): string[] {
  return clearFrom(writer, cookies, { name, first: 0 })
}

function clearFrom(
  writer: CookieWriter,
  cookies: Cookies,
  { name, first }: { name: string; first: number },
): string[] {
  return Array.from({ length: maxChunks }, (_, index) => chunkName(name, index))
    .slice(first)
    .filter((chunk) => cookies.has(writer.name(chunk)))
    .map((chunk) => writer.clear(chunk))
}
