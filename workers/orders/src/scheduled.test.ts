import { createScheduledController } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import worker from './index.ts'

async function due(): Promise<void> {
  await exports.Orders.open({ id: 'order-1', amountVnd: 5000 })
  await env.DB.prepare('UPDATE orders SET expires_at_ms = 1').run()
}

async function state(): Promise<unknown> {
  return (await exports.Orders.find('order-1'))?.state
}

describe('the cron triggers', () => {
  it('sweep every minute, without the daily files', async () => {
    await due()

    await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env)

    expect(await state()).toBe('expired')
    expect(await exports.Orders.listReconciliations()).toEqual([])
  })

  it('process the daily files in their own invocation', async () => {
    await due()

    await worker.scheduled(createScheduledController({ cron: '*/2 * * * *' }), env)

    expect(await state()).not.toBe('expired')
    expect(await exports.Orders.listReconciliations()).toHaveLength(1)
  })

  it('can be a single trigger for both', async () => {
    await due()

    await worker.scheduled(createScheduledController({ cron: '*/5 * * * *' }), env)

    expect(await state()).toBe('expired')
    expect(await exports.Orders.listReconciliations()).toHaveLength(1)
  })
})
