import type { CallbackFilter, PageOf } from '@merchant-edge/orders/api'
import { Hono } from 'hono'
import { actionPage } from '../forms/action-page.tsx'
import { actWithReason } from '../forms/act-with-reason.ts'
import { listOrWrongFilter, queryFields } from '../forms/query-fields.ts'
import type { ConsoleContext, ConsoleHono } from '../layout/console-hono.ts'
import { showNotFound } from '../layout/notice-page.tsx'
import type { Section } from '../layout/section.ts'
import { callbackMessages } from './messages.ts'
import { showCallbacks } from './callback-list-page.tsx'

/** A filter by order ignores the state, because its callbacks may have any state. */
function filterOf(c: ConsoleContext): (CallbackFilter & PageOf) | undefined {
  const { state = 'orphan', orderId, cursor } = queryFields(c, ['state', 'orderId', 'cursor'])
  const page = { ...(cursor !== undefined && { cursor }) }
  if (orderId !== undefined) return { ...page, orderId }
  return state === 'orphan' || state === 'dead' ? { ...page, state } : undefined
}

async function list(c: ConsoleContext): Promise<Response> {
  const filter = filterOf(c)
  if (filter === undefined) return showCallbacks(c, 'wrong_filter')
  return showCallbacks(c, await listOrWrongFilter(() => c.env.CONSOLE_VIEW.listCallbacks(filter)))
}

async function replay(c: ConsoleContext): Promise<Response> {
  const seq = c.req.param('seq') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(seq)) return showNotFound(c)
  return actWithReason(c, async (action) => {
    const outcome = await c.env.CONSOLE_MONEY.replayCallback(Number(seq), action)
    if (outcome.outcome === 'not_found') return showNotFound(c)
    const { confirmation = 'nothing', orderId } = outcome
    const query = { replayed: confirmation, ...(orderId !== undefined && { orderId }) }
    return c.redirect(`/callbacks?${new URLSearchParams(query).toString()}`, 303)
  })
}

function callbackRoutes(): Hono<ConsoleHono> {
  const routes = new Hono<ConsoleHono>()
  routes.get('/callbacks', list)
  routes.get(
    '/callbacks/:seq/replay',
    actionPage(({ var: { language } }) => callbackMessages[language].replay),
  )
  routes.post('/callbacks/:seq/replay', replay)
  return routes
}

/** Callbacks that wait for an order or for a person. */
export const callbacksSection: Section = {
  path: '/callbacks',
  title: { vi: 'Callback', en: 'Callbacks' },
  routes: callbackRoutes,
  byStore: false,
}
