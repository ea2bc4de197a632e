import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { jsonOf, merchantEdge, startMerchantEdge, type Run } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

// Goal: the command shows the code that the desk shows, believes only what comes back to its own port with its own
// state, and keeps the token where nobody else reads it. Method: the command as a process of its own; the checkout is
// scripted, and the browser is the test. runtime-tests/one-house/command-line-sign-in.ts walks the same way through the house.

const token = `mes_${'T'.repeat(43)}`
const operator = { name: 'an', role: 'money', expiresAt: 1_900_000_000 }

interface Asked {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly body: Record<string, unknown>
}

let servers: Server[] = []

afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  servers = []
})

/** A checkout that gives the token, and notes what it was asked. */
async function checkout(status = 201): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path, headers } = request
      const text = Buffer.concat(chunks).toString('utf8')
      asked.push({
        path,
        authorization: headers.authorization,
        body: text === '' ? {} : JSON.parse(text),
      })
      const refusal = { reason: 'unauthorized', message: 'The code is wrong.', remedy: 'Again.' }
      const said = status === 201 ? { token, operator } : { error: refusal }
      const answer = path === '/operator/sign-ins' ? said : { outcome: 'signed_out' }
      const answered = path === '/operator/sign-ins' ? status : 200
      response.writeHead(answered, { connection: 'close' }).end(JSON.stringify(answer))
    })
  })
  servers.push(server)
  return { url: await listen(server), asked }
}

const directory = scratchDirectory()

function freshHome(): string {
  return mkdtempSync(join(directory, 'home-'))
}

/** Starts the sign-in, and gives the address for the browser as soon as it is shown. */
function startSignIn(args: readonly string[], HOME: string) {
  const child = startMerchantEdge(['sign-in', '--no-browser', '--json', ...args], {
    environment: { HOME },
  })
  let stdout = ''
  let stderr = ''
  const address = new Promise<URL>((resolve) => {
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
      const [found] = /https?:\S+\/command-lines\/sign-in\S+/.exec(stderr) ?? []
      if (found !== undefined) resolve(new URL(found))
    })
  })
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  const ended = new Promise<Run>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { address, ended }
}

function backOf(address: URL, answer: Readonly<Record<string, string>>): string {
  const state = address.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ state, ...answer })
  return `http://127.0.0.1:${address.searchParams.get('port')}/callback?${query.toString()}`
}

const desk = 'https://desk.example'
const code = 'C'.repeat(43)

