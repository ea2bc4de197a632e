import type { SandboxEnv } from '../sandbox-env.ts'

/** The names of the loopback interface, as URLs write them. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the host name of a URL is a loopback name. The comparison is exact, so that no external
 * name matches.
 */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.includes(hostname)
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function siblingsOf(host: URL): readonly string[] {
  if (!isLoopbackName(host.hostname)) return [host.host]
  const port = host.port === '' ? '' : `:${host.port}`
  return loopbackNames.map((name) => name + port)
}

/**
 * The hosts of `SANDBOX_URL` and `ALLOWED_HOSTS` as `host:port`, without the default port of the
 * scheme.
 */
function configuredHosts(env: SandboxEnv, protocol: string): readonly string[] {
  const own = URL.parse(env.SANDBOX_URL ?? '')
  const named = listOf(env.ALLOWED_HOSTS).flatMap((entry) => {
    const host = URL.parse(`${protocol}//${entry}`)
    return host === null ? [] : [host]
  })
  return [...(own === null ? [] : [own]), ...named].flatMap(siblingsOf)
}

/**
 * Whether the header `Host` matches the URL of the request; requests between Workers have no such
 * header.
 */
function matchesHost(header: string | null, url: URL): boolean {
  if (header === null) return true
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80'
  const given = header.toLowerCase()
  return given === url.host || given === `${url.host}${defaultPort}`
}

/**
 * Whether the sandbox answers under the host of a request: a host of `SANDBOX_URL` or
 * `ALLOWED_HOSTS`, or, when neither is set, a loopback name. One loopback name stands for all
 * three. Any other name may be an attacker's name that resolves to this machine (DNS rebinding).
 */
export function isOwnHost(request: Request, env: SandboxEnv): boolean {
  const url = new URL(request.url)
  if (!matchesHost(request.headers.get('host'), url)) return false
  const hosts = configuredHosts(env, url.protocol)
  return hosts.length === 0 ? isLoopbackName(url.hostname) : hosts.includes(url.host)
}

/**
 * The origins of the sandbox's own pages, as a browser writes them: the origin of the request, and
 * `SANDBOX_URL` when it has the same host, because a proxy may have terminated TLS.
 */
export function ownOrigins(request: Request, env: SandboxEnv): readonly string[] {
  const url = new URL(request.url)
  const own = URL.parse(env.SANDBOX_URL ?? '')
  return own?.host === url.host ? [url.origin, own.origin] : [url.origin]
}
