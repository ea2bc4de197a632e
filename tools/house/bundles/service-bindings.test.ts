import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachable } from '../../../workers/orders/test/reachable-methods.ts'
import { bundleWorker } from './bundle-worker.ts'
import { ordersBindings } from './service-bindings.ts'

const compatibilityDate = '2026-07-30'
const everyMethod = [...new Set(Object.values(reachable).flat())]

/** Replaces a public Worker, and calls a method of one of its bindings without arguments. */
const caller = `
export default {
  async fetch(request, env) {
    const [, binding, method] = new URL(request.url).pathname.split('/')
    try {
      await env[binding][method]()
      return new Response('called')
    } catch (error) {
      return new Response(String(error))
    }
  },
}`

const callers = ['ipn', 'checkout', 'console'] as const
const bound = callers.flatMap((worker) =>
  Object.entries(ordersBindings(worker, 'orders')).map(
    ([binding, { entrypoint }]) => [worker, binding, entrypoint] as const,
  ),
)

describe('the bindings of the public Workers to the orders Worker', () => {
  let house: Miniflare

  beforeAll(async () => {
    const orders = await bundleWorker(
      join(import.meta.dirname, '../../../workers/orders/src/index.ts'),
    )
    house = new Miniflare({
      cf: false,
      workers: [
        ...callers.map((worker) => ({
          name: worker,
          compatibilityDate,
          modules: true,
          script: caller,
          serviceBindings: { ...ordersBindings(worker, 'orders') },
        })),
        {
          name: 'orders',
          compatibilityDate,
          modules: [...orders],
          d1Databases: { DB: 'orders' },
          queueProducers: { OUTBOX_QUEUE: 'orders' },
        },
      ],
    })
    await house.ready
  })
  afterAll(() => house.dispose())

  async function call(worker: string, binding: string, method: string): Promise<string> {
    const { fetch } = await house.getWorker(worker)
    return (await fetch(`http://caller/${binding}/${method}`)).text()
  }

  it('exist for each entrypoint that has callers', () => {
    const names = bound.map((names) => `merchant-edge-${names.join(' ')}`)

    expect(names.toSorted()).toEqual(Object.keys(reachable).toSorted())
  })

  it.each(bound)(
    '%s: the binding %s has the methods of %s and no others',
    async (worker, binding, entrypoint) => {
      const own = reachable[`merchant-edge-${worker} ${binding} ${entrypoint}`] ?? []
      const refused = await Promise.all(
        everyMethod.map(async (method) => ({
          method,
          isRefused: (await call(worker, binding, method)).includes(
            'does not implement the method',
          ),
        })),
      )

      expect(refused.filter(({ isRefused }) => !isRefused).map(({ method }) => method)).toEqual(
        everyMethod.filter((method) => own.includes(method)),
      )
    },
  )

  it.each(['transfer', 'refund', 'find', 'sweep'])('ipn cannot call %s', async (method) => {
    expect(await call('ipn', 'CALLBACKS', method)).toContain('does not implement the method')
  })
})
