import { createServer, type Server } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeyPair } from '@merchant-edge/signing'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdgeHere, type Run } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const key = join(scratchDirectory(), 'private.pem')
let server: Server | undefined

beforeAll(async () => {
  writeFileSync(key, (await generateKeyPair()).privateKeyPem)
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** `meta.code` of an answer, or what becomes of the connection. */
type Step = number | 'breaks' | 'hangs'

/** Calls an endpoint with its example, at a service that does one step for each request. */
async function called(endpoint: string, steps: readonly Step[], ...args: string[]): Promise<Run> {
  const left = [...steps]
  server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const step = left.shift()
      if (step === 'hangs') return
      if (step === undefined || step === 'breaks') response.destroy()
      else response.setHeader('content-type', 'application/json').end(`{"meta":{"code":${step}}}`)
    })
  })
  const url = await listen(server)
  const { stdout: example } = await merchantEdgeHere(['call', endpoint, '--example'])
  const access = ['--url', url, '--key', key, '--key-code', 'K1']
  return await merchantEdgeHere(['call', endpoint, '--json-body', example, ...access, ...args])
}

describe('call of an endpoint that moves money', () => {
  it.each([
    ['a code that no table lists', [5999999], 'The request may have taken effect.'],
    [
      'a refusal after which it may have taken effect',
      [5000001],
      'The request may have taken effect.',
    ],
    [
      'a refusal of a request that it has sent before',
      ['breaks', 4000820],
      'An earlier request of this call got no answer and may have taken effect.',
    ],
  ] as const)('says after %s that the outcome is unknown', async (_about, steps, said) => {
    const { code, stdout } = await called('refundOrder', steps)

    expect(code).toBe(1)
    expect(stdout).toContain(`${said} Repeat it with the same order_reference_id`)
  })

  it.each([
    ['a refusal', 'refundOrder', 4000820],
    ['an unlisted answer to a question', 'queryOrder', 5999999],
  ] as const)('says no such thing after %s', async (_about, endpoint, step) => {
    const { code, stdout } = await called(endpoint, [step])

    expect(code).toBe(1)
    expect(stdout).not.toContain('may have taken effect')
  })

  it('tells a script whether the request may have taken effect', async () => {
    const late = await called('refundOrder', ['hangs', 'hangs'], '--timeout', '1', '--json')
    const { stdout: example } = await merchantEdgeHere(['call', 'refundOrder', '--example'])
    const access = ['--url', 'http://127.0.0.1:1', '--key', key, '--key-code', 'K1', '--json']
    const unsent = await merchantEdgeHere([
      'call',
      'refundOrder',
      '--json-body',
      example,
      ...access,
    ])

    expect(jsonOf(late)).toMatchObject({ error: { reason: 'ERR_TIMEOUT', sent: 'maybe' } })
    expect(jsonOf(unsent)).toMatchObject({ error: { reason: 'ERR_NETWORK', sent: 'no' } })
  })
})
