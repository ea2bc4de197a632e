import { orderRules } from '@merchant-edge/orders/rules'
import { Hono } from 'hono'
import { listOrWrongFilter, queryFields } from '../forms/query-fields.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { showTransfer, showTransfers } from './transfer-pages.tsx'

async function list(c: ConsoleContext): Promise<Response> {
  const filter = queryFields(c, ['state', 'day', 'cursor'])
  return showTransfers(c, await listOrWrongFilter(() => c.env.CONSOLE_VIEW.listTransfers(filter)))
}

async function show(c: ConsoleContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  // The shop's own ids of orders and transfers are of one form.
  if (!orderRules.id.pattern.test(id)) return showNotFound(c)
  const [transfer, lines, serviceCalls, differences] = await Promise.all([
    c.env.CONSOLE_VIEW.findTransfer(id),
    c.env.CONSOLE_VIEW.transferTimeline(id),
    c.env.CONSOLE_VIEW.listServiceCalls('transfer', id),
    c.env.CONSOLE_VIEW.listDifferencesAbout('transfer', id),
  ])
  return transfer === null
    ? showNotFound(c)
    : showTransfer(c, { transfer, lines, serviceCalls, differences })
}

function transferRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/transfers', list)
  routes.get('/transfers/:id', show)
  return routes
}

/** Transfers: the list, and each with its calls and answers. */
export const transfersSection: Section = {
  path: '/transfers',
  title: { vi: 'Chuyển tiền', en: 'Transfers' },
  routes: transferRoutes,
  byStore: false,
}