describe('sign-in', () => {
  it('stores the token of the approved sign-in, and does not print it', async () => {
    const { url, asked } = await checkout()
    const home = freshHome()
    const { address, ended } = startSignIn(['--desk', desk, '--url', url], home)
    const shown = await address
    const challenge = shown.searchParams.get('challenge') ?? ''
    await fetch(backOf(shown, { code }))
    const run = await ended
    const file = join(home, '.merchant-edge', 'operator.json')
    const verifier = String(asked[0]?.body['verifier'])

    expect(run.code).toBe(0)
    expect(jsonOf(run)).toEqual({ operator, file })
    expect(run.stdout + run.stderr).not.toContain(token)
    expect(run.stdout + run.stderr).not.toContain(verifier)
    expect(run.stderr).toContain(`${challenge.slice(0, 4)}-${challenge.slice(4, 8)}`.toUpperCase())
    expect(asked).toMatchObject([{ path: '/operator/sign-ins', body: { code } }])
    expect(createHash('sha256').update(verifier).digest('hex')).toBe(challenge)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, desk, token })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, '.merchant-edge')).mode & 0o077).toBe(0)
  })

  it('is used by the commands, and ended by sign-out', async () => {
    const { url, asked } = await checkout()
    const home = freshHome()
    const { address, ended } = startSignIn(['--desk', desk, '--url', url], home)
    await fetch(backOf(await address, { code }))
    await ended
    const environment = { HOME: home }
    const named = { ...environment, MERCHANT_EDGE_URL: url }
    const elsewhere = { ...environment, MERCHANT_EDGE_URL: 'http://127.0.0.1:9' }
    const refused = await merchantEdge(['alerts', 'list'], { environment: elsewhere })
    await merchantEdge(['alerts', 'list'], { environment: named })
    const out = await merchantEdge(['sign-out'], { environment })
    const after = await merchantEdge(['alerts', 'list'], { environment })
    const kept = readFileSync(join(home, '.merchant-edge', 'operator.json'), 'utf8')

    expect(refused.stderr).toContain('--token TOKEN is missing')
    expect(out.code).toBe(0)
    expect(asked.slice(1).map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/operator/alerts?limit=50', `Bearer ${token}`],
      ['/operator/sign-out', `Bearer ${token}`],
    ])
    expect(JSON.parse(kept)).toEqual({ url, desk })
    expect([after.code, after.stderr]).toEqual([2, expect.stringContaining('signed out')])
  })

  it('is kept when no checkout answers the sign-out', async () => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.end('{"status":"ok"}'))
    })
    servers.push(server)
    const url = await listen(server)
    const home = freshHome()
    const file = join(home, 'operator.json')
    writeFileSync(file, JSON.stringify({ url, desk, token }))
    const out = await merchantEdge(['sign-out', '--access', file, '--json'])

    expect([out.code, jsonOf(out)]).toMatchObject([1, { error: { reason: 'unexpected_answer' } }])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, desk, token })
  })

  it('writes the operator file of the house when it runs in its folder', async () => {
    const { url } = await checkout()
    const home = freshHome()
    const house = join(home, 'house.json')
    writeFileSync(house, JSON.stringify({ url, desk, token: 'meo_of-the-house' }), { mode: 0o644 })
    const { address, ended } = startSignIn(['--access', house], home)
    await fetch(backOf(await address, { code }))
    await ended

    expect(JSON.parse(readFileSync(house, 'utf8'))).toEqual({ url, desk, token })
    expect(statSync(house).mode & 0o777).toBe(0o600)
  })

  it('waits for its redirect, whatever other requests arrive at its port', async () => {
    const { url, asked } = await checkout()
    const home = freshHome()
    const { address, ended } = startSignIn(['--desk', desk, '--url', url], home)
    const shown = await address
    const ofOthers = [
      backOf(shown, { code: 'D'.repeat(43), state: 'S'.repeat(43) }),
      backOf(shown, { code: 'D'.repeat(43) }).replace('/callback', '/other'),
    ]
    const statuses: number[] = []
    for (const other of ofOthers) statuses.push((await fetch(other)).status)
    await fetch(backOf(shown, { code }))
    const run = await ended

    expect(statuses).toEqual([404, 404])
    expect(run.code).toBe(0)
    expect(asked.map(({ body }) => body['code'])).toEqual([code])
  })

  it.each([
    ['is refused at the desk', { error: 'access_denied' }, 201, 'was refused at the desk'],
    ['comes too late', { code }, 401, 'The code is wrong.'],
  ])('that %s stores nothing', async (_what, answer, status, problem) => {
    const { url } = await checkout(status)
    const home = freshHome()
    const { address, ended } = startSignIn(['--desk', desk, '--url', url], home)
    await fetch(backOf(await address, answer))
    const run = await ended

    expect(run.code).toBe(1)
    expect(run.stdout).toContain(problem)
    expect(existsSync(join(home, '.merchant-edge'))).toBe(false)
  })

  it('stores nothing when the answer of the checkout breaks off', async () => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(201, { 'content-length': '200' }).write('{"token":"')
        setImmediate(() => response.destroy())
      })
    })
    servers.push(server)
    const url = await listen(server)
    const home = freshHome()
    const { address, ended } = startSignIn(['--desk', desk, '--url', url], home)
    await fetch(backOf(await address, { code }))
    const run = await ended

    expect([run.code, jsonOf(run)]).toMatchObject([
      1,
      { error: { reason: 'unreachable', message: expect.stringContaining(url) } },
    ])
    expect(existsSync(join(home, '.merchant-edge'))).toBe(false)
  })

  it('gives up when nobody comes back', async () => {
    const args = ['--desk', desk, '--url', 'http://127.0.0.1:9', '--timeout', '1']
    const run = await startSignIn(args, freshHome()).ended

    expect([run.code, jsonOf(run)]).toMatchObject([1, { error: { reason: 'login_timed_out' } }])
  })

  it.each([
    [[], '--desk URL is missing'],
    [['--desk', desk], '--url URL is missing'],
    [['--desk', 'http://desk.example', '--url', 'https://checkout.example'], 'is not encrypted'],
    [
      ['--desk', 'https://desk.example/x', '--url', 'https://checkout.example'],
      'more than the host',
    ],
  ])('is refused as %j', async (args, problem) => {
    const home = freshHome()
    mkdirSync(join(home, 'empty'))
    const run = await merchantEdge(['sign-in', ...args], { environment: { HOME: home } })

    expect(run.code).toBe(2)
    expect(run.stderr).toContain(problem)
  })
})
