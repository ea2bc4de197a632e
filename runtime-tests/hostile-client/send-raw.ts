import { connect } from 'node:net'

/** A request as it goes over the wire; nothing of it is checked or normalised on the way. */
export interface RawRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Headers besides Host and Connection; a name may stand there twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The Host that is claimed; the one of the origin when left out. */
  readonly host?: string
  readonly body?: string | Uint8Array
  /** The length that is claimed; the true one when left out. With more than there is, the rest never comes. */
  readonly contentLength?: number
}

/** What came back. */
export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  /** By names in small letters; the last of a name counts. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

function headOf(bytes: Buffer) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('utf8').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0)
  return { status, headers: new Map(headers), rest: bytes.subarray(end + 4) }
}

/** Whether an answer is whole: a server may keep the connection of a body that it did not read. */
function isWhole(method: string, bytes: Buffer): boolean {
  const head = headOf(bytes)
  if (head === undefined) return false
  const { status, headers, rest } = head
  if (method === 'HEAD' || status === 204 || status === 304) return true
  const length = headers.get('content-length')
  if (length !== undefined) return rest.length >= Number(length)
  return headers.get('transfer-encoding') === 'chunked' && rest.toString().endsWith('0\r\n\r\n')
}

function answerOf(bytes: Buffer): RawAnswer {
  const { status = 0, headers = new Map(), rest = '' } = headOf(bytes) ?? {}
  return { status, headers, text: rest.toString('utf8') }
}

/**
 * Sends a request to a Worker of this machine over a connection of its own, and waits for the whole answer.
 *
 * @param origin gives the port, and the Host that is claimed
 */
export function sendRaw(origin: string, request: RawRequest): Promise<RawAnswer> {
  const { port, host } = new URL(origin)
  const { method, target, headers = [], body = '' } = request
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const length = request.contentLength ?? bytes.length
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${request.host ?? host}`,
    'Connection: close',
    ...(length > 0 ? [`Content-Length: ${length}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    // Where a house listens: a look-up of localhost for each of some ten thousand connections takes as long as they do.
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (isWhole(method, received)) socket.destroy()
    })
    // A connection that is reset after the answer has come is an answer too.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answerOf(received)))
    socket.cork()
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(bytes)
    socket.uncork()
  })
}
