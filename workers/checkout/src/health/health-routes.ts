import { Hono } from 'hono'
import { isLimited } from '../api/limits.ts'
import { tooManyRequests } from '../api/refuse-caller.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

/**
 * What a monitor asks, without a secret: that the order store answers, how many alerts wait for a person, and for
 * how long work is due that nobody has begun. Counts only; what they are about needs an operator's token.
 */
export function healthRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  return new Hono<{ Bindings: CheckoutEnv }>().get('/', async (c) => {
    if (await isLimited(c, c.env.PAY_LIMIT, 'health')) return tooManyRequests(c)
    const { alerts, oldestOutboxSeconds } = await c.env.PUBLIC_PAGES.health()
    return c.json({ status: 'ok', alerts, oldestOutboxSeconds })
  })
}
