import { orderRules } from '@merchant-edge/orders/rules'
import { Hono } from 'hono'
import { listOrWrongFilter, queryFields } from '../forms/query-fields.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { showLinks } from './link-list-page.tsx'
import { showLink } from './link-page.tsx'

async function list(c: ConsoleContext): Promise<Response> {
  const filter = queryFields(c, ['state', 'customerId', 'cursor'])
  return showLinks(c, await listOrWrongFilter(() => c.env.CONSOLE_VIEW.listLinks(filter)))
}

async function show(c: ConsoleContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  // Our references have the characters and the length of the shop's own ids.
  if (!orderRules.id.pattern.test(id)) return showNotFound(c)
  const [link, serviceCalls] = await Promise.all([
    c.env.CONSOLE_VIEW.findLinkById(id),
    c.env.CONSOLE_VIEW.listServiceCalls('link', id),
  ])
  return link === null ? showNotFound(c) : showLink(c, { link, serviceCalls })
}

function linkRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/links', list)
  routes.get('/links/:id', show)
  return routes
}

/** Linked wallets and requests to link one: the list, and each with its calls to the service. */
export const linksSection: Section = {
  path: '/links',
  title: { vi: 'Ví liên kết', en: 'Linked wallets' },
  routes: linkRoutes,
  byStore: false,
}
