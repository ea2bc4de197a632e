import { sql, type SQL } from 'drizzle-orm'
import { wantsEvent, type EndpointFilter } from '../events/webhook-endpoint.ts'
import {
  alertEventKey,
  eventKey,
  keyForEndpoint,
  transferEventKey,
  type EventToSend,
} from './event-to-send.ts'
import { insertText, previousChanged, type Form } from './insert-text.ts'
import { orders, outbox, transfers } from './schema.ts'
import type { NewValues } from './transition.ts'

/** The version that an order, a transfer or an alert has at that point of the batch. */
function versionOf(event: EventToSend): SQL {
  if ('orderId' in event) return sql`(SELECT version FROM ${orders} WHERE id = ${event.orderId})`
  if ('transferId' in event) {
    return sql`(SELECT version FROM ${transfers} WHERE id = ${event.transferId})`
  }
  return sql`${alertVersion(event.type, event.opening)}`
}

/** An alert is raised, closed, raised again, ...: each of these steps is a version. */
function alertVersion(type: 'alert.raised' | 'alert.closed', opening: number): number {
  return type === 'alert.raised' ? 2 * opening - 1 : 2 * opening
}

function keyOf(event: EventToSend): string {
  if ('orderId' in event) return eventKey(event)
  if ('transferId' in event) return transferEventKey(event)
  return alertEventKey(event.type, event.alertId, event.opening)
}

function subjectOf(event: EventToSend): Partial<typeof outbox.$inferInsert> {
  if ('orderId' in event) return { orderId: event.orderId }
  return 'transferId' in event ? { transferId: event.transferId } : { alertId: event.alertId }
}

/**
 * The rows of an event, one for each endpoint that subscribes to it. An event without a subscriber
 * is stored as well, in the state `done`: the next statement of the transition depends on an
 * inserted row, and the row records that there was nobody to notify.
 */
export function eventText(
  event: EventToSend,
  endpoints: readonly EndpointFilter[],
  form: Form,
): SQL {
  const { atMs, type, data } = event
  const key = keyOf(event)
  const isAlert = 'alertId' in event
  const rows = endpoints
    .filter((endpoint) => wantsEvent(endpoint, type))
    .map(({ id }, place) => ({
      endpoint: id,
      key: place === 0 && !isAlert ? key : keyForEndpoint(key, id),
    }))
  const common = {
    kind: 'event',
    ...subjectOf(event),
    version: versionOf(event),
    payload: JSON.stringify({ type, facts: data }),
    createdAtMs: atMs,
    nextAtMs: atMs,
    webhookId: key,
  }
  const insertOf = (values: object, from?: SQL) =>
    insertText({
      table: outbox,
      values: new Map<string, unknown>(Object.entries({ ...common, ...values })),
      from: sql.join([...form.from, ...(from === undefined ? [] : [from])], sql`, `),
      where: form.previousChanged,
    })
  const [only, ...others] = rows
  if (only === undefined) return insertOf({ key, state: 'done' })
  if (others.length === 0) return insertOf(only)
  const each = { key: sql`value ->> 'key'`, endpoint: sql`value ->> 'endpoint'` }
  return insertOf(each, sql`json_each(${JSON.stringify(rows)})`)
}

/**
 * The event `alert.raised`, as the statement after the one that raises the alert: one row for each
 * opening and endpoint, so that an alert that is only counted again sends no event. `undefined`
 * when no endpoint subscribes to it.
 */
export function raisedEventText(
  alert: { readonly kind: string; readonly subject: string; readonly atMs: number },
  endpoints: readonly EndpointFilter[],
): SQL | undefined {
  const type = 'alert.raised'
  const wanted = endpoints.filter((endpoint) => wantsEvent(endpoint, type)).map(({ id }) => id)
  if (wanted.length === 0) return undefined
  const id = sql`'alert-raised:' || a.id || ':' || a.openings`
  const values: NewValues = new Map<string, unknown>(
    Object.entries({
      key: sql`${id} || '@' || e.value`,
      kind: 'event',
      alertId: sql`a.id`,
      version: sql`2 * a.openings - 1`,
      payload: sql`json_object('type', ${type}, 'facts', json(a.facts))`,
      createdAtMs: alert.atMs,
      nextAtMs: alert.atMs,
      endpoint: sql`e.value`,
      webhookId: id,
    }),
  )
  const text = insertText({
    table: outbox,
    values,
    from: sql`alerts AS a, json_each(${JSON.stringify(wanted)}) AS e`,
    where: sql`${previousChanged} AND a.kind = ${alert.kind} AND a.subject = ${alert.subject}`,
  })
  // An update without effect counts as a change, so that the next statement also runs when the
  // alert already has its events.
  return sql`${text} ON CONFLICT (key) DO UPDATE SET key = excluded.key`
}
