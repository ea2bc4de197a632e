import { createScheduledController } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { writePartnerFile } from '@merchant-edge/orders/daily-files'
import { configurationOf } from './configuration.ts'
import { dailyFilesContextOf } from './daily-files-context.ts'
import { guardedDatabase } from './guarded-database.ts'
import worker from './index.ts'

/** The bindings as another isolate has them. */
function deployment(changes: Readonly<Record<string, string>> = {}): typeof env {
  return { ...env, DB: guardedDatabase(env.DB, async () => {}), ...changes }
}

function bucket(): R2Bucket {
  if (env.FILES === undefined) throw new Error('The tests have a bucket.')
  return env.FILES
}

const run = (bindings: typeof env) =>
  worker.scheduled(createScheduledController({ cron: '*/2 * * * *' }), bindings)

const owner = { environment: 'local', service: 'https://service.example', partnerToken: 'BOOKS' }

async function mark(content: unknown): Promise<void> {
  await bucket().put('owner.json', typeof content === 'string' ? content : JSON.stringify(content))
}

async function keys(): Promise<string[]> {
  return (await bucket().list()).objects.map(({ key }) => key)
}

async function alerts(kind = 'files_of_another') {
  return (await exports.OperatorView.listAlerts({ kind, limit: 10 })).alerts
}

/** Stores a copy of a partner file, as a deployment from before the mark has done. */
async function keepPartnerFile(day: string, sha256: string): Promise<void> {
  await bucket().put(`reconciliations/${day}/BOOKS_${day}.csv`, 'rows', {
    customMetadata: { sha256, rows: '3' },
  })
}

/** Records in the database that a partner file was written. */
async function recordPartnerFile(day: string, sha256: string): Promise<void> {
  const text = 'INSERT INTO daily_files (day, partner_sha256, created_at_ms) VALUES (?, ?, 1)'
  await env.DB.prepare(text).bind(day, sha256).run()
}

