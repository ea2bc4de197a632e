import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { describeSessionStore } from '../test/session-store.contract.ts'
import { describeSessions } from '../test/sessions.contract.ts'
import { createD1SessionStore } from './d1.ts'

beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS }))

// The binding as a Worker has it, typed as its author types it.
const database: D1Database = env.DB

describeSessionStore('the session store in D1', () => createD1SessionStore(database))
describeSessions('D1', () => createD1SessionStore(database))
