import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'

// The files share a process: a logout of one would stay known in the next, at the same fixed time.
beforeAll(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS }))
