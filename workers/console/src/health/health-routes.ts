import {
  ConfigurationError,
  environmentMismatch,
  type Configuration,
  type SettingProblem,
} from '@merchant-edge/pages'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ConsoleEnv } from '../console-env.ts'
import type { ConsoleOptions } from '../console-options.ts'
import type { ConsoleHono } from '../layout/console-hono.ts'
import { databaseProblems } from './check-database.ts'
import { checkSettings, misspeltSettingsOf } from './check-settings.ts'

const of = (worker: 'console' | 'orders', problems: readonly SettingProblem[]) =>
  problems.map((problem) => ({ worker, ...problem }))

/** Problems of the bound orders Worker, if one is bound. */
async function problemsBeyondSettings(env: ConsoleEnv, own: Configuration) {
  if (own.problems.some(({ name }) => name === 'CONSOLE_VIEW')) return []
  const orders = await env.CONSOLE_VIEW.configuration()
  return [...of('console', environmentMismatch(own, orders)), ...of('orders', orders.problems)]
}

/**
 * The health check for a monitor and for `merchant-edge doctor`, without a sign-in: whether the
 * desk and the orders Worker are configured. 503 with all problems of the settings, by name and
 * without values.
 */
export function healthRoutes(writeLog: Required<ConsoleOptions>['writeLog']): Hono<ConsoleHono> {
  return new Hono<ConsoleHono>().get('/', async (c) => {
    const own = checkSettings(c.env)
    const { environment } = own
    const atRest = [...misspeltSettingsOf(c.env), ...(await databaseProblems(c.env))]
    const problems = [
      ...of('console', [...own.problems, ...atRest]),
      ...(await problemsBeyondSettings(c.env, own)),
    ]
    if (problems.length === 0) return c.json({ status: 'ok', environment })
    const detail = new ConfigurationError('console', problems).message
    writeLog({ event: 'not_configured', detail })
    return c.json({ status: 'not_configured', environment, problems }, 503)
  })
}

/**
 * Middleware that refuses all pages while a setting of the desk is wrong; the error names all wrong
 * settings.
 */
export const requireSettings = createMiddleware<ConsoleHono>(async (c, next) => {
  const { problems } = checkSettings(c.env)
  if (problems.length > 0) throw new ConfigurationError('console', problems)
  await next()
})
