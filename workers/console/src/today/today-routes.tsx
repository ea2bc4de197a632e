import { dayOfTime } from '@merchant-edge/pages'
import { Hono } from 'hono'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import type { Section } from '../layout/section.ts'
import { readRange } from './read-range.ts'
import { showToday, type ShownToday } from './today-page.tsx'

const alertsShown = 8

/**
 * When the file of the service is expected, in seconds from the end of its day: 10:00 of the next
 * day.
 */
const fileExpectedSeconds = 10 * 60 * 60

/** Data without a store: alerts and daily files belong to the whole merchant. */
async function waiting(c: ConsoleContext): Promise<Pick<ShownToday, 'alerts' | 'files'>> {
  if (c.var.operator.stores !== undefined) return {}
  const view = c.env.CONSOLE_VIEW
  const [{ alerts }, days] = await Promise.all([
    view.listAlerts({ state: 'open', limit: alertsShown }),
    view.listReconciliations(),
  ])
  const lateUntil = dayOfTime(c.var.now - fileExpectedSeconds)
  const files = days.filter(
    ({ day, state }) => state === 'stopped' || (state === 'waiting' && day < lateUntil),
  )
  return { alerts, files }
}

async function show(c: ConsoleContext): Promise<Response> {
  const read = readRange(c.req.query(), c.var)
  if (read.problem !== undefined) return showToday(c, { read })
  const [takings, waits] = await Promise.all([c.env.CONSOLE_VIEW.takings(read.range), waiting(c)])
  return showToday(c, { read, takings, ...waits })
}

function todayRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/today', show)
  return routes
}

/** Takings of today or of other days, with what waits for a person. */
export const todaySection: Section = {
  path: '/today',
  title: { vi: 'Hôm nay', en: 'Today' },
  routes: todayRoutes,
  byStore: true,
}
