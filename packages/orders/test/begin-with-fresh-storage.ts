import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { wholeTableReads } from './query-plans.ts'

// A database and a bucket of its own for each test, so that a sweep meets only what its own test has written.
beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES }))

// Every statement of the code under test, whichever test runs it first.
afterEach(async () => {
  expect(await wholeTableReads(), 'statements that read a whole table which grows').toEqual([])
})
