import { and, eq, gt, min, sql, type SQL } from 'drizzle-orm'
import type { AlertToRaise } from '../database/alert-to-raise.ts'
import { anyRow } from '../database/any-row.ts'
import { openDatabase } from '../database/open-database.ts'
import { readValues } from '../database/read-values.ts'
import { alerts, journal, orders, outbox } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { activeEndpoints } from '../events/active-endpoints.ts'
import { eventDueSince } from '../events/first-in-line.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { processOneByOne } from '../pacing/one-by-one.ts'
import { alertOnce, raiseAlert } from './alerts.ts'
import { alertsAreToBeLogged, logAlerts } from './log-alerts.ts'
import { alertsAreToReopen, reopenAlerts } from './reopen-alerts.ts'
import { hourOf, isStalledConfirmation, newestLines, stalledAfterMs } from './stalled-work.ts'

const minute = 60_000
/**
 * Periods without a callback that raise an alert. The subject of the alert is the beginning of the
 * current time, with this many characters: one alert an hour for the short period, one a day for
 * the long period, which is for merchants with few payments.
 */
const silences = [
  { ms: 15 * minute, subjectCharacters: 'YYYY-MM-DDTHH'.length },
  { ms: 24 * 60 * minute, subjectCharacters: 'YYYY-MM-DD'.length },
] as const
const longestSilenceMs = Math.max(...silences.map(({ ms }) => ms))
/** Minimum number of payments that polling must have found in such a period. */
const minFoundByPoll = 5

/**
 * Whether polls have found {@link minFoundByPoll} payments within the last `withinMs` milliseconds.
 */
function pollsFoundMany({ now }: OrdersContext, withinMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${orders}
    WHERE ${orders.confirmedBy} = 'poll' AND ${orders.confirmedAtMs} >= ${now() - withinMs}
    LIMIT 1 OFFSET ${minFoundByPoll - 1})`
}

/** Since when the oldest stalled callback waits to be confirmed. */
async function oldestConfirmation(context: OrdersContext): Promise<number | null> {
  const [oldest] = await openDatabase(context)
    .select({ atMs: min(outbox.createdAtMs) })
    .from(outbox)
    .where(isStalledConfirmation(context))
  return oldest?.atMs ?? null
}

async function watchOutbox(
  context: OrdersContext,
  active: readonly WebhookEndpoint[],
): Promise<void> {
  const now = context.now()
  const waiting = await Promise.all([
    oldestConfirmation(context),
    ...active.map(({ id }) => eventDueSince(context, id)),
  ])
  const oldestMs = Math.min(now, ...waiting.filter((atMs) => atMs !== null))
  if (oldestMs >= now - stalledAfterMs) return
  await raiseAlert(context, {
    kind: 'outbox_stalled',
    subject: hourOf(now),
    atMs: now,
    data: { oldest_seconds: Math.floor((now - oldestMs) / 1000) },
  })
}

/** Raises an alert unless somebody already works on it: its cause is found by every sweep. */
async function alertUnlessOpen(context: OrdersContext, alert: AlertToRaise): Promise<void> {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${alerts}
    WHERE kind = ${alert.kind} AND subject = ${alert.subject} AND state <> 'closed')`
  await transact(context, alertOnce(alert, isNew))
}

function alertEndpoint(
  context: OrdersContext,
  kind: 'endpoint_failing' | 'endpoint_missing',
  endpoint: string,
): Promise<void> {
  const alert = { kind, subject: endpoint, atMs: context.now(), data: { endpoint } }
  return alertUnlessOpen(context, alert)
}

async function watchFailing(
  context: OrdersContext,
  active: readonly WebhookEndpoint[],
): Promise<void> {
  for (const { id } of active) {
    const failing = await openDatabase(context)
      .select({ key: outbox.key })
      .from(outbox)
      .where(and(eq(outbox.endpoint, id), sql`${outbox.state} = 'open' AND ${outbox.failures} > 3`))
      .limit(1)
    if (failing.length > 0) await alertEndpoint(context, 'endpoint_failing', id)
  }
}

