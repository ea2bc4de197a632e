import { Hono } from 'hono'
import { actionPage } from '../forms/action-page.tsx'
import { actWithReason } from '../forms/act-with-reason.ts'
import { listOrWrongFilter, queryFields } from '../forms/query-fields.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { showEndpoints } from './endpoints-page.tsx'
import { filterFields, readEventFilter } from './event-filter.ts'
import { addressOfEvent } from '../orders/event-address.ts'
import { showEvents } from './event-list-page.tsx'
import { webhookMessages } from './messages.ts'
import { showEvent } from './event-page.tsx'

const maxKeyChars = 512

async function list(c: ConsoleContext): Promise<Response> {
  const filter = readEventFilter(queryFields(c, filterFields))
  if (filter === undefined) return showEvents(c, 'wrong_filter')
  return showEvents(c, await listOrWrongFilter(() => c.env.CONSOLE_VIEW.listEvents(filter)))
}

function keyOf(c: ConsoleContext): string | undefined {
  const key = c.req.query('key') ?? ''
  return key === '' || key.length > maxKeyChars ? undefined : key
}

async function show(c: ConsoleContext): Promise<Response> {
  const key = keyOf(c)
  const event = key === undefined ? null : await c.env.CONSOLE_VIEW.findEvent(key)
  return event === null ? showNotFound(c) : showEvent(c, event)
}

async function resend(c: ConsoleContext): Promise<Response> {
  const key = keyOf(c)
  if (key === undefined) return showNotFound(c)
  return actWithReason(c, async (action) => {
    const { outcome } = await c.env.CONSOLE_MONEY.resendEvent(key, action)
    if (outcome === 'not_found') return showNotFound(c)
    return c.redirect(
      `${addressOfEvent(key)}&${new URLSearchParams({ done: outcome }).toString()}`,
      303,
    )
  })
}

function textsOf(
  form: ReadonlyMap<string, string>,
): Partial<Record<(typeof filterFields)[number], string>> {
  const texts: Partial<Record<(typeof filterFields)[number], string>> = {}
  for (const name of filterFields) {
    const text = form.get(name)
    if (text !== undefined && text !== '') texts[name] = text
  }
  return texts
}

function resendMany(c: ConsoleContext): Promise<Response> {
  return actWithReason(c, async (action) => {
    const { cursor: _cursor, ...texts } = textsOf(c.var.form)
    const from = c.var.form.get('from') ?? ''
    const filter = readEventFilter({ ...texts, ...(from !== '' && { cursor: from }) })
    if (filter === undefined) return showEvents(c, 'wrong_filter')
    const report = await listOrWrongFilter(() => c.env.CONSOLE_MONEY.resendEvents(filter, action))
    if (report === 'wrong_filter') return showEvents(c, report)
    const { resent, unchanged, cursor } = report
    const done = { resent: String(resent), unchanged: String(unchanged) }
    const query = { ...texts, ...done, ...(cursor !== undefined && { from: cursor }) }
    return c.redirect(`/webhooks?${new URLSearchParams(query).toString()}`, 303)
  })
}

async function endpoints(c: ConsoleContext): Promise<Response> {
  return showEndpoints(c, await c.env.CONSOLE_VIEW.listEndpoints())
}

function control(step: 'pauseEndpoint' | 'resumeEndpoint') {
  return (c: ConsoleContext): Promise<Response> =>
    actWithReason(c, async (action) => {
      const { outcome } = await c.env.CONSOLE_MONEY[step](c.req.param('id') ?? '', action)
      if (outcome === 'not_found') return showNotFound(c)
      return c.redirect(
        `/webhooks/endpoints?${new URLSearchParams({ done: outcome }).toString()}`,
        303,
      )
    })
}

function webhookRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/webhooks', list)
  routes.get(
    '/webhooks/resend',
    actionPage(({ var: { language } }) => webhookMessages[language].resendAll),
  )
  routes.post('/webhooks/resend', resendMany)
  routes.get('/webhooks/event', show)
  routes.get(
    '/webhooks/event/resend',
    actionPage(({ var: { language } }) => webhookMessages[language].resend),
  )
  routes.post('/webhooks/event/resend', resend)
  routes.get('/webhooks/endpoints', endpoints)
  routes.get(
    '/webhooks/endpoints/:id/pause',
    actionPage(({ var: { language } }) => webhookMessages[language].pause),
  )
  routes.post('/webhooks/endpoints/:id/pause', control('pauseEndpoint'))
  routes.get(
    '/webhooks/endpoints/:id/resume',
    actionPage(({ var: { language } }) => webhookMessages[language].resume),
  )
  routes.post('/webhooks/endpoints/:id/resume', control('resumeEndpoint'))
  return routes
}

/** Webhooks: the events with their deliveries, and the endpoints that receive them. */
export const webhooksSection: Section = {
  path: '/webhooks',
  title: { vi: 'Webhook', en: 'Webhooks' },
  routes: webhookRoutes,
  byStore: false,
}
