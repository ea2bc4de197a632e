import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshStorage } from '../../../vitest.storage.ts'
import { FaultProvider } from '../test/fault-provider.ts'
import { describeSessionStore } from '../test/session-store.contract.ts'
import { describeSessions } from '../test/sessions.contract.ts'
import { Browser, makeWorld, origin } from '../test/world.ts'
import { createD1SessionStore } from './d1.ts'

beforeEach(() => freshStorage({ database: env.DB, migrations: env.MIGRATIONS }))

// The binding as a Worker has it, typed as its author types it.
const database: D1Database = env.DB

describeSessionStore('the session store in D1', () => createD1SessionStore(database))
describeSessions('D1', () => createD1SessionStore(database))

describe.each(['store', 'cookie'] as const)(
  'a front-channel notice, of sessions in the %s',
  (kept) => {
    const marks = async () =>
      (await env.DB.prepare('SELECT key FROM sign_on_logouts').all()).results.length

    it('stores no row for an unknown login, and ends one that began here', async () => {
      const provider = await FaultProvider.start()
      const world = makeWorld(provider, { kept, store: createD1SessionStore(database) })
      const browser = new Browser(world.web)
      await browser.signIn(provider)
      const notice = async (sid: string) => {
        const query = new URLSearchParams({ iss: 'https://id.example/', sid })
        const address = `${origin}/auth/front-channel-logout?${query.toString()}`
        return (await world.web.handle(new Request(address)))?.status
      }
      const before = await marks()
      const madeUp = await Promise.all(['made-up-1', 'made-up-2', 'made-up-3'].map(notice))
      const after = await marks()
      const wasSignedIn = await browser.isSignedIn()
      const real = await notice('login-1')

      expect([madeUp, real]).toEqual([[200, 200, 200], 200])
      expect(after).toBe(before)
      expect([wasSignedIn, await browser.isSignedIn()]).toEqual([true, false])
      expect(await marks()).toBe(before)
    })
  },
)
