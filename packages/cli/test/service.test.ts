import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdge, merchantEdgeHere, startMerchantEdge } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()

interface StartedSandbox {
  readonly child: ChildProcess
  readonly url: string
  readonly keyCode: string
  readonly privateKey: string
  readonly storeCode: string
  /** Everything on standard output until the process has ended. */
  readonly stdout: () => string
}

/** Starts `merchant-edge sandbox --json` and waits for its one JSON object. */
function startSandbox(args: readonly string[]): Promise<StartedSandbox> {
  return new Promise((resolve, reject) => {
    const child = startMerchantEdge(['sandbox', '--json', '--port', '0', ...args])
    let stdout = ''
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.once('close', () => reject(new Error(`The sandbox ended: ${stdout}${stderr}`)))
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
      if (!stdout.endsWith('}\n')) return
      const fields = jsonOf({ code: 0, stdout, stderr })
      const text = (name: string) => String(fields[name])
      resolve({
        child,
        url: text('url'),
        keyCode: text('keyCode'),
        privateKey: text('privateKey'),
        storeCode: text('storeCode'),
        stdout: () => stdout,
      })
    })
  })
}

function stop({ child }: StartedSandbox, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve)
    child.kill(signal)
  })
}

function environmentOf({ url, privateKey, keyCode }: StartedSandbox): Record<string, string> {
  return {
    MERCHANT_EDGE_SERVICE_URL: url,
    MERCHANT_EDGE_KEY: privateKey,
    MERCHANT_EDGE_KEY_CODE: keyCode,
  }
}

describe('with a sandbox', () => {
  const called = Promise.withResolvers<string>()
  const shop = createHttpServer((request, response) => {
    called.resolve(request.url ?? '')
    response.end()
  })
  let shopOrigin: string
  let sandbox: StartedSandbox
  let environment: Record<string, string>

  beforeAll(async () => {
    shopOrigin = await listen(shop)
    sandbox = await startSandbox(['--callback-host', new URL(shopOrigin).host])
    environment = environmentOf(sandbox)
  })
  afterAll(() => {
    sandbox.child.kill('SIGKILL')
    shop.close()
  })

  it('writes the key readable by its owner only', () => {
    expect(statSync(sandbox.privateKey).mode & 0o777).toBe(0o600)
  })

  it('creates an order and queries it', async () => {
    const example = jsonOf(
      await merchantEdgeHere(['call', 'createTqrOrder', '--example', '--json']),
    )
    const id = `CLI-${Date.now()}`
    const { pos_code: _terminalOfTheExample, ...rest } = example
    const fields = { ...rest, order_reference_id: id, store_code: sandbox.storeCode }

    const created = await merchantEdge(['call', 'createTqrOrder', '--body', '-', '--json'], {
      environment,
      input: JSON.stringify(fields),
    })
    const data = JSON.parse(created.stdout)
    const query = JSON.stringify({ order_id: data.data.order_id })
    const queried = await merchantEdgeHere(['call', 'queryOrder', '--json-body', query, '--json'], {
      environment,
    })

    expect(created.code).toBe(0)
    expect(jsonOf(created)).toMatchObject({ outcome: 'accepted', code: 200, attempts: 1 })
    expect(queried.code).toBe(0)
    expect(jsonOf(queried)).toMatchObject({ data: { order_id: data.data.order_id } })
  })

  it('shows the refusal of the service with cause and remedy, and exits with 1', async () => {
    const query = ['call', 'queryOrder', '--json-body', '{"order_id":"19700101T9"}']

    const people = await merchantEdge(query, { environment })
    const program = await merchantEdgeHere([...query, '--json'], { environment })

    expect(people.code).toBe(1)
    expect(people.stdout).toMatch(/^Refused: 4040001 not_found.*\n {2}cause +\S.*\n {2}remedy +\S/)
    expect(program.code).toBe(1)
    expect(jsonOf(program)).toMatchObject({
      outcome: 'refused',
      code: 4040001,
      reason: 'not_found',
    })
  })

  it('shows cause and remedy in Vietnamese too', async () => {
    const query = ['call', 'queryOrder', '--json-body', '{"order_id":"19700101T9"}']

    const run = await merchantEdgeHere([...query, '--lang', 'vi', '--json'], { environment })

    expect(jsonOf(run)).toMatchObject({
      reason: 'not_found',
      remedy: expect.stringMatching(/[ạảấầẩậắằặẹẻếềểệỉịọỏốồổộớờởợụủứừửựỳỷỹđ]/),
    })
  })

  it.each(['queryGiftCodeStock', 'gatewayGetMember', 'getMembership', 'linkWallet'])(
    'reaches %s with its example',
    async (endpoint) => {
      const example = await merchantEdgeHere(['call', endpoint, '--example'])

      const run = await merchantEdgeHere(['call', endpoint, '--body', '-', '--json'], {
        environment,
        input: example.stdout,
      })

      expect(jsonOf(run)).toMatchObject({ outcome: 'accepted', code: 200 })
    },
  )

  it('reports every check as passed', async () => {
    const run = await merchantEdgeHere(['doctor', '--json'], { environment })

    const checks = JSON.parse(run.stdout).checks
    expect(run.code).toBe(0)
    expect(jsonOf(run)).toMatchObject({ healthy: true })
    expect(checks.map(({ name, status }: Record<string, string>) => `${name}: ${status}`)).toEqual([
      'private key: ok',
      'key size: ok',
      'key pair: skip',
      'reachable: ok',
      'clock: ok',
      'key code: ok',
    ])
  })

  it('finds that the key code belongs to another key', async () => {
    const out = join(directory, 'stranger')
    await merchantEdgeHere(['keys', 'generate', '--out', out])

    const run = await merchantEdgeHere(['doctor', '--key', join(out, 'private.pem'), '--json'], {
      environment,
    })

    expect(run.code).toBe(1)
    expect(JSON.parse(run.stdout).checks).toContainEqual({
      name: 'key code',
      status: 'fail',
      message: expect.stringContaining('4010001'),
      remedy: expect.any(String),
    })
  })

  it('sends callbacks to allowed targets', async () => {
    const example = jsonOf(
      await merchantEdgeHere(['call', 'createTqrOrder', '--example', '--json']),
    )
    const { pos_code: _terminalOfTheExample, ...rest } = example
    const fields = {
      ...rest,
      order_reference_id: `CLI-CALLED-${Date.now()}`,
      store_code: sandbox.storeCode,
      callback_url: `${shopOrigin}/ipn`,
    }
    const created = await merchantEdgeHere(['call', 'createTqrOrder', '--body', '-', '--json'], {
      environment,
      input: JSON.stringify(fields),
    })
    const { order_id: orderId } = JSON.parse(created.stdout).data

    await fetch(`${sandbox.url}/control/orders/${orderId}/pay`, { method: 'POST' })

    expect(await called.promise).toContain(`/ipn?order_id=${orderId}`)
  })

  it('exits with 0 at SIGTERM, and leaves no key behind', async () => {
    const code = await stop(sandbox, 'SIGTERM')

    expect(code).toBe(0)
    expect(existsSync(sandbox.privateKey)).toBe(false)
    expect(() => jsonOf({ code, stdout: sandbox.stdout(), stderr: '' })).not.toThrow()
    await expect(fetch(sandbox.url)).rejects.toThrow()
  })
})

