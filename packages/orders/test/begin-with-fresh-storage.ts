import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'

// A database and a bucket of its own for each test, so that a sweep meets only what its own test has written.
beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES }))