describe('the bucket of the daily files', () => {
  it('gets the mark of its owner in the first run, and is used by the next ones', async () => {
    await run(deployment())
    const first = await bucket().get('owner.json')
    await run(deployment())

    expect(await first?.json()).toEqual(owner)
    expect((await bucket().head('owner.json'))?.etag).toBe(first?.etag)
    expect(await keys()).toEqual(['owner.json', expect.stringContaining('reconciliations/')])
    expect(await alerts()).toEqual([])
    expect((await configurationOf(deployment())).problems).toEqual([])
  })

  // Specification: 1.33
  it.each([
    ['ENVIRONMENT', 'environment', 'production', 'local'],
    ['SERVICE_URL', 'service', 'https://other.example', 'https://service.example'],
    ['PARTNER_TOKEN', 'partnerToken', 'PENS', 'BOOKS'],
  ])(
    'is refused to a deployment of another %s, with a message',
    async (name, field, theirs, ours) => {
      await mark({ ...owner, [field]: theirs })
      await bucket().put('incoming/strange.csv', 'theirs')
      const bindings = deployment()
      const said = `holds the daily files of ${name} ${theirs}, and this deployment has ${ours}`

      await expect(run(bindings)).rejects.toThrow(
        `FILES of the orders Worker: ${said}. Bind the bucket of this environment`,
      )
      await expect(run(bindings)).rejects.toThrow(said)

      expect(await keys()).toEqual(['incoming/strange.csv', 'owner.json'])
      expect(await exports.Orders.listReconciliations()).toEqual([])
      expect(await configurationOf(bindings)).toMatchObject({
        problems: [{ name: 'FILES', problem: said }],
      })
      expect(await alerts()).toMatchObject([
        { state: 'open', timesRaised: 1, facts: { message: expect.stringContaining(said) } },
      ])
    },
  )

  it('is refused to requests of people and of the shop too, before they read or write', async () => {
    await run(deployment())
    await mark({ ...owner, environment: 'production' })
    const before = await keys()
    const context = dailyFilesContextOf(deployment())
    assert(context !== undefined, 'The tests have daily files.')
    const said = 'FILES of the orders Worker: holds the daily files of ENVIRONMENT production'

    await expect(writePartnerFile(context, '2026-09-01')).rejects.toThrow(said)
    await expect(context.files.bucket.get('owner.json')).rejects.toThrow(said)
    await expect(context.files.bucket.list()).rejects.toThrow(said)
    await expect(context.files.bucket.delete('owner.json')).rejects.toThrow(said)
    await expect(context.files.bucket.createMultipartUpload('a')).rejects.toThrow(said)
    await expect(context.files.bucket.resumeMultipartUpload('a', 'b').abort()).rejects.toThrow(said)

    expect(await keys()).toEqual(before)
  })

  it('is refused to the requests of an isolate after a run that finds another mark', async () => {
    const bindings = deployment()
    await run(bindings)
    await mark({ ...owner, environment: 'production' })

    await expect(run(bindings)).rejects.toThrow('ENVIRONMENT production')

    const context = dailyFilesContextOf(bindings)
    await expect(context?.files.bucket.head('owner.json')).rejects.toThrow('ENVIRONMENT production')
  })

  it('is used again once its mark is right, and the alert stays open', async () => {
    const bindings = deployment()
    await mark({ ...owner, environment: 'production' })
    await expect(run(bindings)).rejects.toThrow('ENVIRONMENT production')
    await mark(owner)

    await run(bindings)

    expect(await exports.Orders.listReconciliations()).toHaveLength(1)
    expect(await alerts()).toMatchObject([{ state: 'open' }])
  })

  it.each([
    ['no JSON', '<html>'],
    ['no object', 'null'],
    ['without a service', { environment: 'local', partnerToken: 'BOOKS' }],
    ['with a text that nobody should repeat', { ...owner, service: 'a b\u202E' }],
    ['far too long', JSON.stringify({ ...owner, more: 'x'.repeat(5000) })],
  ])('is refused when its mark is %s', async (_, content) => {
    await mark(content)

    await expect(run(deployment())).rejects.toThrow(
      'FILES of the orders Worker: has an owner.json that is not one of this system.',
    )
  })

  it('belongs to one of two deployments that begin at the same time', async () => {
    const [one, two] = [deployment(), deployment({ PARTNER_TOKEN: 'PENS' })]
    const outcomes = await Promise.allSettled([run(one), run(two)])

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('may belong to another port of the same machine', async () => {
    await mark({ ...owner, service: 'localhost' })

    await run(deployment({ SERVICE_URL: 'http://127.0.0.1:9003' }))

    const days = await env.DB.prepare('SELECT count(*) AS n FROM daily_files').first()
    expect(days).toEqual({ n: 1 })
  })

  it('is reported by the health when it cannot be read', async () => {
    const get = () => Promise.reject(new Error('R2 is away'))
    const away = { ...deployment(), FILES: Object.assign(Object.create(bucket()), { get }) }

    expect((await configurationOf(away)).problems).toMatchObject([
      { name: 'FILES', problem: 'cannot be read now' },
    ])
    await expect(run(away)).rejects.toThrow('R2 is away')
  })

  it('raises an alert when it cannot be read or marked, once a day', async () => {
    const away = () => Promise.reject(new Error('R2 is away'))
    const withFiles = (files: Partial<R2Bucket>) => ({
      ...deployment(),
      FILES: Object.assign(Object.create(bucket()), files),
    })
    const unreadable = withFiles({ get: away })
    const full = withFiles({
      get: async () => null,
      list: (options) => bucket().list(options),
      put: away,
    })

    await expect(run(unreadable)).rejects.toThrow('R2 is away')
    await expect(run(full)).rejects.toThrow('R2 is away')

    expect(await alerts('daily_files_failing')).toMatchObject([
      { state: 'open', subject: expect.stringMatching(/^FILES:20/), timesRaised: 2 },
    ])
  })

  it('is not marked when it has no mark and its partner files are not those of the database', async () => {
    await keepPartnerFile('2026-09-01', 'theirs')
    await recordPartnerFile('2026-09-01', 'ours')
    const bindings = deployment()
    const said = 'has no owner.json, and holds partner files that this database has not written'

    expect((await configurationOf(bindings)).problems).toMatchObject([
      { name: 'FILES', problem: said },
    ])
    await expect(run(bindings)).rejects.toThrow(said)

    expect(await bucket().head('owner.json')).toBeNull()
    expect(await alerts()).toMatchObject([{ facts: { message: expect.stringContaining(said) } }])
  })

  it('is marked when it has no mark and the database has written one of its last partner files', async () => {
    await keepPartnerFile('2026-09-01', 'ours')
    await keepPartnerFile('2026-09-02', 'of a day that the database has lost')
    await recordPartnerFile('2026-09-01', 'ours')

    await run(deployment())

    expect(await (await bucket().get('owner.json'))?.json()).toEqual(owner)
  })

  it('is not marked by the health check', async () => {
    await configurationOf(deployment())

    expect(await keys()).toEqual([])
  })
})

describe('payments', () => {
  it('continue while the bucket belongs to another deployment', async () => {
    await mark({ ...owner, environment: 'production' })
    await exports.Orders.open({ id: 'order-1', amountVnd: 5000 })
    await env.DB.prepare('UPDATE orders SET expires_at_ms = 1').run()

    await worker.scheduled(createScheduledController({ cron: '* * * * *' }), deployment())

    expect((await exports.Orders.find('order-1'))?.state).toBe('expired')
  })
})
