import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { RunningSandbox } from '../src/node/start-sandbox.ts'
import { listen } from './listen.ts'

/** What the API answered over real HTTP. */
export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  code: number
  data: Record<string, unknown>
}

/**
 * Calls the sandbox as a merchant in another language would, with fields or with the unchanged text
 * of a body. The signed text is built by hand from Specification 5.2 and signed with Node's crypto.
 */
export async function callByHand(
  sandbox: RunningSandbox,
  path: string,
  request: { fields?: object; text?: string; requestId?: string; signal?: AbortSignal } = {},
): Promise<HttpAnswer> {
  const { fields, text: sent = fields && JSON.stringify(fields) } = request
  const method = sent === undefined ? 'GET' : 'POST'
  const body = sent ?? ''
  const { now } = (await sandbox.control.state()).clock
  const nonce = randomUUID()
  const text = `${path};${method};${nonce};${now};${sandbox.keyCode};${body}`
  const key = createPrivateKey(sandbox.privateKeyPem)
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Key-Code': sandbox.keyCode,
      'X-Nonce': nonce,
      'X-Timestamp': String(now),
      'X-Signature': sign('sha256', Buffer.from(text), key).toString('base64'),
      ...(request.requestId !== undefined && { 'X-Request-ID': request.requestId }),
    },
    ...(body !== '' && { body }),
    ...(request.signal !== undefined && { signal: request.signal }),
  })
  const { status, headers } = answer
  const received = await answer.text()
  try {
    const json = JSON.parse(received)
    return { status, headers, text: received, code: json.meta.code, data: json.data }
  } catch {
    return { status, headers, text: received, code: Number.NaN, data: {} }
  }
}

/** An ordinary order whose callback goes to an address. */
export function httpOrder(sandbox: RunningSandbox, callbackUrl: string): Record<string, unknown> {
  return {
    callback_url: callbackUrl,
    order_amount: 100_000,
    order_reference_id: randomUUID().slice(0, 35),
    store_code: sandbox.storeCode,
    pos_code: sandbox.posCode,
    extra_data: 'a b+c&d=é',
  }
}

/** A receiver of callbacks on loopback. */
export interface Receiver {
  /** Address to give as callback_url. */
  url: string
  /** The received request targets, exactly as in the request line. */
  received: string[]
  /** Decides the answers; 200 `ok` at first. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Waits until this number of requests has arrived. */
  until(count: number, timeoutMs?: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a receiver of callbacks. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answer: (_request, response) => response.end('ok'),
    async until(count, timeoutMs = 60_000) {
      const deadline = Date.now() + timeoutMs
      while (receiver.received.length < count) {
        if (Date.now() > deadline) {
          throw new Error(`${receiver.received.length} of ${count} callbacks after ${timeoutMs} ms`)
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    receiver.received.push(`${request.method} ${request.url}`)
    receiver.answer(request, response)
  })
  receiver.url = `${await listen(server)}/ipn`
  return receiver
}
