import { spawn, type ChildProcess } from 'node:child_process'
import { request } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { callbackToken } from '@merchant-edge/orders/callbacks'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { importPrivateKey } from '@merchant-edge/signing'
import { consecutiveFreePorts } from '@merchant-edge/tools/ports'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'

// Goal: a callback that was answered with 200 is stored, even if the machine fails in the next moment.
// Method: real Workers in their own process, callbacks in flight, kill -9 of the whole process group, a new start on
// the same folder, and a check of every callback that was answered.

interface Secrets {
  readonly checkoutSecret: string
  readonly callbackSecret: string
  readonly callbackPrivateKeyPem: string
}

const rounds = 2
const ordersPerRound = 40
let state: string
let base: number
let house: ChildProcess | undefined
/** The output of the house since its start. */
let output = ''

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'merchant-edge-crash-'))
  base = await consecutiveFreePorts()
})

afterAll(async () => {
  kill()
  await rm(state, { recursive: true, force: true })
})

function kill(): void {
  if (house?.pid !== undefined && house.exitCode === null) process.kill(-house.pid, 'SIGKILL')
  house = undefined
}

async function start(): Promise<void> {
  const script = join(import.meta.dirname, '../tools/start/run-house.ts')
  const child = spawn('node', [script, '--state', state, '--port-base', String(base)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  house = child
  output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += String(chunk)
        if (output.includes('is running on this machine')) resolve()
      })
    }
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output}`)))
  })
}

/** No request uses a kept-alive connection: it closes when workerd ends, or has no time for it. */
const onOwnConnection = { connection: 'close' }

function checkout(secrets: Secrets, path: string, json?: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${base + 1}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...onOwnConnection,
      authorization: `Bearer ${secrets.checkoutSecret}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    redirect: 'manual',
  })
}

async function readOrder(secrets: Secrets, id: string): Promise<OrderView> {
  const response = await checkout(secrets, `/orders/${id}`)
  const order: unknown = await response.json()
  return order as OrderView
}

async function callbackOf(secrets: Secrets, id: string): Promise<string> {
  const order = await readOrder(secrets, id)
  const [attempt] = order.attempts
  if (attempt?.serviceOrderId === undefined) throw new Error(`${id} has no payment`)
  const { reference, serviceOrderId } = attempt
  const token = await callbackToken(secrets.callbackSecret, {
    reference,
    amountVnd: order.amountVnd,
  })
  return signedCallbackUrl({
    url: `http://127.0.0.1:${base + 2}/ipn/${reference}/${token}`,
    privateKey: await importPrivateKey(secrets.callbackPrivateKeyPem),
    signed: { pay_status: 'SUCCESS', transaction_id: `TX-${id}`, order_id: serviceOrderId },
  })
}

async function readSecrets(): Promise<Secrets> {
  const text = await readFile(join(state, 'secrets.json'), 'utf8')
  const secrets: Secrets = JSON.parse(text)
  return secrets
}

/** Orders with one payment each, and the address of the callback of each. */
async function createdOrders(secrets: Secrets, ids: readonly string[]) {
  const urls = new Map<string, string>()
  for (const id of ids) {
    const opened = await checkout(secrets, '/orders', { id, amountVnd: 10_000 })
    const { paymentUrl } = (await opened.json()) as { paymentUrl: string }
    const { pathname, search } = new URL(paymentUrl)
    await (await checkout(secrets, `${pathname}${search}`)).text()
    urls.set(id, await callbackOf(secrets, id))
  }
  return urls
}

function sendCallback(url: string | undefined): Promise<Response> {
  return fetch(url ?? '', { headers: onOwnConnection })
}

/** Adds the output of the house to a failure, which shows whether the house ended, and why. */
function showHouse(): void {
  onTestFailed(() => {
    console.error(`exit ${house?.exitCode ?? 'none'}: ${output}`)
  })
}

it('loses no acknowledged callback and processes none twice, despite kill -9', async () => {
  showHouse()
  await start()
  const secrets = await readSecrets()
  let acknowledged = 0

  for (let round = 0; round < rounds; round += 1) {
    const ids = Array.from({ length: ordersPerRound }, (_, index) => `CRASH-${round}-${index}`)
    const urls = await createdOrders(secrets, ids)
    const answered = new Set<string>()
    const deliveries = ids.map(async (id) => {
      const response = await sendCallback(urls.get(id))
      if (response.status !== 200) return
      answered.add(id)
      if (answered.size === ordersPerRound / 2) kill()
    })
    await Promise.allSettled(deliveries)
    kill()
    await start()

    for (const id of answered) {
      const order = await readOrder(secrets, id)
      const received = order.timeline.filter((entry) => entry.kind === 'callback.received')
      expect(received, id).toHaveLength(1)
      const again = await sendCallback(urls.get(id))
      const after = await readOrder(secrets, id)
      expect(again.status).toBe(200)
      expect(
        after.timeline.filter((entry) => entry.kind === 'callback.received'),
        id,
      ).toHaveLength(1)
    }
    acknowledged += answered.size
  }

  expect(acknowledged).toBeGreaterThanOrEqual((rounds * ordersPerRound) / 2)
})

/** Sends a request and closes the connection; returns the status if an answer came before that, otherwise 0. */
function callAndHangUp(url: string, afterMs: number): Promise<number> {
  return new Promise((resolve) => {
    const call = request(url, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.once('error', () => resolve(0))
    call.once('finish', () => {
      if (afterMs === 0) call.destroy()
      else setTimeout(() => call.destroy(), afterMs)
    })
    call.end()
  })
}

it('answers every caller while others close their connections at the same moment', async () => {
  showHouse()
  if (house === undefined) await start()
  const secrets = await readSecrets()
  const ids = Array.from({ length: 60 }, (_, index) => `HANG-UP-${index}`)
  const urls = await createdOrders(secrets, ids)

  const answers = await Promise.all(
    ids.map(async (id, index) => {
      const hangsUp = index % 3 === 0
      const url = urls.get(id)
      // The first closes its connection as soon as its request is sent, each other one a little later.
      const status = hangsUp
        ? await callAndHangUp(url ?? '', index % 20)
        : (await sendCallback(url)).status
      return { id, hangsUp, status }
    }),
  )

  expect(answers.filter(({ status, hangsUp }) => status !== 200 && !hangsUp)).toEqual([])
  expect(answers.filter(({ status }) => status === 0).length).toBeGreaterThan(0)
  for (const { id } of answers.filter(({ status }) => status === 200)) {
    const { timeline } = await readOrder(secrets, id)
    expect(
      timeline.filter(({ kind }) => kind === 'callback.received'),
      id,
    ).toHaveLength(1)
  }
})
