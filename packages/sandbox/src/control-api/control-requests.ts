import { ControlRefused } from './control-refused.ts'

/** Options of {@link createControlClient}. */
export interface ControlClientOptions {
  /** Origin of the sandbox, such as `http://127.0.0.1:8788`. */
  readonly url: string
  /** CONTROL_SECRET of the sandbox, if one is set. */
  readonly secret?: string
  /** The global `fetch` when left out. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** Sends JSON and reads JSON. */
export type Send = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

/** Both call the control API, and throw ControlRefused for an error answer. */
export interface Senders {
  readonly send: Send
  /** Sends a raw request and returns the raw answer. */
  readonly sendRaw: (path: string, init: RequestInit) => Promise<Response>
}

/** The path of these parts below `/control`; a part may have any characters. */
export function pathOf(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`
}

function rawSender(options: ControlClientOptions): Senders['sendRaw'] {
  const send = options.fetch ?? ((request: Request) => fetch(request))
  return async (path, init) => {
    const request = new Request(`${options.url}/control${path}`, init)
    if (options.secret !== undefined) {
      request.headers.set('authorization', `Bearer ${options.secret}`)
    }
    const answer = await send(request)
    if (!answer.ok) throw await ControlRefused.from(answer)
    return answer
  }
}

function sender(sendRaw: Senders['sendRaw']): Send {
  return async (method, path, body) => {
    const answer = await sendRaw(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // The answers come from the server of this package, which has these types.
    return answer.status === 204 ? JSON.parse('null') : answer.json()
  }
}

/** The senders of a client. */
export function sendersFor(options: ControlClientOptions): Senders {
  const sendRaw = rawSender(options)
  return { send: sender(sendRaw), sendRaw }
}
