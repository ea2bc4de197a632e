import type { SandboxEnv } from '../sandbox-env.ts'

/** The names of this machine's loopback interface, as URLs write them. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Whether a name of a URL is one of this machine's own: exactly, so that no name of the outside is one. */
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

/** What `SANDBOX_URL` and `ALLOWED_HOSTS` name, as `host:port`; the port of the scheme is left out. */
function configuredHosts(env: SandboxEnv, protocol: string): readonly string[] {
  const own = URL.parse(env.SANDBOX_URL ?? '')
  const named = listOf(env.ALLOWED_HOSTS).flatMap((entry) => {
    const host = URL.parse(`${protocol}//${entry}`)
    return host === null ? [] : [host]
  })
  return [...(own === null ? [] : [own]), ...named].flatMap(siblingsOf)
}

/** Whether the header `Host` says what the URL of the request says; requests between Workers have none. */
function agrees(header: string | null, url: URL): boolean {
  if (header === null) return true
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80'
  const given = header.toLowerCase()
  return given === url.host || given === `${url.host}${defaultPort}`
}

/**
 * Whether the sandbox answers under the host of a request: one of those that `SANDBOX_URL` and
 * `ALLOWED_HOSTS` name, or, when they name none, a name of this machine. A name of this machine stands for
 * all three. Any other name may be one that somebody has bound to this machine for a browser (DNS rebinding).
 */
export function isOwnHost(request: Request, env: SandboxEnv): boolean {
  const url = new URL(request.url)
  if (!agrees(request.headers.get('host'), url)) return false
  const hosts = configuredHosts(env, url.protocol)
  return hosts.length === 0 ? isLoopbackName(url.hostname) : hosts.includes(url.host)
}

/**
 * The origins of the sandbox's own pages, as a browser writes them: that of the request, and `SANDBOX_URL`
 * where it has the same host, since a proxy may have taken the https away.
 */
export function ownOrigins(request: Request, env: SandboxEnv): readonly string[] {
  const url = new URL(request.url)
  const own = URL.parse(env.SANDBOX_URL ?? '')
  return own?.host === url.host ? [url.origin, own.origin] : [url.origin]
}
