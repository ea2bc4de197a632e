import { connect } from 'node:net'

/** A request that is sent exactly as given, without checks or normalization. */
export interface RawRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Headers other than Host and Connection; a name may occur twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The Host header; that of the origin if left out. */
  readonly host?: string
  readonly body?: string | Uint8Array
  /** The Content-Length header; the true length if left out. If it is larger, the rest of the body never arrives. */
  readonly contentLength?: number
}

/** The answer. */
export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  /** By names in lower case; of several headers with one name, the last. */
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

/** Whether an answer is complete; a server may keep the connection open when it has not read the body. */
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
 * Sends a request to a local Worker over a new connection, and waits for the complete answer.
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
    // The loopback address, because looking up localhost for each of some ten thousand connections doubles their time.
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (isWhole(method, received)) socket.destroy()
    })
    // If the connection is reset after the answer has arrived, the answer counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answerOf(received)))
    socket.cork()
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(bytes)
    socket.uncork()
  })
}
