import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { driverContract } from '../../test/driver-contract.ts'
import { durableDriver } from '../../test/durable-database.ts'
import { compileTransition } from './compile-transition.ts'
import { d1Driver } from './driver.ts'
import { orders } from './schema.ts'
import { runBatch } from './transact.ts'
import { update } from './transition.ts'

driverContract('D1', { open: () => d1Driver(env.DB), seeds: 10 })
driverContract('the SQLite of a Durable Object', { open: durableDriver, seeds: 10 })

describe('update', () => {
  it('requires a condition', () => {
    expect(() => update(orders, { set: { version: 1 }, where: undefined })).toThrow(TypeError)
  })
})

describe('compileTransition', () => {
  it('needs one statement for each part', () => {
    const decide = update(orders, { set: { version: 1 }, where: sql`TRUE` })
    const alert = { kind: 'dead_letter', subject: 's', atMs: 1, data: {} } as const
    const transition = { decide, alert, optional: { decide, alert } }
    expect(compileTransition(transition, [])).toHaveLength(4)
    const endpoints = [{ id: 'on-call', events: ['alert.*'] }]
    expect(compileTransition(transition, endpoints)).toHaveLength(6)
  })
})

describe('runBatch', () => {
  it('throws for a part that it has not run', async () => {
    const done = await runBatch(d1Driver(env.DB), {}, [])
    const decide = update(orders, { set: { version: 1 }, where: sql`TRUE` })
    expect(() => done.happened({ decide })).toThrow(TypeError)
  })
})
