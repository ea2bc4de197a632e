import { checkOptions, checkWholeNumber } from '@merchant-edge/signing/options'
// oxlint-disable-next-line no-restricted-imports -- a native application listens on a port
import { createServer, type IncomingMessage, type Server } from 'node:http'

/** A listener on the loopback interface that waits for the browser of one sign-in. */
export interface LoopbackListener {
  /** The redirect address for the sign-in, with the port of this listener. */
  readonly redirectUri: string
  /**
   * Resolves with the address to which the browser returned. Every other request is answered with
   * 404 and changes nothing, because any page and any program on this machine can send one.
   *
   * @param state `transaction.state` of the sign-in, which the redirect must carry
   * @throws Error when the listener is closed before the browser returned
   */
  callback(state: string): Promise<string>
  close(): Promise<void>
}

/** Path, port and last words of a loopback listener. */
export interface LoopbackOptions {
  /** Path of the redirect address; `/callback` when left out. */
  readonly path?: string | undefined
  /** Port; a free one when left out. */
  readonly port?: number | undefined
  /** Text that the browser shows at the end. */
  readonly farewell?: string | undefined
}

interface Waiting {
  readonly state: string
  readonly arrive: (url: string) => void
  readonly fail: (error: Error) => void
}

const closed = 'The listener was closed before the browser came back.'

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function portOf(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function isPath(path: string): boolean {
  const base = 'http://127.0.0.1'
  return URL.canParse(path, base) && new URL(path, base).pathname === path
}

/** Query of the redirect with this state; `undefined` for every other request. */
function redirectQuery(
  { method, url = '', headers }: IncomingMessage,
  { host, pathname }: URL,
  state: string,
): string | undefined {
  // A query may contain further question marks.
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? []
  // A page that has its name point to this machine sends that name as the host.
  if (method !== 'GET' || headers.host !== host || path !== pathname) return undefined
  const parameters = new URLSearchParams(query)
  const states = parameters.getAll('state')
  const isAnswer = parameters.has('code') || parameters.has('error')
  return isAnswer && states.length === 1 && states[0] === state ? query : undefined
}

/**
 * Listens for the callback of a native application's sign-in on `http://127.0.0.1`, as RFC 8252
 * describes. The identity server gives a free choice of port to the literal address only, not to
 * `localhost`.
 *
 * @throws TypeError when the path does not begin with a slash, or is not written as in an address;
 *   the error of the socket when the port is taken
 * @example
 * ```ts
 * import { listenOnLoopback } from '@merchant-edge/oidc/node'
 *
 * const listener = await listenOnLoopback()
 * const back = listener.callback('xyz')
 * await fetch(`${listener.redirectUri}?code=abc&state=xyz`) // what the browser does at the end
 * const callback = new URL(await back)
 * await listener.close()
 * if (callback.searchParams.get('code') !== 'abc') throw new Error('The code came back.')
 * ```
 */
export async function listenOnLoopback(options: LoopbackOptions = {}): Promise<LoopbackListener> {
  checkOptions('listenOnLoopback', options, { path: 'string', port: 'number', farewell: 'string' })
  const { path = '/callback', port = 0, farewell = 'You may close this window.' } = options
  checkWholeNumber('listenOnLoopback', { port }, { from: 0, to: 65_535 })
  if (!isPath(path)) {
    throw new TypeError('path must be the path of an address, such as /callback.')
  }
  let waiting: Waiting | undefined
  let isClosed = false
  const server = createServer((request, response) => {
    const query =
      waiting === undefined ? undefined : redirectQuery(request, redirect, waiting.state)
    const privacy = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
    response.writeHead(query === undefined ? 404 : 200, {
      ...privacy,
      'content-type': 'text/plain',
      connection: 'close',
    })
    response.end(query === undefined ? 'not found' : farewell)
    if (query !== undefined) waiting?.arrive(`${redirectUri}?${query}`)
  })
  const redirect = new URL(`http://127.0.0.1:${await portOf(server, port)}${path}`)
  const redirectUri = redirect.href
  // An error while accepting a connection only loses this connection.
  server.on('error', () => undefined)
  return {
    redirectUri,
    callback(state) {
      const back = new Promise<string>((arrive, fail) => {
        waiting = { state, arrive, fail }
        if (isClosed) fail(new Error(closed))
      })
      // A caller that closes without awaiting the callback must not cause an unhandled rejection.
      back.catch(() => undefined)
      return back
    },
    async close() {
      isClosed = true
      waiting?.fail(new Error(closed))
      await close(server)
    },
  }
}
