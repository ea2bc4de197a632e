import { env } from 'cloudflare:workers'
import { webPorts } from '@merchant-edge/oidc'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyShop, shopUrl, signIn, stubServices } from '../../test/shop-world.ts'
import { createShop } from '../create-shop.ts'

beforeEach(() => {
  stubServices()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await emptyShop()
})

async function storedSessions(): Promise<number> {
  const row = await env.DB.prepare('SELECT COUNT(*) n FROM sign_on_sessions').first<{ n: number }>()
  return row?.n ?? 0
}

/** Somebody comes back from the sign-in, some hours later. */
async function comeBack(hours: number): Promise<void> {
  const shop = createShop({ ...webPorts, now: () => webPorts.now() + hours * 3_600_000 })
  await shop.request(`${shopUrl}/auth/callback?code=c&state=s`, {}, env)
}

it('sessions that are over leave the database when somebody signs in, and others stay', async () => {
  await signIn('U-AN')
  await signIn('U-BINH')

  await comeBack(0)
  expect(await storedSessions()).toBe(2)
  await comeBack(13)
  expect(await storedSessions()).toBe(0)
})
