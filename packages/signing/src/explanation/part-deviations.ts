import type { Deviation, SignedParts } from './signed-parts.ts'

/** Other parts of the request that may have been signed by mistake. */
export interface RequestSurroundings {
  /** Scheme, host and port. */
  readonly origin: string
  /** Query with its question mark; empty when there was none. */
  readonly query: string
}

const pathRemedy =
  'Sign the path alone: from /merchant-integration on, without host and query string.'

function paths(
  path: string,
  surroundings: RequestSurroundings,
): readonly (readonly [says: string, path: string])[] {
  const { origin, query } = surroundings
  const bare = path.split('?')[0] ?? path
  const host = origin.replace(/^[a-z]+:\/\//, '')
  return [
    ['the path without its query string', bare],
    ['the path with its query string', bare + query],
    ['the whole address with its host', origin + bare],
    ['the whole address with its host and query string', origin + bare + query],
    ['the host and the path', host + bare],
    ['the path without its first slash', bare.replace(/^\//, '')],
    ['the path with a slash at its end', `${bare}/`],
    ['the path without /merchant-integration', bare.replace(/^\/merchant-integration/, '')],
    ['the path in small letters', bare.toLowerCase()],
    ['the path with its escapes decoded', decoded(bare)],
    ['the path in percent-escapes', encodeURIComponent(bare)],
    ['no path', ''],
  ]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type Change = readonly [says: string, value: string]

function changes(
  part: keyof SignedParts,
  sent: string,
  candidates: { readonly remedy: string; readonly values: readonly Change[] },
): readonly Deviation[] {
  return candidates.values
    .filter(([, value]) => value !== sent)
    .map(([says, value]) => ({
      part,
      says,
      remedy: candidates.remedy,
      change: (parts) => ({ ...parts, [part]: value }),
    }))
}

function timestamps(timestamp: string): readonly Change[] {
  const value = Number(timestamp)
  if (!Number.isFinite(value)) return []
  return [
    ['the timestamp in milliseconds', String(value * 1000)],
    ['the timestamp in seconds, but sent milliseconds', String(Math.floor(value / 1000))],
    ['a timestamp that is one second earlier than the header', String(value - 1)],
    ['a timestamp that is one second later than the header', String(value + 1)],
    ['the timestamp with decimals', `${timestamp}.0`],
    ['no timestamp', ''],
  ]
}

/** The ways in which a signed value other than the body differs from what was sent. */
export function partDeviations(
  sent: SignedParts,
  surroundings: RequestSurroundings,
): readonly Deviation[] {
  const { path, method, nonce, timestamp, keyCode } = sent
  return [
    ...changes('path', path, { remedy: pathRemedy, values: paths(path, surroundings) }),
    ...changes('method', method, {
      remedy: 'Sign the method in capitals, as it is sent.',
      values: [
        ['the method in small letters', method.toLowerCase()],
        ['the method with one capital', method.charAt(0) + method.slice(1).toLowerCase()],
        ['POST as the method', 'POST'],
        ['GET as the method', 'GET'],
        ['no method', ''],
      ],
    }),
    ...changes('nonce', nonce, {
      remedy: 'Sign the very nonce that goes into X-Nonce.',
      values: [
        ['the nonce in small letters', nonce.toLowerCase()],
        ['the nonce in capitals', nonce.toUpperCase()],
        ['the nonce without its hyphens', nonce.replaceAll('-', '')],
        ['no nonce', ''],
      ],
    }),
    ...changes('timestamp', timestamp, {
      remedy: 'Take the time once, in whole seconds, for both the header and the signed text.',
      values: timestamps(timestamp),
    }),
    ...changes('keyCode', keyCode, {
      remedy: 'Sign the very key code that goes into X-Key-Code.',
      values: [
        ['the key code in small letters', keyCode.toLowerCase()],
        ['the key code in capitals', keyCode.toUpperCase()],
        ['no key code', ''],
      ],
    }),
  ]
}
