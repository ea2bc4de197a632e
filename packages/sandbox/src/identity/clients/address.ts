import * as v from 'valibot'

/** Whether a host is this machine. */
export function isLocalHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  )
}

function refuseRedirect(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null) return 'must be an absolute address'
  if (text.includes('#')) return 'must have no fragment'
  return url.protocol === 'http:' && !isLocalHost(url.hostname)
    ? 'may be http on this machine only'
    : undefined
}

/** An address that a browser is sent to: https, http on this machine, or a scheme of an app. */
export const redirectAddress = v.pipe(
  v.string('must be a string'),
  v.maxLength(2048),
  v.check(
    (text) => refuseRedirect(text) === undefined,
    'must be https, a scheme of an app, or http on this machine, and without a fragment',
  ),
)

/** An http address. */
export const webAddress = v.pipe(
  v.string('must be a string'),
  v.maxLength(2048),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http address'),
)
