import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { generateKeyPair } from '@merchant-edge/signing'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { merchantEdgeHere, startMerchantEdge } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

// What a person reads who presses Ctrl-C while the other side works.

const directory = scratchDirectory()
const key = join(directory, 'private.pem')
let server: Server | undefined

beforeAll(async () => {
  writeFileSync(key, (await generateKeyPair()).privateKeyPem)
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** An other side that takes requests, and answers none; `asked` resolves with the first. */
async function silentServer(): Promise<{ url: string; asked: Promise<unknown> }> {
  server = createServer((request) => void request.resume())
  const asked = once(server, 'request')
  return { url: await listen(server), asked }
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

interface Interrupted {
  readonly code: number | null
  readonly endedBy: string | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a command, and sends the signals once the other side was asked. */
async function interrupted(
  args: readonly string[],
  asked: Promise<unknown>,
  signals: readonly Signal[] = ['SIGINT'],
): Promise<Interrupted> {
  const child = startMerchantEdge(args)
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const closed = once(child, 'close')
  await asked
  for (const signal of signals) child.kill(signal)
  const [code, endedBy] = await closed
  return { code, endedBy, stdout, stderr }
}

async function callOf(endpoint: string, url: string): Promise<string[]> {
  const { stdout: example } = await merchantEdgeHere(['call', endpoint, '--example'])
  const access = ['--url', url, '--key', key, '--key-code', 'K1']
  return ['call', endpoint, '--json-body', example, ...access]
}

describe('call that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s says that money may have moved, how that is settled, and ends as the signal ends it',
    async (signal) => {
      const { url, asked } = await silentServer()

      const run = await interrupted(await callOf('refundOrder', url), asked, [signal])

      expect(run).toMatchObject({ code: null, endedBy: signal, stdout: '' })
      expect(run.stderr).toBe(
        'merchant-edge: refundOrder was interrupted before its answer came, and may have taken effect.\n' +
          'Treat the outcome as unknown. Repeat it with the same order_reference_id, or wait for the daily file.\n',
      )
    },
  )

  it('says so although a parent program forwards the same Ctrl-C', async () => {
    const { url, asked } = await silentServer()
    const args = await callOf('transferMoney', url)

    const run = await interrupted(args, asked, ['SIGINT', 'SIGINT', 'SIGINT'])

    expect(run.endedBy).toBe('SIGINT')
    expect(run.stderr).toContain('transferMoney was interrupted')
    expect(run.stderr).toContain('Treat the outcome as unknown.')
  })

  it('tells a script', async () => {
    const { url, asked } = await silentServer()

    const run = await interrupted([...(await callOf('refundOrder', url)), '--json'], asked)

    expect(JSON.parse(run.stdout)).toMatchObject({
      error: { reason: 'interrupted', sent: 'maybe', attempts: 1 },
    })
  })

  it('says of a question that it took no effect', async () => {
    const { url, asked } = await silentServer()

    const run = await interrupted(await callOf('queryOrder', url), asked)

    expect(run.stderr).toContain('queryOrder was interrupted. It took no effect.')
  })
})

describe('a command of an operator that is interrupted', () => {
  const access = (url: string) => ['--url', url, '--token', 'meo_x']

  it.each([
    [['refunds', 'create', 'ORDER-1', '--refund', 'R1', '--vnd', '1000', '--reason', 'cold']],
    [['events', 'resend', '--state', 'dead', '--reason', 'the shop is up']],
    [['alerts', 'close', '17', '--reason', 'the queue runs']],
  ])('says that the action may have happened: %j', async (args) => {
    const { url, asked } = await silentServer()

    const run = await interrupted([...args, ...access(url)], asked)

    expect(run).toMatchObject({ code: null, endedBy: 'SIGINT', stdout: '' })
    expect(run.stderr).toContain(
      'merchant-edge: The command was interrupted before its answer came.\n' +
        'An action may have happened: look before you repeat it; a repeat does nothing twice.',
    )
  })

  it.each([
    [['alerts', 'list']],
    [['orders', 'show', 'ORDER-1']],
    [['persons', 'export', '--customer', 'C-1']],
  ])('speaks of no action when it only reads: %j', async (args) => {
    const { url, asked } = await silentServer()

    const run = await interrupted([...args, ...access(url)], asked)

    expect(run).toMatchObject({ endedBy: 'SIGINT', stdout: '' })
    expect(run.stderr).not.toContain('may have happened')
  })
})

describe('other commands that are interrupted', () => {
  it('trigger callback says how many it has sent', async () => {
    const { url, asked } = await silentServer()
    const args = ['trigger', 'callback', '--url', `${url}/ipn`, '--key', key, '--repeat', '5']

    const run = await interrupted(args, asked)

    expect(run).toMatchObject({ endedBy: 'SIGINT', stdout: '' })
    expect(run.stderr).toContain('0 of 5 callbacks were sent, and one more may have arrived.')
  })

  it('files push says that no half of a file is left', async () => {
    const { url, asked } = await silentServer()
    const folder = mkdtempSync(join(directory, 'out-'))
    writeFileSync(join(folder, 'a.csv'), 'rows')
    const secret = join(directory, 'secret')
    writeFileSync(secret, 'secret')
    const bucket = ['--s3-endpoint', url, '--s3-key-id', 'id', '--s3-secret-file', secret]

    const run = await interrupted(['files', 'push', folder, 's3://files/in', ...bucket], asked)

    expect(run.endedBy).toBe('SIGINT')
    expect(run.stderr).toContain('of each file either the whole is at the target, or nothing')
  })
})
