import { env, exports } from 'cloudflare:workers'
import {
  generateKeyPair,
  importPrivateKey,
  type KeyPairPem,
  signRequest,
} from '@merchant-edge/signing'
import type { ControlClient } from '../src/control-api/control-client.ts'
import { createControlClient } from '../src/control-api/create-control-client.ts'
import { createApiKey } from '../src/merchants/api-keys.ts'
import { openSandbox } from '../src/open-sandbox.ts'
import type { Sandbox } from '../src/sandbox.ts'
import type * as worker from '../src/worker.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database
    }
    interface GlobalProps {
      mainModule: typeof worker
    }
  }
}

const origin = 'http://localhost'

/** What the API answered. */
export interface BenchAnswer {
  status: number
  headers: Headers
  code: number
  message: string
  /** `meta.request_id`, where the endpoint answers one. */
  request_id?: string
  data: Record<string, unknown>
}

/** A request that differs from an ordinary signed one. */
export interface BenchRequest {
  method?: 'GET' | 'POST'
  fields?: object
  body?: string
  headers?: Record<string, string | undefined>
  sign?: Partial<Parameters<typeof signRequest>[0]>
}

/** The sandbox in this isolate, with a merchant that can call it. */
export interface WorkerdBench {
  control: ControlClient
  keyCode: string
  key: CryptoKey
  /** Opens the sandbox for a direct use of its operations. */
  open(): Promise<Sandbox>
  call(path: string, request?: BenchRequest): Promise<BenchAnswer>
  /** Creates an order of 100,000 VND, unless the fields change it. */
  createOrder(fields?: object): Promise<{ orderId: string; reference: string }>
}

let counter = 0

/** A fresh id. */
export function freshId(prefix: string): string {
  counter += 1
  return `${prefix}-${counter}-${crypto.randomUUID().slice(0, 8)}`
}

/** An ordinary order. */
export function orderFields(fields: object = {}): Record<string, unknown> {
  return {
    // Not on loopback, so nothing is sent.
    callback_url: 'https://merchant.example/callback',
    order_amount: 100_000,
    order_reference_id: freshId('order'),
    store_code: 'EDGE-STORE-1',
    pos_code: 'EDGE-POS-1',
    ...fields,
  }
}

let pairOfTests: Promise<KeyPairPem> | undefined

/**
 * Creates a bench with an API key of its own.
 *
 * @param pair the key pair. When left out, the benches of a process share one, because generating a
 *   pair takes longer than most tests
 */
export async function workerdBench(pair?: KeyPairPem): Promise<WorkerdBench> {
  const { publicKeyPem, privateKeyPem } = pair ?? (await (pairOfTests ??= generateKeyPair()))
  const work: Promise<unknown>[] = []
  const open = () => openSandbox({ env, origin, waitUntil: (promise) => work.push(promise) })
  const send = (request: Request) => exports.default.fetch(request)
  const control = createControlClient({ url: origin, fetch: send })
  const sandbox = await open()
  const created = await createApiKey(sandbox.database, sandbox.clock.nowSeconds(), {
    merchantCode: 'EDGE',
    name: 'Test',
    publicKeyPem,
  })
  const keyCode = created?.apiKey.keyCode ?? ''
  const key = await importPrivateKey(privateKeyPem)

  async function call(path: string, request: BenchRequest = {}): Promise<BenchAnswer> {
    const { method = 'POST', fields, sign = {} } = request
    const body = request.body ?? (fields === undefined ? '' : JSON.stringify(fields))
    const { clock } = await open()
    const signed = await signRequest({
      key,
      keyCode,
      method,
      path: path.split('?')[0] ?? path,
      body,
      timestamp: clock.nowSeconds(),
      ...sign,
    })
    const headers = new Headers({ ...signed.headers, 'content-type': 'application/json' })
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      if (value === undefined) headers.delete(name)
      else headers.set(name, value)
    }
    // A text would bring a Content-Type of its own where the headers have none.
    const bytes = new TextEncoder().encode(body)
    const answer = await send(
      new Request(origin + path, { method, headers, ...(method === 'POST' && { body: bytes }) }),
    )
    const json: { meta: { code: number; message: string }; data: Record<string, unknown> } =
      await answer.json()
    return { status: answer.status, headers: answer.headers, ...json.meta, data: json.data }
  }

  return {
    control,
    keyCode,
    key,
    open,
    call,
    async createOrder(fields = {}) {
      const all = orderFields(fields)
      const answer = await call('/merchant-integration/v1/orders/tqr', { fields: all })
      if (answer.code !== 200) throw new Error(`${answer.code} ${answer.message}`)
      return {
        orderId: String(answer.data['order_id']),
        reference: String(all['order_reference_id']),
      }
    },
  }
}
