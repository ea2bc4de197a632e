import type { HostClock } from '../clock/host-clock.ts'
import type { FaultAction, TakenAnswer } from './fault.ts'

const gatewayPage = `<!doctype html>
<html><head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1></body></html>
`

function htmlPage(status: number): Response {
  return new Response(gatewayPage.replaceAll('502 Bad Gateway', `${status} Gateway error`), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

/** Declares the full length of the answer, sends half of it, and breaks the connection. */
function cutOff(answer: Response, bytes: Uint8Array): Response {
  const { readable, writable } = new FixedLengthStream(bytes.byteLength)
  const writer = writable.getWriter()
  const half = bytes.subarray(0, Math.ceil(bytes.byteLength / 2))
  void writer
    .write(half)
    .then(() => writer.abort(new Error('cut off on purpose')))
    .catch(() => undefined)
  return new Response(readable, { status: answer.status, headers: answer.headers })
}

/** Holds the connection, then answers 504 as a gateway does after its timeout. */
export async function holdConnection(host: HostClock, seconds: number): Promise<Response> {
  await host.sleep(seconds * 1000)
  return htmlPage(504)
}

/**
 * Answers a request that only reserved its id.
 *
 * @param answer the answer to send when a code was requested
 */
export async function answerTaken(
  answer: Response,
  how: TakenAnswer,
  hold: { readonly host: HostClock; readonly hangSeconds: number },
): Promise<Response> {
  if (how === 'hang') return holdConnection(hold.host, hold.hangSeconds)
  if (how === 'html') return htmlPage(502)
  return how === 'empty' ? new Response('', { status: 500, headers: answer.headers }) : answer
}

/**
 * Corrupts an answer whose request has taken effect.
 *
 * @param hold how long a `timeout-after` holds the connection, in real time
 */
export async function spoilAnswer(
  answer: Response,
  spoil: FaultAction & { readonly kind: 'spoil' },
  hold: { readonly host: HostClock; readonly hangSeconds: number },
): Promise<Response> {
  const { status, headers } = answer
  switch (spoil.how) {
    case 'timeout-after':
      return holdConnection(hold.host, hold.hangSeconds)
    case 'slow':
      await hold.host.sleep(spoil.seconds * 1000)
      return answer
    case 'html':
      return htmlPage(502)
    case 'empty':
      return new Response('', { status, headers })
    case 'reset':
      return cutOff(answer, new Uint8Array(await answer.arrayBuffer()))
    case 'truncate':
    default: {
      const text = await answer.text()
      return new Response(text.slice(0, Math.ceil(text.length / 2)), { status, headers })
    }
  }
}
