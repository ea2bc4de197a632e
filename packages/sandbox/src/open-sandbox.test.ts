import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { systemHostClock } from './clock/host-clock.ts'
import { openSandbox } from './open-sandbox.ts'

/** The database of a request that ends before its first statement is answered. */
function answersNothingAtFirst(database: D1Database): D1Database {
  let isFirst = true
  return new Proxy(database, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (name !== 'prepare' || !isFirst) return member.bind(target)
      isFirst = false
      return () => ({ run: () => new Promise(() => {}) })
    },
  })
}

it('opens for a request although the request that prepares the database was cancelled', async () => {
  const opening = {
    env: { ...env, DB: answersNothingAtFirst(env.DB) },
    origin: 'http://localhost',
    host: { ...systemHostClock, sleep: async () => {} },
    waitUntil: () => {},
  }
  let hasOpened = false
  void openSandbox(opening).then(() => (hasOpened = true))

  const { clock } = await openSandbox(opening)

  expect(clock.nowSeconds()).toBeGreaterThan(0)
  expect(hasOpened).toBe(false)
})
