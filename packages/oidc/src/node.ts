// The one file of this package that needs Node.
// oxlint-disable-next-line no-restricted-imports
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'

/** A listener on the loopback interface that waits for one callback. */
export interface LoopbackListener {
  /** The redirect address to sign in with; its port is free at this moment. */
  readonly redirectUri: string
  /** The address that the browser came back to. Rejects when the listener is closed before. */
  readonly callbackUrl: Promise<string>
  close(): Promise<void>
}

/** Path, port and last words of a loopback listener. */
export interface LoopbackOptions {
  /** Path of the redirect address; `/callback` when left out. */
  readonly path?: string
  /** Port; a free one when left out. */
  readonly port?: number
  /** Text that the browser shows at the end. */
  readonly farewell?: string
}

const maximumBodyBytes = 64 * 1024

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/**
 * Listens for the callback of a native application's sign-in on `http://127.0.0.1`, as RFC 8252 has it.
 * The identity server gives a free choice of port to the literal address only, not to `localhost`.
 *
 * @throws the error of the socket when the port is taken
 * @example
 * ```ts
 * import { listenOnLoopback } from '@merchant-edge/oidc/node'
 *
 * const listener = await listenOnLoopback()
 * await fetch(`${listener.redirectUri}?code=abc&state=xyz`) // what the browser does at the end
 * const callback = new URL(await listener.callbackUrl)
 * await listener.close()
 * if (callback.searchParams.get('code') !== 'abc') throw new Error('The code came back.')
 * ```
 */
export async function listenOnLoopback({
  path = '/callback',
  port = 0,
  farewell = 'You may close this window.',
}: LoopbackOptions = {}): Promise<LoopbackListener> {
  let arrive: (url: string) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const callbackUrl = new Promise<string>((resolve, reject) => {
    arrive = resolve
    fail = reject
  })
  // A caller that closes without ever awaiting the callback must not end with an unhandled rejection.
  callbackUrl.catch(() => {})
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isCallback = request.method === 'GET' && url.pathname === path
    const privacy = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
    response.writeHead(isCallback ? 200 : 404, { ...privacy, 'content-type': 'text/plain' })
    response.end(isCallback ? farewell : 'not found')
    if (isCallback) arrive(`${redirectUri}${url.search}`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : port
  const redirectUri = `http://127.0.0.1:${listening}${path}`
  return {
    redirectUri,
    callbackUrl,
    async close() {
      fail(new Error('The listener was closed before the browser came back.'))
      await close(server)
    },
  }
}

/** The body of a request; `undefined` when it is longer than 64 kB. */
async function readBody(request: IncomingMessage): Promise<Blob | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = new Uint8Array(chunk)
    size += bytes.byteLength
    if (size > maximumBodyBytes) return undefined
    chunks.push(bytes)
  }
  return new Blob(chunks)
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}

/** A handler from Request to Response that may leave a request unanswered, such as `web.handle`. */
export type WebHandler = (request: Request) => Promise<Response | undefined>

/** How requests of `node:http` are answered. */
export interface NodeListenerOptions {
  /** Origin of the application as browsers see it; the `Host` of a request is not believed. */
  readonly origin: string
  /** Told of an error that the handler threw; the request is answered with 500. */
  readonly onError?: (error: unknown) => void
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const cookies = response.headers.getSetCookie()
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  }
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}

/**
 * Lets a web handler answer requests of `node:http`: 404 where it gives no answer, 413 for a body of
 * more than 64 kB.
 *
 * @param handle such as `(request) => web.handle(request)`
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { nodeListener } from '@merchant-edge/oidc/node'
 *
 * const origin = 'https://shop.example'
 * const greet = async (request: Request) => new Response(`You asked for ${request.url}`)
 * export const server = createServer(nodeListener(greet, { origin }))
 * ```
 */
export function nodeListener(
  handle: WebHandler,
  { origin, onError }: NodeListenerOptions,
): RequestListener {
  async function answer(incoming: IncomingMessage): Promise<Response> {
    const method = incoming.method ?? 'GET'
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = hasBody ? await readBody(incoming) : null
    if (body === undefined) return new Response('too large', { status: 413 })
    const init = { method, headers: headersOf(incoming), body }
    const response = await handle(new Request(new URL(incoming.url ?? '/', origin), init))
    return response ?? new Response('not found', { status: 404 })
  }

  return (incoming, outgoing) => {
    answer(incoming)
      .catch((error: unknown) => {
        onError?.(error)
        return new Response('internal error', { status: 500 })
      })
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.destroy())
  }
}