describe('sandbox', () => {
  it('starts with the private key alone, as a start that was cut off leaves it', async () => {
    const state = join(directory, 'half')
    await merchantEdgeHere(['keys', 'generate', '--out', state])
    const publicPem = readFileSync(join(state, 'public.pem'), 'utf8')
    rmSync(join(state, 'public.pem'))

    const started = await startSandbox(['--state', state])
    const call = ['doctor', '--url', started.url, '--key', started.privateKey]
    const run = await merchantEdgeHere([...call, '--key-code', started.keyCode])
    await stop(started, 'SIGTERM')

    expect(run.stdout).toContain('The service took the signature')
    expect(readFileSync(join(state, 'public.pem'), 'utf8')).toBe(publicPem)
  })

  it.each([
    ['a key that was cut off', '-----BEGIN PRIVATE KEY-----\nMIIE'],
    ['nothing', ''],
  ])('says that its state directory holds %s', async (what, content) => {
    const state = join(directory, `bad-${what.length}`)
    mkdirSync(state)
    writeFileSync(join(state, 'private.pem'), content)

    const run = await merchantEdgeHere(['sandbox', '--port', '0', '--state', state, '--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({
      error: {
        reason: 'key_invalid',
        message: expect.stringContaining(join(state, 'private.pem')),
      },
    })
    expect(readFileSync(join(state, 'private.pem'), 'utf8')).toBe(content)
  })

  it('keeps orders and keys in its state directory, and exits with 0 at Ctrl-C', async () => {
    const state = join(directory, 'state')
    const first = await startSandbox(['--state', state])
    const key = readFileSync(first.privateKey, 'utf8')
    const ended = stop(first, 'SIGINT')
    // Ctrl-C reaches the process a second time through whatever started it.
    first.child.kill('SIGINT')
    const firstCode = await ended

    const second = await startSandbox(['--state', state])
    const query = ['--url', second.url, '--key', second.privateKey, '--key-code', second.keyCode]
    const run = await merchantEdgeHere(['doctor', ...query])
    await stop(second, 'SIGINT')

    expect(firstCode).toBe(0)
    expect(second.privateKey).toBe(join(state, 'private.pem'))
    expect(readFileSync(second.privateKey, 'utf8')).toBe(key)
    expect(run.code).toBe(0)
  })

  it.each(['*', 'http://localhost:8787', 'localhost:8787/ipn', 'a b'])(
    'refuses %s as a target of callbacks',
    async (host) => {
      const run = await merchantEdgeHere(['sandbox', '--callback-host', host, '--json'])

      expect(run.code).toBe(2)
      expect(jsonOf(run)).toMatchObject({
        error: { message: expect.stringContaining('--callback-host') },
      })
    },
  )

  it('says that its port is taken', async () => {
    const server = createServer()
    const { port } = new URL(await listen(server))

    const run = await merchantEdgeHere(['sandbox', '--port', port, '--json'])
    server.close()

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({
      error: { reason: 'port_taken', message: expect.stringContaining(port) },
    })
  })
})
