import type { AlertState } from '@merchant-edge/orders/api'
import { Hono } from 'hono'
import { actionPage } from '../forms/action-page.tsx'
import { actWithReason } from '../forms/act-with-reason.ts'
import { listOrWrongFilter, queryFields } from '../forms/query-fields.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { alertMessages } from './messages.ts'
import { showAlert, showAlerts } from './alert-pages.tsx'

function isState(text: string): text is AlertState {
  return text === 'open' || text === 'acknowledged' || text === 'closed'
}

async function list(c: ConsoleContext): Promise<Response> {
  const { state = 'open', ...filter } = queryFields(c, ['state', 'kind', 'cursor'])
  if (!isState(state)) return showAlerts(c, 'wrong_filter')
  return showAlerts(
    c,
    await listOrWrongFilter(() => c.env.CONSOLE_VIEW.listAlerts({ ...filter, state })),
  )
}

/** The number of an alert in an address; `undefined` when it is invalid. */
function idOf(c: ConsoleContext): number | undefined {
  const id = c.req.param('id') ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

async function show(c: ConsoleContext): Promise<Response> {
  const id = idOf(c)
  if (id === undefined) return showNotFound(c)
  // A page begins with the alert before its cursor.
  const page = await c.env.CONSOLE_VIEW.listAlerts({ cursor: String(id + 1), limit: 1 })
  const [alert] = page.alerts
  return alert?.id === id ? showAlert(c, alert) : showNotFound(c)
}

function settle(step: 'acknowledgeAlert' | 'closeAlert') {
  return async (c: ConsoleContext): Promise<Response> => {
    const id = idOf(c)
    if (id === undefined) return showNotFound(c)
    return actWithReason(c, async (action) => {
      const { outcome } = await c.env.CONSOLE_MONEY[step](id, action)
      if (outcome === 'not_found') return showNotFound(c)
      return c.redirect(`/alerts/${id}?${new URLSearchParams({ done: outcome }).toString()}`, 303)
    })
  }
}

function alertRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/alerts', list)
  routes.get('/alerts/:id', show)
  routes.get(
    '/alerts/:id/acknowledge',
    actionPage(({ var: { language } }) => alertMessages[language].acknowledge),
  )
  routes.post('/alerts/:id/acknowledge', settle('acknowledgeAlert'))
  routes.get(
    '/alerts/:id/close',
    actionPage(({ var: { language } }) => alertMessages[language].close),
  )
  routes.post('/alerts/:id/close', settle('closeAlert'))
  return routes
}

/** Alerts: the list, and each with what to do about it. */
export const alertsSection: Section = {
  path: '/alerts',
  title: { vi: 'Cảnh báo', en: 'Alerts' },
  routes: alertRoutes,
  byStore: false,
}
