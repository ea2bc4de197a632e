import { and, count, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import type { AlertRow } from '../alerts/list-alerts.ts'
import { settledAlert } from '../alerts/settle-alert.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts, endpoints, outbox } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { insert, update, type Transition } from '../database/transition.ts'
import type { EndpointOutcome, EndpointView, WebhookDecision } from '../events/event-log-api.ts'
import type { OrdersContext, StoreContext } from '../orders-context.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'

type Context = Pick<OrdersContext, 'database' | 'endpoints' | 'now'>
type StoredEndpoint = typeof endpoints.$inferSelect

/** Counts waiting and dead events per endpoint. */
async function countEvents(
  context: StoreContext,
  state: 'open' | 'dead',
): Promise<ReadonlyMap<string, number>> {
  const rows = await openDatabase(context)
    .select({ endpoint: outbox.endpoint, events: count() })
    .from(outbox)
    .where(
      and(
        state === 'open' ? sql`state = 'open'` : sql`state = 'dead'`,
        sql`kind = 'event'`,
        isNotNull(outbox.endpoint),
      ),
    )
    .groupBy(outbox.endpoint)
  return new Map(rows.map(({ endpoint, events }) => [endpoint ?? '', events]))
}

/**
 * The origin of an address, with `***` for anything after it: the path may be the only secret that
 * is needed to send there.
 */
function shown(address: string): string {
  const { origin, href } = new URL(address)
  return href === `${origin}/` ? href : `${origin}/***`
}

function pauseOf(stored: StoredEndpoint | undefined): Pick<EndpointView, 'paused'> {
  if (stored === undefined || stored.pausedAtMs === null) return {}
  const { pausedAtMs, reason, pausedBy } = stored
  return {
    paused: {
      at: toSeconds(pausedAtMs),
      reason: reason ?? '',
      ...(pausedBy !== null && { staffId: pausedBy }),
    },
  }
}

/**
 * All endpoints: the configured ones in their order, then others that are paused or still have
 * waiting events.
 */
export async function listEndpoints(context: StoreContext): Promise<EndpointView[]> {
  checkContext('listEndpoints', context, ['database', 'driver', 'endpoints'])
  const stored = await openDatabase(context).select().from(endpoints)
  const pauses = new Map(stored.map((one) => [one.id, one]))
  const waiting = await countEvents(context, 'open')
  const dead = await countEvents(context, 'dead')
  const configured = new Map(context.endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const paused = stored.filter(({ pausedAtMs }) => pausedAtMs !== null).map(({ id }) => id)
  const ids = new Set([...configured.keys(), ...waiting.keys(), ...dead.keys(), ...paused])
  return Array.from(ids, (id) => {
    const endpoint = configured.get(id)
    return {
      id,
      configured: endpoint !== undefined,
      ...(endpoint !== undefined && { url: shown(endpoint.url) }),
      events: endpoint?.events ?? [],
      waiting: waiting.get(id) ?? 0,
      dead: dead.get(id) ?? 0,
      ...pauseOf(pauses.get(id)),
    }
  })
}

async function changed(context: StoreContext, id: string): Promise<EndpointOutcome> {
  const endpoint = (await listEndpoints(context)).find((one) => one.id === id)
  // An endpoint that was listed only because of its pause is not listed after it.
  const unlisted = { id, configured: false, events: [], waiting: 0, dead: 0 }
  return { outcome: 'changed', endpoint: endpoint ?? unlisted }
}

async function unchanged(context: StoreContext, id: string): Promise<EndpointOutcome> {
  const endpoint = (await listEndpoints(context)).find((one) => one.id === id)
  return endpoint === undefined ? { outcome: 'not_found' } : { outcome: 'unchanged', endpoint }
}

function isConfigured(context: StoreContext, id: string): boolean {
  return context.endpoints.some((endpoint) => endpoint.id === id)
}

/**
 * Pauses an endpoint: its events wait, in order, and count no failures.
 *
 * @throws TypeError when reason or staffId is out of its range
 */
export async function pauseEndpoint(
  context: Context,
  id: string,
  decision: WebhookDecision,
): Promise<EndpointOutcome> {
  checkContext('pauseEndpoint', context, ['database', 'endpoints', 'now'])
  checkArguments('pauseEndpoint', { decision }, { id })
  checkVerdict(decision)
  if (!isConfigured(context, id)) return { outcome: 'not_found' }
  const atMs = context.now()
  const { reason, staffId } = decision
  const paused: Transition = {
    decide: insert(endpoints, {
      values: { id, pausedAtMs: atMs, reason, pausedBy: staffId },
      replaces: { same: endpoints.id, when: isNull(endpoints.pausedAtMs) },
    }),
    journal: {
      atMs,
      kind: 'endpoint.paused',
      orderId: null,
      dedupe: `endpoint.paused:${id}:${atMs}:${staffId}`,
      evidence: 'word of a person',
      data: { endpoint: id, staff_id: staffId, verdict_reason: reason },
    },
  }
  const done = await transactAll(context, { transitions: [paused] })
  return done.happened(paused) ? changed(context, id) : unchanged(context, id)
}

async function pauseAlertOf(context: StoreContext, id: string): Promise<AlertRow | undefined> {
  const [row] = await openDatabase(context)
    .select()
    .from(alerts)
    .where(and(eq(alerts.kind, 'endpoint_paused'), eq(alerts.subject, id)))
  return row
}

/** Whether the alert about a pause is still the one that was read, which its closing closes. */
function isStillThat(alert: AlertRow | undefined, id: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${alerts}
    WHERE ${alerts.kind} = 'endpoint_paused' AND ${alerts.subject} = ${id}
      AND ${alerts.timesRaised} <> ${alert?.timesRaised ?? 0})`
}

async function isPaused(context: StoreContext, id: string): Promise<boolean> {
  const [row] = await openDatabase(context)
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(and(eq(endpoints.id, id), isNotNull(endpoints.pausedAtMs)))
  return row !== undefined
}

/**
 * Resumes a paused endpoint: its waiting events become due, and the alert about the pause is
 * closed. An endpoint that was removed from the configuration may be resumed too, which removes its
 * pause.
 *
 * @throws TypeError when reason or staffId is out of its range
 */
export async function resumeEndpoint(
  context: Context,
  id: string,
  decision: WebhookDecision,
): Promise<EndpointOutcome> {
  checkContext('resumeEndpoint', context, ['database', 'endpoints', 'now'])
  checkArguments('resumeEndpoint', { decision }, { id })
  checkVerdict(decision)
  const atMs = context.now()
  const { reason, staffId } = decision
  const pauseAlert = await pauseAlertOf(context, id)
  const resumed: Transition = {
    decide: update(endpoints, {
      set: { pausedAtMs: null, reason: null, pausedBy: null, resumedAtMs: atMs },
      where: and(
        eq(endpoints.id, id),
        isNotNull(endpoints.pausedAtMs),
        isStillThat(pauseAlert, id),
      ),
    }),
    journal: {
      atMs,
      kind: 'endpoint.resumed',
      orderId: null,
      dedupe: `endpoint.resumed:${id}:${atMs}:${staffId}`,
      evidence: 'word of a person',
      data: { endpoint: id, staff_id: staffId, verdict_reason: reason },
    },
  }
  const closed =
    pauseAlert === undefined ? [] : [settledAlert(pauseAlert, 'closed', { ...decision, atMs })]
  const done = await transactAll(context, { transitions: [resumed, ...closed] })
  if (done.happened(resumed)) return changed(context, id)
  // Paused still: its alert was raised again since it was read, and only a person would close it.
  if (await isPaused(context, id)) return resumeEndpoint(context, id, decision)
  return unchanged(context, id)
}
