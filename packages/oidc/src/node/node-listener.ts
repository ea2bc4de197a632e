import { checkOptions } from '@merchant-edge/signing/options'
// oxlint-disable-next-line no-restricted-imports -- the types of `node:http`, whose requests are answered here
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** A handler from Request to Response that may leave a request unanswered, such as `web.handle`. */
export type WebHandler = (request: Request) => Promise<Response | undefined>

/** Options for answering requests of `node:http`. */
export interface NodeListenerOptions {
  /**
   * Origin of the application as browsers see it; the `Host` header of a request is not trusted.
   */
  readonly origin: string
  /** Called with an error that the handler threw; the request is answered with 500. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** A signal that aborts after that many milliseconds; `AbortSignal.timeout` when left out. */
  readonly deadline?: ((milliseconds: number) => AbortSignal) | undefined
}

const maxBodyBytes = 64 * 1024
const maxBodyMs = 10_000

/**
 * The body of a request, or the status that refuses it: 413 when it is too long, 408 when it is too
 * slow.
 */
function readBody(request: IncomingMessage, deadline: AbortSignal): Promise<Blob | 408 | 413> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const settle = (body: Blob | 408 | 413): void => {
      request.pause().removeListener('data', take)
      deadline.removeEventListener('abort', expire)
      resolve(body)
    }
    const expire = (): void => settle(408)
    const take = (chunk: Uint8Array): void => {
      size += chunk.byteLength
      if (size > maxBodyBytes) settle(413)
      else chunks.push(new Uint8Array(chunk))
    }
    request.on('data', take)
    request.once('end', () => settle(new Blob(chunks)))
    request.once('error', reject)
    deadline.addEventListener('abort', expire)
  })
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}

/**
 * The address of a request at this origin; `undefined` when it names another one, or is not a valid
 * address.
 */
function addressOf({ url = '' }: IncomingMessage, origin: string): string | undefined {
  return url.startsWith('/') && URL.canParse(`${origin}${url}`) ? `${origin}${url}` : undefined
}

/**
 * Refuses a request that is not completely received; the connection is closed, which discards the
 * rest.
 */
function refuse(status: number): Response {
  return new Response(null, { status, headers: { connection: 'close' } })
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

// `Request` does not support these methods.
const methodsWithoutRequest = new Set(['CONNECT', 'TRACE', 'TRACK'])

/**
 * Lets a web handler answer requests of `node:http`: 404 where it gives no answer, 413 for a body
 * of more than 64 kB, 408 for one that takes longer than 10 seconds, 400 for an address of another
 * origin.
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
export function nodeListener(handle: WebHandler, options: NodeListenerOptions): RequestListener {
  checkOptions('nodeListener', options, {
    origin: 'string!',
    onError: 'function',
    deadline: 'function',
  })
  const { origin, onError, deadline = (ms) => AbortSignal.timeout(ms) } = options
  if (typeof handle !== 'function') throw new TypeError('handle must be a function.')
  if (!URL.canParse(origin)) {
    throw new TypeError('origin must be an address such as https://shop.example.')
  }
  const ownOrigin = new URL(origin).origin

  async function answer(incoming: IncomingMessage): Promise<Response> {
    const method = incoming.method ?? 'GET'
    const address = addressOf(incoming, ownOrigin)
    if (address === undefined) return refuse(400)
    if (methodsWithoutRequest.has(method)) return refuse(405)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = hasBody ? await readBody(incoming, deadline(maxBodyMs)) : null
    if (typeof body === 'number') return refuse(body)
    const response = await handle(
      new Request(address, { method, headers: headersOf(incoming), body }),
    )
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
