import { expect, it } from 'vitest'
import { createRelyingParty, webPorts } from '../index.ts'
import { createKeyRing, createSessions } from '../session.ts'
import { createMemorySessionStore } from '../testing.ts'
import { describeSessionStore } from '../../test/session-store.contract.ts'
import { describeSessions } from '../../test/sessions.contract.ts'

describeSessionStore('the session store in memory', createMemorySessionStore)
describeSessions('memory', createMemorySessionStore)

it('a session that is kept in a cookie takes no time without a request', () => {
  const authentication = { method: 'none' } as const
  const options = { issuer: 'https://id.example', clientId: 'shop', authentication }
  const relyingParty = createRelyingParty({ ...options, ports: webPorts })
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const store = createMemorySessionStore()

  expect(() =>
    createSessions({ relyingParty, store, keyRing, kept: 'cookie', idleSeconds: 60 }),
  ).toThrow('idleSeconds needs sessions that are kept in the store')
})
