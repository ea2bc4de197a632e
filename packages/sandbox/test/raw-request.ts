import { request } from 'node:http'

/** A request whose headers are sent as they are, `Host` among them, which `fetch` does not let a caller set. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a server answered. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/**
 * Sends one request to a server on the loopback interface, over a new connection, because the
 * server may close a kept connection at the moment of its reuse.
 */
export function sendRaw(origin: string, raw: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const { method, path, headers = {}, body } = raw
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, headers, agent: false },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (part: string) => {
          text += part
        })
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
        })
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
