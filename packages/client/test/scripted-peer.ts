import type { FetchLike } from '../src/client.ts'

/** A request as the peer received it. */
export interface SeenRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  /** The bytes of the body; empty when there was none. */
  readonly bytes: Uint8Array
  /** The body as text. */
  readonly body: string
  readonly redirect: string
  readonly signal: AbortSignal
}

/** What the peer does with one request. */
export type Step = (request: SeenRequest) => Response | Promise<Response>

/** A service that plays a script, one step per request; more requests than steps are an error. */
export interface ScriptedPeer {
  readonly fetch: FetchLike
  readonly requests: SeenRequest[]
}

export function scriptedPeer(...steps: readonly Step[]): ScriptedPeer {
  const requests: SeenRequest[] = []
  return {
    requests,
    async fetch(url, init) {
      // The runtime's own Request checks the options and turns the body into bytes.
      const sent = new Request(url, init)
      const bytes = new Uint8Array(await sent.arrayBuffer())
      const { method, headers, redirect } = sent
      const request: SeenRequest = {
        url: sent.url,
        method,
        headers,
        bytes,
        body: new TextDecoder().decode(bytes),
        redirect,
        signal: init.signal ?? AbortSignal.abort('no signal was handed over'),
      }
      requests.push(request)
      const step = steps[requests.length - 1]
      if (step === undefined) throw new Error(`the script has no request ${requests.length}`)
      return step(request)
    },
  }
}

/** Answers with an envelope. */
export function answers(code: number, data?: unknown, headers?: Record<string, string>): Step {
  return () => Response.json({ meta: { code, message: 'words' }, data }, headers ? { headers } : {})
}

/** Answers with a text. */
export function says(text: string, init: ResponseInit = {}): Step {
  return () => new Response(text, init)
}

/** Breaks the connection the way fetch reports it. */
export const breaks: Step = () => Promise.reject(new TypeError('connection reset'))

/** Never answers, and rejects when the signal ends the wait, as fetch does. */
export const hangs: Step = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** Never answers and does not look at the signal either. */
export const ignoresSignal: Step = () => new Promise(() => undefined)
