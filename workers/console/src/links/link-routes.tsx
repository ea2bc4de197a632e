import { Hono } from 'hono'
import { askList, queryFields } from '../forms/query-fields.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import type { Section } from '../layout/section.ts'
import { showLinks } from './link-list-page.tsx'

async function list(c: ConsoleContext): Promise<Response> {
  const filter = queryFields(c, ['state', 'customerId', 'cursor'])
  return showLinks(c, await askList(() => c.env.CONSOLE_VIEW.listLinks(filter)))
}

function linkRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/links', list)
  return routes
}

/** Wallets that customers have linked, or were asked to. */
export const linksSection: Section = {
  path: '/links',
  title: { vi: 'Ví liên kết', en: 'Linked wallets' },
  routes: linkRoutes,
  byStore: false,
}
