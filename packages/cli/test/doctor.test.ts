import { createServer, type Server } from 'node:http'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { merchantEdgeHere } from './merchant-edge.ts'
import { hasOpenssl, openssl, opensslKeyPair } from './openssl.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const servers: Server[] = []

/** A service whose clock goes wrong, or something that is no service. */
async function serve(body: string, clockAheadSeconds = 0): Promise<string> {
  const server = createServer((_request, response) => {
    response.sendDate = false
    const date = new Date(Date.now() + clockAheadSeconds * 1000).toUTCString()
    response.writeHead(401, { date, 'content-type': 'application/json' }).end(body)
  })
  servers.push(server)
  return listen(server)
}

const refusal = '{"meta":{"code":4010001,"message":"no"}}'

async function checksOf(
  args: readonly string[],
): Promise<{ code: number | null; checks: unknown }> {
  const run = await merchantEdgeHere(['doctor', '--json', ...args])
  return { code: run.code, checks: JSON.parse(run.stdout).checks }
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

describe('doctor', () => {
  it.each([
    ['ok', 'is right', 0, 0],
    ['fail', 'is 90 seconds ahead', -90, 1],
    ['warn', 'is 10 minutes behind', 600, 0],
    ['fail', 'is three hours behind', 10_800, 1],
  ])('says %s when the clock of this machine %s', async (status, _what, serviceAhead, exitCode) => {
    const url = await serve(refusal, serviceAhead)

    const { code, checks } = await checksOf(['--url', url])

    expect(code).toBe(exitCode)
    expect(checks).toContainEqual(expect.objectContaining({ name: 'clock', status }))
  })

  it('detects a server that is not the service', async () => {
    const url = await serve('{"hello":"world"}')

    const { code, checks } = await checksOf(['--url', url])

    expect(code).toBe(1)
    expect(checks).toContainEqual(expect.objectContaining({ name: 'reachable', status: 'fail' }))
  })

  it.each([
    ['says', 5_000_001, 'fail', 1],
    ['says, with a code that is not listed,', 5_990_001, 'fail', 1],
    ['does not say', 4_040_001, 'ok', 0],
    ['does not say, but refuses otherwise', 4_040_201, 'warn', 0],
  ])(
    'takes no signature for accepted when the service %s (%i) that it could not look',
    async (_what, code, status, exitCode) => {
      await merchantEdgeHere(['keys', 'generate', '--out', join(directory, `k${code}`)])
      const url = await serve(JSON.stringify({ meta: { code, message: '' } }))
      const key = join(directory, `k${code}`, 'private.pem')

      const run = await checksOf(['--url', url, '--key', key, '--key-code', 'K1'])

      expect(run.checks).toContainEqual(expect.objectContaining({ name: 'key code', status }))
      expect(run.code).toBe(exitCode)
    },
  )

  it('says why the service cannot be reached', async () => {
    const url = await serve(refusal)
    await new Promise((resolve) => {
      servers.pop()?.close(resolve)
    })

    const { code, checks } = await checksOf(['--url', url])

    expect(code).toBe(1)
    expect(checks).toContainEqual(
      expect.objectContaining({ status: 'fail', message: expect.stringContaining('ECONNREFUSED') }),
    )
  })

  it.runIf(hasOpenssl)('compares the two halves of a pair', async () => {
    const { key, publicKey } = opensslKeyPair(directory)
    mkdirSync(join(directory, 'other'))
    const other = opensslKeyPair(join(directory, 'other'))

    const right = await checksOf(['--key', key, '--public-key', publicKey])
    const wrong = await checksOf(['--key', key, '--public-key', other.publicKey])

    expect(right.code).toBe(0)
    expect(right.checks).toContainEqual(expect.objectContaining({ name: 'key pair', status: 'ok' }))
    expect(wrong.code).toBe(1)
    expect(wrong.checks).toContainEqual(
      expect.objectContaining({ name: 'key pair', status: 'fail' }),
    )
  })

  it.runIf(hasOpenssl)('fails a key of 1024 bits and a key of another kind', async () => {
    const weak = opensslKeyPair(directory, 1024).key
    const ec = join(directory, 'ec.pem')
    openssl(['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', ec])

    const runs = [await checksOf(['--key', weak]), await checksOf(['--key', ec])]

    expect(runs.map(({ code }) => code)).toEqual([1, 1])
    expect(runs[0]?.checks).toContainEqual(
      expect.objectContaining({ name: 'key size', status: 'fail' }),
    )
    expect(runs[1]?.checks).toContainEqual(
      expect.objectContaining({ name: 'private key', message: 'The file holds an EC key.' }),
    )
  })

  /** The public Workers of a deployment, as far as `doctor` asks them. */
  async function deploy(health: object, apiStatus = 401, location = ''): Promise<string> {
    const server = createServer((request, response) => {
      const isHealth = request.url === '/health'
      const status = isHealth ? ('problems' in health ? 503 : 200) : apiStatus
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(!isHealth && location !== '' && { location }),
      })
      response.end(JSON.stringify(isHealth ? health : {}))
    })
    servers.push(server)
    return listen(server)
  }

  // Specification: 1.43
  it('checks a deployment, and lists the go-live steps that are left for a person', async () => {
    const health = { alerts: { open: 0, acknowledged: 0 }, oldestOutboxSeconds: 0 }
    const checkout = await deploy({ status: 'ok', environment: 'uat', ...health })
    const ipn = await deploy({ status: 'ok', environment: 'uat' })

    const run = await merchantEdgeHere([
      'doctor',
      '--json',
      '--checkout',
      checkout,
      '--ipn',
      ipn,
      '--environment',
      'uat',
    ])
    const { healthy, checks, left } = JSON.parse(run.stdout)

    expect([run.code, healthy]).toEqual([0, true])
    expect(checks).toMatchObject([
      { name: 'addresses', status: 'warn' },
      { name: 'checkout settings', status: 'ok' },
      { name: 'environment', status: 'ok' },
      { name: 'shop API closed', status: 'ok' },
      { name: 'operator API closed', status: 'ok' },
      { name: 'alerts', status: 'ok' },
      { name: 'due work', status: 'ok' },
      { name: 'money sent', status: 'ok' },
      { name: 'ipn settings', status: 'ok' },
      { name: 'environment', status: 'ok' },
      { name: 'forged callback', status: 'ok' },
    ])
    expect(left).toContainEqual(expect.stringContaining('accepted the integration in UAT'))
    expect(left).toContainEqual(expect.stringContaining('(check "key code" was not made)'))
    expect(left).not.toContainEqual(expect.stringContaining('forged'))
  })

  it('fails while sending money is disabled', async () => {
    const health = { alerts: { open: 0 }, oldestOutboxSeconds: 0, moneyPaused: true }
    const checkout = await deploy({ status: 'ok', environment: 'uat', ...health })

    const { code, checks } = await checksOf(['--checkout', checkout])

    expect(code).toBe(1)
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'money sent',
        status: 'fail',
        message: expect.stringContaining('MONEY_PAUSED'),
      }),
    )
  })

  it('fails for every setting that is wrong, another environment, and an open API', async () => {
    const problems = [
      { worker: 'checkout', name: 'CHECKOUT_SECRET', problem: 'is missing', remedy: 'Set it.' },
      { worker: 'orders', name: 'STORE_CODE', problem: 'is empty', remedy: 'Set it.' },
    ]
    const checkout = await deploy({ status: 'not_configured', environment: 'uat', problems }, 200)

    const { code, checks } = await checksOf(['--checkout', checkout])

    expect(code).toBe(1)
    expect(checks).toMatchObject(
      [
        { name: 'addresses' },
        { status: 'fail', message: 'CHECKOUT_SECRET of the checkout Worker: is missing.' },
        { status: 'fail', message: 'STORE_CODE of the orders Worker: is empty.' },
        { name: 'environment', status: 'fail', message: /uat, and production is meant/ },
        { name: 'shop API closed', status: 'fail', message: /answered 200/ },
        { name: 'operator API closed', status: 'fail' },
      ].map(({ message, ...check }) => ({
        ...check,
        message:
          message instanceof RegExp
            ? expect.stringMatching(message)
            : (message ?? expect.any(String)),
      })),
    )
  })

  it('fails for an address that is not a Worker of the deployment, or does not answer', async () => {
    const other = await serve('<h1>hello</h1>')
    const gone = await deploy({ status: 'ok' })
    await new Promise((resolve) => {
      servers.pop()?.close(resolve)
    })

    const { code, checks } = await checksOf(['--checkout', other, '--ipn', gone])

    expect(code).toBe(1)
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'checkout settings', status: 'fail' }),
    )
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'ipn settings',
        status: 'fail',
        message: expect.stringContaining('ECONNREFUSED'),
      }),
    )
  })

  it('says that nothing is ever sent to a port of another protocol', async () => {
    const { checks } = await checksOf(['--ipn', 'http://127.0.0.1:6000'])

    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'ipn settings',
        status: 'fail',
        message: expect.stringMatching(/nothing is ever sent to this port.+use another port/),
      }),
    )
  })

  it('checks the desk and the till too, where they are deployed', async () => {
    const ok = { status: 'ok', environment: 'uat' }
    const desk = await deploy(ok, 303, '/auth/sign-in?return_to=%2Forders')
    const till = await deploy(ok, 303, '/till/pair')

    const { code, checks } = await checksOf([
      '--desk',
      desk,
      '--till',
      till,
      '--environment',
      'uat',
    ])

    expect(code).toBe(0)
    expect(checks).toMatchObject([
      { name: 'addresses', status: 'warn' },
      { name: 'desk settings', status: 'ok' },
      { name: 'environment', status: 'ok' },
      { name: 'desk closed', status: 'ok' },
      { name: 'till settings', status: 'ok' },
      { name: 'environment', status: 'ok' },
      { name: 'till closed', status: 'ok' },
    ])
  })

  it.each([
    [200, '', 'It is answered 200'],
    [303, 'https://elsewhere.example/auth/sign-in', 'It is answered 303'],
    [303, '/orders?lang=en', 'It is answered 303'],
  ])(
    'fails a desk that answers a request without a session with %i %s',
    async (status, location, message) => {
      const desk = await deploy({ status: 'ok', environment: 'production' }, status, location)

      const { code, checks } = await checksOf(['--desk', desk])

      expect(code).toBe(1)
      expect(checks).toContainEqual(
        expect.objectContaining({
          name: 'desk closed',
          status: 'fail',
          message: expect.stringContaining(message),
        }),
      )
    },
  )

  it('refuses an unencrypted address, except on this machine', async () => {
    const run = await merchantEdgeHere([
      'doctor',
      '--json',
      '--checkout',
      'http://checkout.example',
    ])

    expect(run.code).toBe(2)
  })
})