/**
 * Steps through the index from one endpoint with waiting events to the next, without reading the
 * events.
 */
async function watchMissing(context: OrdersContext): Promise<void> {
  const configured = new Set(context.endpoints.map(({ id }) => id))
  let after = ''
  for (;;) {
    const [next] = await openDatabase(context)
      .select({ endpoint: min(outbox.endpoint) })
      .from(outbox)
      .where(
        and(sql`${outbox.state} = 'open' AND ${outbox.kind} = 'event'`, gt(outbox.endpoint, after)),
      )
    if (next === undefined || next.endpoint === null) return
    after = next.endpoint
    if (!configured.has(after)) await alertEndpoint(context, 'endpoint_missing', after)
  }
}

/** Whether no callback has arrived lately, although polls have found payments. */
function isSilent(context: OrdersContext, withinMs: number): SQL {
  return sql`${pollsFoundMany(context, withinMs)}
    AND NOT EXISTS (SELECT 1 FROM ${journal}
      WHERE ${journal.seq} > (SELECT MAX(seq) FROM ${journal}) - ${newestLines}
        AND ${journal.kind} = 'callback.received' AND ${journal.atMs} >= ${context.now() - withinMs})`
}

async function watchCallbacks(context: OrdersContext): Promise<void> {
  const now = context.now()
  const values = await readValues(
    context,
    silences.map(({ ms }) => isSilent(context, ms)),
  )
  const found = silences.find((_, place) => Boolean(values[place]))
  if (found === undefined) return
  await alertUnlessOpen(context, {
    kind: 'callbacks_silent',
    subject: new Date(now).toISOString().slice(0, found.subjectCharacters),
    atMs: now,
    data: { paid_found_by_poll_min: minFoundByPoll, minutes: found.ms / minute },
  })
}

/**
 * Pairs of neighbouring configured endpoints in index order: an event between them waits for an
 * endpoint that is not configured.
 */
function gapsBetween(ids: readonly string[]): (string | undefined)[][] {
  const borders = ['', ...ids.toSorted()]
  return borders.map((after, place) => [after, borders[place + 1]])
}

/** Whether {@link watchHealth} may have an alert to raise or a line to log. */
export function healthIsToBeWatched(context: OrdersContext): SQL {
  const ids = context.endpoints.map(({ id }) => id)
  const known = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const openEvent = sql`state = 'open' AND kind = 'event'`
  const stalledBefore = context.now() - stalledAfterMs
  // SQLite sorts every text before every blob.
  const missing = sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(gapsBetween(ids))})
    WHERE EXISTS (SELECT 1 FROM ${outbox} WHERE ${openEvent} AND endpoint > json_each.value ->> 0
      AND endpoint < coalesce(json_each.value ->> 1, x'')))`
  return sql`${anyRow(outbox, isStalledConfirmation(context))}
    OR ${anyRow(outbox, sql`${openEvent} AND endpoint IN ${known} AND next_at_ms < ${stalledBefore}`)}
    OR ${anyRow(outbox, sql`state = 'open' AND failures > 3 AND endpoint IN ${known}`)}
    OR ${missing}
    OR ${pollsFoundMany(context, longestSilenceMs)}
    OR ${alertsAreToReopen(context)}
    OR ${alertsAreToBeLogged(context)}`
}

/**
 * Raises the alerts that no single operation can raise: work that nobody does for two minutes; no
 * callbacks while polling finds payments (one alert an hour each, or a day); endpoints whose
 * events fail repeatedly; events for an endpoint that is not configured. It also reopens alerts
 * that were closed while their cause persists. Then it logs every alert that was opened.
 */
export async function watchHealth(context: OrdersContext): Promise<void> {
  const active = await activeEndpoints(context)
  const steps = [
    () => watchOutbox(context, active),
    () => watchFailing(context, active),
    () => watchMissing(context),
    () => watchCallbacks(context),
    () => reopenAlerts(context),
    () => logAlerts(context),
  ]
  await processOneByOne(steps, (step) => step())
}
