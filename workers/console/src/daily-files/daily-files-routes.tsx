import { isDay } from '@merchant-edge/pages'
import { Hono } from 'hono'
import { actionPage } from '../forms/action-page.tsx'
import { actWithReason } from '../forms/act-with-reason.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { routeVerdict } from '../verdicts/verdict-routes.tsx'
import { showDays } from './day-list-page.tsx'
import { showDay } from './day-page.tsx'
import { differenceCase, placeOfAddress, showComparedAnew } from './difference-case.tsx'
import { showDifference } from './difference-page.tsx'
import { dailyFilesMessages } from './messages.ts'
import { showUndecided } from './undecided-page.tsx'

async function list(c: ConsoleContext): Promise<Response> {
  const view = c.env.CONSOLE_VIEW
  const [days, undecided] = await Promise.all([
    view.listReconciliations(),
    view.listUndecidedDifferences(),
  ])
  return showDays(c, days, undecided.days)
}

async function undecided(c: ConsoleContext): Promise<Response> {
  const view = c.env.CONSOLE_VIEW
  const [queue, differences] = await Promise.all([
    view.listUndecided(),
    view.listUndecidedDifferences(),
  ])
  return showUndecided(c, queue, differences)
}

async function day(c: ConsoleContext): Promise<Response> {
  const name = c.req.param('day') ?? ''
  if (!isDay(name)) return showNotFound(c)
  const cursor = c.req.query('cursor') ?? ''
  if (cursor !== '' && !/^[0-9a-f]{32}-\d{1,12}$/.test(cursor)) return showNotFound(c)
  const view = c.env.CONSOLE_VIEW
  const [found, differences] = await Promise.all([
    view.reconciliation(name),
    view.listDifferences({ day: name, ...(cursor !== '' && { cursor }) }),
  ])
  return found === null ? showNotFound(c) : showDay(c, { day: found, differences })
}

async function difference(c: ConsoleContext): Promise<Response> {
  const place = placeOfAddress(c)
  if (place === undefined) return showNotFound(c)
  const view = c.env.CONSOLE_VIEW
  const found = await view.findDifference(place.day, place.runId, place.position)
  if (found === null) return showComparedAnew(c, place.day)
  const [orderId] = found.ours.flatMap((one) => (one.kind === 'transfer' ? [] : [one.orderId]))
  if (orderId === undefined) return showDifference(c, { place, difference: found, callbacks: [] })
  const [order, { callbacks }] = await Promise.all([
    view.find(orderId),
    view.listCallbacks({ orderId }),
  ])
  return showDifference(c, {
    place,
    difference: found,
    callbacks,
    ...(order !== null && { order }),
  })
}

function force(c: ConsoleContext): Promise<Response> {
  const name = c.req.param('day') ?? ''
  if (!isDay(name)) return Promise.resolve(showNotFound(c))
  return actWithReason(c, async (action) => {
    const { outcome } = await c.env.CONSOLE_MONEY.forceReconciliation(name, action)
    return c.redirect(
      `/daily-files/${name}?${new URLSearchParams({ forced: outcome }).toString()}`,
      303,
    )
  })
}

function dailyFilesRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/daily-files', list)
  routes.get('/daily-files/undecided', undecided)
  routes.get('/daily-files/:day', day)
  routes.get('/daily-files/:day/differences/:run/:position', difference)
  routeVerdict(routes, '/daily-files/:day/differences/:run/:position/verdict', differenceCase)
  routes.get(
    '/daily-files/:day/force',
    actionPage(({ var: { language } }) => dailyFilesMessages[language].force),
  )
  routes.post('/daily-files/:day/force', force)
  return routes
}

/** Daily files: the days, the differences with both rows, and what is undecided. */
export const dailyFilesSection: Section = {
  path: '/daily-files',
  title: { vi: 'Tệp đối soát', en: 'Daily files' },
  routes: dailyFilesRoutes,
  byStore: false,
}
