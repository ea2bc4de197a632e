import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import { listen } from './listen.ts'
import { merchantEdgeHere, type Run } from './merchant-edge.ts'

/** A request that a scripted checkout has received. */
export interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: unknown
}

/** An answer of a scripted checkout. */
export interface Scripted {
  /** 200 when left out. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Whether the connection ends in the middle of the text. */
  readonly breaks?: boolean
}

/** The token with which {@link ScriptedCheckout.run} asks. */
export const token = 'meo_tell-nobody'

/** A checkout Worker for the commands of operators, which answers what a test scripts. */
export interface ScriptedCheckout {
  /** The requests of the running test, in their order. */
  readonly asked: readonly Asked[]
  /** Its address; nobody listens there before {@link answers}. */
  readonly url: string
  /** Starts it: it answers one request after another with what is scripted, and then with 500. */
  answers(...scripted: Scripted[]): Promise<void>
  /** Runs a command with its address and a token. */
  run(...args: readonly string[]): Promise<Run>
}

const nobody = 'http://127.0.0.1:9'

/** Makes the scripted checkout of a test file; every test starts its own. */
export function scriptedCheckout(): ScriptedCheckout {
  let asked: Asked[] = []
  let server: Server | undefined
  let url = nobody

  beforeEach(() => {
    asked = []
    url = nobody
  })
  afterEach(async () => {
    if (server) await new Promise((resolve) => server?.close(resolve))
    server = undefined
  })

  return {
    get asked() {
      return asked
    },
    get url() {
      return url
    },
    async answers(...scripted) {
      const started = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const said = Buffer.concat(chunks).toString('utf8')
          const { method, url: path, headers } = request
          const body: unknown = said === '' ? undefined : JSON.parse(said)
          asked.push({ method, url: path, authorization: headers.authorization, body })
          const {
            status = 200,
            headers: more,
            json,
            text,
            breaks,
          }: Scripted = scripted.shift() ?? { status: 500 }
          const answer = text ?? JSON.stringify(json)
          response.writeHead(status, { connection: 'close', ...more })
          if (breaks === true) response.write(answer, () => response.destroy())
          else response.end(answer)
        })
      })
      server = started
      url = await listen(started)
    },
    run: (...args) =>
      merchantEdgeHere(args, {
        environment: { MERCHANT_EDGE_URL: url, MERCHANT_EDGE_TOKEN: token },
      }),
  }
}
