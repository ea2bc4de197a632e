import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { callbackToken } from '@merchant-edge/orders/callbacks'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  applyMigrations,
  bundleForUpload,
  databasesOf,
  deployedWorker,
  type DeployedWorker,
} from './deployment/wrangler.ts'

// Goal: the Workers run as docs/guides/deploy.md deploys them. Method: its commands, on this machine: `merchant-edge` makes the
// keys and secrets, wrangler applies the migrations to databases on disk and bundles each Worker for its environment, and
// the bundles run together with the bindings that wrangler reads from wrangler.jsonc. The other tests bundle by themselves and
// name the bindings themselves.

const run = promisify(execFile)
const commandLine = join(import.meta.dirname, '../packages/cli/src/main.ts')
const workers: readonly DeployedWorker[] = ['orders', 'ipn', 'checkout', 'console']
const environment = 'uat'

type Settings = Readonly<Partial<Record<DeployedWorker, Readonly<Record<string, string>>>>>

let folder: string
let secrets: Settings
let servicePrivateKey: string
let servicePublicKey: string
let running: Miniflare | undefined

const text = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

async function merchantEdge(...args: readonly string[]): Promise<void> {
  await run(process.execPath, [commandLine, ...args], { cwd: folder })
}

/** The secrets that `merchant-edge secrets generate` has made for a Worker. */
async function secretsOf(worker: DeployedWorker): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await text(`secrets/${worker}.json`))
}

async function start(settings: Settings): Promise<Miniflare> {
  const deployment = { environment, folder }
  const options = await Promise.all(
    workers.map((worker) => deployedWorker(deployment, worker, settings[worker])),
  )
  running = new Miniflare({ d1Persist: databasesOf(deployment), workers: options })
  return running
}

async function send(
  miniflare: Miniflare,
  worker: DeployedWorker,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { fetch } = await miniflare.getWorker(`merchant-edge-${worker}-${environment}`)
  const address = path.startsWith('https:') ? path : `https://${worker}-uat.merchant.test${path}`
  return fetch(address, { redirect: 'manual', ...init })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'merchant-edge-deployment-'))
  await merchantEdge('keys', 'generate', '--out', 'keys')
  await merchantEdge('keys', 'generate', '--out', 'service-keys')
  const key = ['--key', 'keys/private.pem', '--key-code', 'uat-key']
  await merchantEdge('secrets', 'generate', '--out', 'secrets', ...key)
  const deployment = { environment, folder }
  await applyMigrations(deployment, 'orders')
  await applyMigrations(deployment, 'console')
  for (const worker of workers) await bundleForUpload(deployment, worker)
  secrets = {
    orders: await secretsOf('orders'),
    ipn: await secretsOf('ipn'),
    checkout: await secretsOf('checkout'),
  }
  servicePrivateKey = await text('service-keys/private.pem')
  servicePublicKey = await text('service-keys/public.pem')
})

afterEach(async () => {
  await running?.dispose()
  running = undefined
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const serviceKeys = () => JSON.stringify([{ id: 'uat-1', pem: servicePublicKey }])

/** The variables that the guide asks for, and the secrets of its files. */
const everySetting = (): Settings => ({
  orders: {
    ...secrets.orders,
    SERVICE_URL: 'https://service.merchant.vn',
    STORE_CODE: 'HN-01',
    IPN_URL: 'https://ipn.merchant.vn',
    CHECKOUT_URL: 'https://checkout.merchant.vn',
    WEBHOOK_URL: 'https://shop.merchant.vn/webhooks',
    RETURN_ORIGINS: 'https://shop.merchant.vn',
  },
  ipn: { ...secrets.ipn, CALLBACK_KEYS: serviceKeys() },
  checkout: { ...secrets.checkout, CHECKOUT_URL: 'https://checkout.merchant.vn' },
  console: {
    CONSOLE_URL: 'https://desk.merchant.vn',
    AUTH_URL: 'https://id.merchant.vn',
    CLIENT_ID: 'desk',
    CLIENT_SECRET: 'a secret of the identity server',
    SESSION_SECRET: 'a secret of 32 characters or more.',
    CONSOLE_OPERATORS: JSON.stringify([{ subject: 'S-1', name: 'an', role: 'money' }]),
  },
})

interface Health {
  readonly status: string
  readonly environment: string
  readonly problems?: readonly { worker?: string; name: string; remedy: string }[]
}

async function healthOf(miniflare: Miniflare, worker: DeployedWorker) {
  const response = await send(miniflare, worker, '/health')
  const health: Health = JSON.parse(await response.text())
  return { status: response.status, health }
}

describe('before any setting', () => {
  it.each([
    ['ipn', ['CALLBACK_KEYS', 'CALLBACK_SECRET']],
    ['checkout', ['CHECKOUT_SECRET', 'CHECKOUT_URL', 'ORDER_KEY_SECRET']],
    [
      'console',
      [
        'AUTH_URL',
        'CLIENT_ID',
        'CLIENT_SECRET',
        'CONSOLE_OPERATORS',
        'CONSOLE_URL',
        'SESSION_SECRET',
      ],
    ],
  ] as const)('%s names at /health what is missing, and how to set it', async (worker, names) => {
    const { status, health } = await healthOf(await start({}), worker)
    const problems = health.problems ?? []
    const own = problems.filter((problem) => (problem.worker ?? worker) === worker)

    expect(status).toBe(503)
    expect(health).toMatchObject({ status: 'not_configured', environment })
    expect(own.map(({ name }) => name).toSorted()).toEqual(names)
    // Where the remedy is a command or a place, it is that of this environment.
    for (const { remedy } of problems) {
      expect(remedy).not.toMatch(/wrangler secret (?!.*--env uat)|"vars"/)
    }
  })
})

describe('with the settings of the guide', () => {
  it.each(['ipn', 'checkout', 'console'] as const)(
    '%s reports no problem at /health',
    async (worker) => {
      const { status, health } = await healthOf(await start(everySetting()), worker)

      expect(health).toMatchObject({ status: 'ok', environment })
      expect(status).toBe(200)
    },
  )

  it('an order is made, has a page, and a genuine callback is recorded', async () => {
    const miniflare = await start(everySetting())
    const order = await send(miniflare, 'checkout', '/orders', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secrets.checkout?.['CHECKOUT_SECRET']}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ id: 'TEST-1', amountVnd: 10_000 }),
    })
    expect(order.status).toBe(201)
    const { statusUrl }: { statusUrl: string } = JSON.parse(await order.text())
    const page = await send(miniflare, 'checkout', statusUrl)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)

    const binding = { reference: '3fa9-0123456789abcdefghjk', amountVnd: 10_000 }
    const token = await callbackToken(`${secrets.ipn?.['CALLBACK_SECRET']}`, binding)
    const callback = {
      url: `https://ipn.merchant.vn/ipn/${binding.reference}/${token}`,
      privateKey: servicePrivateKey,
      signed: {
        order_id: '20260311T00100015912',
        pay_status: 'SUCCESS',
        transaction_id: 'TX-1009',
      },
    } as const
    const genuine = await send(miniflare, 'ipn', await signedCallbackUrl(callback))
    expect(genuine.status).toBe(200)
    const forged = await send(
      miniflare,
      'ipn',
      await signedCallbackUrl({ ...callback, forgery: 'otherOrder' }),
    )
    expect(forged.status).toBe(401)
  })

  it('the desk redirects to the sign-in of the staff', async () => {
    const page = await send(
      await start(everySetting()),
      'console',
      'https://desk.merchant.vn/today',
    )

    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/auth/sign-in'),
    ])
  })
})
