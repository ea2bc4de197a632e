import {
  ConfigurationError,
  environmentMismatch,
  type Configuration,
  type SettingProblem,
} from '@merchant-edge/pages'
import { Hono } from 'hono'
import { isLimited } from '../api/limits.ts'
import { tooManyRequests } from '../api/refuse-caller.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import type { WriteLog } from '../checkout-options.ts'
import { checkSettings } from './check-settings.ts'

const of = (worker: 'checkout' | 'orders', problems: readonly SettingProblem[]) =>
  problems.map((problem) => ({ worker, ...problem }))

/** Problems of the bound orders Worker, if one is bound. */
async function problemsBeyondSettings(env: CheckoutEnv, own: Configuration) {
  if (own.problems.some(({ name }) => name === 'PUBLIC_PAGES')) return []
  const orders = await env.PUBLIC_PAGES.configuration()
  return [...of('checkout', environmentMismatch(own, orders)), ...of('orders', orders.problems)]
}

/**
 * The health check of a monitor, without a secret: whether this Worker and the orders Worker are
 * configured, whether the order store answers, the number of alerts that wait for a person, the age
 * of the oldest due work, and `moneyPaused` while no call that moves money is sent. It returns only
 * counts and names of settings; details need an operator's token. 503 with all problems of the
 * settings.
 */
export function healthRoutes(options: {
  readonly writeLog: WriteLog
}): Hono<{ Bindings: CheckoutEnv }> {
  return new Hono<{ Bindings: CheckoutEnv }>().get('/', async (c) => {
    if (await isLimited(c, c.env.PAY_LIMIT, 'health')) return tooManyRequests(c)
    const own = checkSettings(c.env)
    const { environment } = own
    const problems = [
      ...of('checkout', own.problems),
      ...(await problemsBeyondSettings(c.env, own)),
    ]
    if (problems.length === 0) {
      const { alerts, oldestOutboxSeconds, moneyPaused } = await c.env.PUBLIC_PAGES.health()
      const paused = moneyPaused === true ? { moneyPaused } : {}
      return c.json({ status: 'ok', environment, alerts, oldestOutboxSeconds, ...paused })
    }
    const detail = new ConfigurationError('checkout', problems).message
    options.writeLog({ event: 'not_configured', detail })
    return c.json({ status: 'not_configured', environment, problems }, 503)
  })
}
