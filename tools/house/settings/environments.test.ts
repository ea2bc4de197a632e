import { describe, expect, it } from 'vitest'
import {
  environmentOf,
  workersWithEnvironments,
} from '../../../workers/orders/test/deployed-configuration.ts'

const environments = ['sandbox', 'uat', 'production'] as const
/** Workers that read ENVIRONMENT. */
const hasEnvironment: ReadonlySet<string> = new Set([
  'orders',
  'ipn',
  'checkout',
  'console',
  'till',
])

const deployed = workersWithEnvironments.flatMap((worker) =>
  environments
    // The sandbox has no production environment.
    .filter((name) => worker !== 'sandbox' || name !== 'production')
    .map((name) => [worker, name] as const),
)

describe('the environments of wrangler.jsonc', () => {
  it.each(deployed)(
    '%s: %s has all bindings of the local environment, and the right ENVIRONMENT',
    async (worker, name) => {
      const [own, local] = await Promise.all([environmentOf(worker, name), environmentOf(worker)])

      expect(own.bindings).toEqual(expect.arrayContaining([...local.bindings]))
      expect(own.name).toBe(`${local.name}-${name}`)
      if (hasEnvironment.has(worker)) expect(own.variables['ENVIRONMENT']).toBe(name)
    },
  )

  // Specification: 1.33
  it('share no Worker, database, queue, bucket or rate limit', async () => {
    const all = await Promise.all([
      ...deployed.map(([worker, name]) => environmentOf(worker, name)),
      ...workersWithEnvironments.map((worker) => environmentOf(worker)),
      environmentOf('shop'),
    ])
    const own = all.flatMap((one) => [one.name, ...one.stores])

    expect(own.filter((store, index) => own.indexOf(store) !== index)).toEqual([])
  })

  it.each(deployed)(
    '%s: %s is bound to the orders Worker of the same environment',
    async (worker, name) => {
      const { services } = await environmentOf(worker, name)

      expect([...new Set(services)]).toEqual(
        services.length === 0 ? [] : [`merchant-edge-orders-${name}`],
      )
    },
  )

  it.each(['sandbox', 'uat'])(
    '%s: the sandbox may send every callback whose address the orders Worker gives it',
    async (name) => {
      const [{ variables: orders }, { variables: sandbox }] = await Promise.all([
        environmentOf('orders', name),
        environmentOf('sandbox', name),
      ])
      const givenHosts = [orders['IPN_URL'], orders['CHECKOUT_URL']].map(
        (address) => new URL(String(address)).host,
      )

      expect(String(sandbox['CALLBACK_HOSTS']).split(',')).toEqual(
        expect.arrayContaining(givenHosts),
      )
    },
  )

  it.each(deployed)('%s: %s leaves no secret of an address in the log', async (worker, name) => {
    const { platformLog } = await environmentOf(worker, name)

    expect(platformLog.query).toBe(false)
    // The service repeats the address that we gave it, and our token is in its path.
    if (worker === 'ipn' || worker === 'checkout') expect(platformLog.path).toBe(false)
  })

  it.each(workersWithEnvironments)(
    '%s: has an environment production, except the sandbox',
    async (worker) => {
      const production = environmentOf(worker, 'production')

      if (worker === 'sandbox') await expect(production).rejects.toThrow('production')
      else expect((await production).name).toBe(`merchant-edge-${worker}-production`)
    },
  )
})
