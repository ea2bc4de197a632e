import { expect, it } from 'vitest'
import { createRelyingParty, webPorts } from '../index.ts'
import { createKeyRing, createSessions } from '../session.ts'
import { createMemorySessionStore } from '../testing.ts'
import { describeSessionStore } from '../../test/session-store.contract.ts'
import { describeSessions } from '../../test/sessions.contract.ts'

describeSessionStore('the session store in memory', createMemorySessionStore)
describeSessions('memory', createMemorySessionStore)

it('a session that is kept in a cookie accepts no idle time', () => {
  const authentication = { method: 'none' } as const
  const options = { issuer: 'https://id.example', clientId: 'shop', authentication }
  const relyingParty = createRelyingParty({ ...options, ports: webPorts })
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const store = createMemorySessionStore()

  expect(() =>
    createSessions({ relyingParty, store, keyRing, kept: 'cookie', idleSeconds: 60 }),
  ).toThrow('idleSeconds needs sessions that are kept in the store')
})

// Times as text, as environment variables provide them: added to a time they would form a text, so
// that the session would not end. A fraction of a second is written with the session, which then
// cannot be read again.
it.each([
  ['lifetimeSeconds', '3600'],
  ['lifetimeSeconds', 0],
  ['lifetimeSeconds', Number.NaN],
  ['lifetimeSeconds', 86_400 / 7],
  ['lifetimeSeconds', Number.MAX_SAFE_INTEGER],
  ['idleSeconds', '60'],
  ['idleSeconds', -1],
  ['idleSeconds', 0.5],
])('sessions refuse a %s of %j', (name, value) => {
  const authentication = { method: 'none' } as const
  const options = { issuer: 'https://id.example', clientId: 'shop', authentication }
  const relyingParty = createRelyingParty({ ...options, ports: webPorts })
  const keyRing = createKeyRing([{ id: 'one', secret: 'x'.repeat(32) }])
  const store = createMemorySessionStore()

  expect(() =>
    createSessions({ relyingParty, store, keyRing, kept: 'store', [name]: value }),
  ).toThrow(`${name} must be a whole number from 1 to`)
})
