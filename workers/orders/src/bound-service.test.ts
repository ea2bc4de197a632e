import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
} from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configurationOf } from './configuration.ts'
import { guardedDatabase } from './guarded-database.ts'
import worker from './index.ts'
import { Loyalty } from './loyalty/loyalty.ts'

/** The bindings as another isolate has them, with other settings. */
function deployment(changes: Readonly<Record<string, string>> = {}): typeof env {
  return { ...env, DB: guardedDatabase(env.DB, async () => {}), ...changes }
}

const sweep = (bindings: typeof env) =>
  worker.scheduled(createScheduledController({ cron: '* * * * *' }), bindings)

async function row() {
  return env.DB.prepare('SELECT environment, service, merchant_code FROM bound_service').first()
}

describe('the database of the orders', () => {
  it('is bound to the service of the settings when it is first used', async () => {
    await sweep(deployment({ MERCHANT_CODE: '', SERVICE_PAYMENT_URL: '', PARTNER_CODE: '' }))
    expect(await row()).toEqual({
      environment: 'local',
      service: 'https://service.example',
      merchant_code: null,
    })

    await sweep(deployment())
    expect(await row()).toMatchObject({ merchant_code: 'MERCHANT-1' })
  })

  // Specification: 1.33
  it.each([
    ['SERVICE_URL', 'https://service.example', 'https://other.example'],
    ['ENVIRONMENT', 'local', 'uat'],
    ['MERCHANT_CODE', 'MERCHANT-1', 'MERCHANT-2'],
  ])('is refused to a deployment of another %s, with a message', async (name, bound, asked) => {
    await sweep(deployment())
    await exports.Orders.open({ id: 'order-1', amountVnd: 5000 })
    await env.DB.prepare('UPDATE orders SET expires_at_ms = 1').run()
    const other = deployment({ [name]: asked })
    const said = `DB of the orders Worker: holds the orders of ${name} ${bound}, and this deployment has ${asked}. Bind the database of this environment`

    await expect(sweep(other)).rejects.toThrow(said)
    expect((await exports.Orders.find('order-1'))?.state).toBe('creating')
    expect(await configurationOf(other)).toMatchObject({ problems: [{ name: 'DB' }] })
  })

  it('of another service refuses also calls about points and vouchers', async () => {
    await sweep(deployment())
    const other = deployment({ MERCHANT_CODE: 'MERCHANT-2' })
    const loyalty = new Loyalty(createExecutionContext(), other)
    const request = { serial_number: 'EV-1' }

    await expect(loyalty.callLoyalty('verifyVoucher', request)).rejects.toThrow(
      'holds the orders of MERCHANT_CODE MERCHANT-1',
    )
  })

  it('keeps queue messages for the right deployment', async () => {
    await sweep(deployment())
    const messages = [{ id: '1', timestamp: new Date(0), attempts: 1, body: ['any key'] }]
    const batch = createMessageBatch<readonly string[]>('merchant-edge-orders', messages)

    await worker.queue(batch, deployment({ SERVICE_URL: 'https://other.example' }))

    expect(await row()).toMatchObject({ service: 'https://service.example' })
  })

  it('may be on another port of one machine', async () => {
    await sweep(deployment({ SERVICE_URL: 'http://localhost:8790' }))

    await sweep(deployment({ SERVICE_URL: 'http://127.0.0.1:9003' }))

    expect(await row()).toMatchObject({ service: 'localhost' })
  })

  it('is reported when it lacks all migrations, with the remedy', async () => {
    await env.DB.prepare('DROP TABLE bound_service').run()

    await expect(sweep(deployment())).rejects.toThrow(
      'DB of the orders Worker: lacks migrations. Apply them with wrangler d1 migrations apply',
    )
  })

  it.each([
    ['of the newest', 'ALTER TABLE transfers DROP COLUMN was_unknown'],
    ['of a table', 'DROP TABLE difference_codes'],
  ])('is reported when it lacks a migration %s, and no work begins', async (_which, undo) => {
    await sweep(deployment())
    await exports.Orders.open({ id: 'order-1', amountVnd: 5000 })
    await env.DB.batch(
      [undo, 'UPDATE orders SET expires_at_ms = 1'].map((one) => env.DB.prepare(one)),
    )
    const updated = deployment()

    await expect(sweep(updated)).rejects.toThrow(
      'DB of the orders Worker: lacks migrations. Apply them with wrangler d1 migrations apply merchant-edge-orders --local.',
    )
    expect(await env.DB.prepare('SELECT state FROM orders').first()).toEqual({ state: 'creating' })
    expect(await configurationOf(updated)).toMatchObject({
      problems: [{ name: 'DB', problem: 'lacks migrations' }],
    })
  })
})
