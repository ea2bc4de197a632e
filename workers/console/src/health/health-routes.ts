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
import { checkSettings, misspeltOf } from './check-settings.ts'

const of = (worker: 'console' | 'orders', problems: readonly SettingProblem[]) =>
  problems.map((problem) => ({ worker, ...problem }))

/** What is wrong behind the desk: with the orders Worker, as far as one is bound. */
async function beyond(env: ConsoleEnv, own: Configuration) {
  if (own.problems.some(({ name }) => name === 'CONSOLE_VIEW')) return []
  const orders = await env.CONSOLE_VIEW.configuration()
  return [...of('console', environmentMismatch(own, orders)), ...of('orders', orders.problems)]
}

/**
 * What a monitor and `merchant-edge doctor` ask, without a sign-in: whether the desk and the orders Worker behind it are
 * set up. 503 with everything that is wrong with the settings; names of settings, and no value.
 */
export function healthRoutes(writeLog: Required<ConsoleOptions>['writeLog']): Hono<ConsoleHono> {
  return new Hono<ConsoleHono>().get('/', async (c) => {
    const own = checkSettings(c.env)
    const { environment } = own
    const atRest = [...misspeltOf(c.env), ...(await databaseProblems(c.env))]
    const problems = [...of('console', [...own.problems, ...atRest]), ...(await beyond(c.env, own))]
    if (problems.length === 0) return c.json({ status: 'ok', environment })
    const detail = new ConfigurationError('console', problems).message
    writeLog({ event: 'not_configured', detail })
    return c.json({ status: 'not_configured', environment, problems }, 503)
  })
}

/** Opens nothing while a setting of the desk is wrong; the error names all of them. */
export const requireSettings = createMiddleware<ConsoleHono>(async (c, next) => {
  const { problems } = checkSettings(c.env)
  if (problems.length > 0) throw new ConfigurationError('console', problems)
  await next()
})
