import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { deliveries, outbox } from '../database/schema.ts'
import type {
  DeliveryView,
  EventDetails,
  EventFilter,
  EventPage,
  EventView,
} from '../events/event-log-api.ts'
import { eventTypes } from '../events/event-types.ts'
import { webhookIdOf, type OutboxRow } from '../events/outbox.ts'
import type { StoreContext } from '../orders-context.ts'
import { listPage } from '../rules/page-rules.ts'
import { listEndpoints } from './endpoint-control.ts'

/**
 * Maximum number of rows that a page scans when no index covers its filter: events are kept for
 * months.
 */
const rowsLookedAt = 5_000

const conditions = {
  waiting: sql`state = 'open'`,
  delivered: sql`state = 'done' AND endpoint IS NOT NULL`,
  dead: sql`state = 'dead'`,
  unwanted: sql`state = 'done' AND endpoint IS NULL`,
} as const satisfies Readonly<Record<EventView['state'], SQL>>

/**
 * The fields of a filter of events. A list ignores a field that it does not know, so a misspelt
 * filter would list, or send again, everything.
 */
export const eventFilterRules: OptionRules<EventFilter> = {
  state: Object.keys(conditions),
  endpoint: 'string',
  orderId: 'string',
  type: 'any',
  cursor: 'string',
  limit: 'any',
}

const stateOf = { open: 'waiting', done: 'delivered', dead: 'dead' } as const

/** An outbox row in the form of the API. */
export function eventView(row: OutboxRow): EventView {
  const { type }: { type: string } = JSON.parse(row.payload)
  const isUnwanted = row.state === 'done' && row.endpoint === null
  return {
    key: row.key,
    webhookId: webhookIdOf(row),
    type,
    state: isUnwanted ? 'unwanted' : stateOf[row.state],
    ...(row.endpoint !== null && { endpoint: row.endpoint }),
    ...(row.orderId !== null && { orderId: row.orderId }),
    ...(row.transferId !== null && { transferId: row.transferId }),
    ...(row.alertId !== null && { alertId: row.alertId }),
    at: toSeconds(row.createdAtMs),
    ...(row.state === 'open' && { nextAt: toSeconds(row.nextAtMs) }),
    failures: row.failures,
  }
}

function isBefore(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(cursor)) {
    throw new TypeError("The list's cursor must be the one that the page before has given.")
  }
  return sql`outbox.rowid < ${Number(cursor)}`
}

/** Row at which a page that scans row by row stops; `undefined` when it reaches the end before. */
async function readScanEnd(
  context: Pick<StoreContext, 'database'>,
  cursor: string | undefined,
): Promise<number | undefined> {
  const [last] = await openDatabase(context)
    .select({ place: sql<number>`outbox.rowid` })
    .from(outbox)
    .where(isBefore(cursor))
    .orderBy(desc(sql`outbox.rowid`))
    .limit(1)
    .offset(rowsLookedAt - 1)
  return last?.place
}

/** An empty list for a misspelt endpoint would look like good news. */
async function requireEndpoint(context: StoreContext, id: string): Promise<void> {
  if (context.endpoints.some((endpoint) => endpoint.id === id)) return
  const ids = (await listEndpoints(context)).map((endpoint) => endpoint.id)
  if (ids.includes(id)) return
  throw new TypeError(
    ids.length === 0
      ? "The list's endpoint must be left out: there are no endpoints."
      : `The list's endpoint must be one of ${ids.join(', ')}.`,
  )
}

/**
 * A page of rows, newest first, and the start of the next page. A page may have fewer rows than
 * requested, or none, although another page follows.
 */
export async function pageOfEvents(
  context: StoreContext,
  filter: EventFilter,
): Promise<{ rows: OutboxRow[]; cursor: string | undefined }> {
  const { state, endpoint, orderId, type, limit = listPage.default } = filter
  if (!Number.isInteger(limit) || limit < 1 || limit > listPage.max) {
    throw new TypeError(`The list's limit must be a whole number from 1 to ${listPage.max}.`)
  }
  // An empty list for a misspelt type would look like good news.
  if (type !== undefined && !eventTypes.includes(type)) {
    throw new TypeError(`The list's type must be one of ${eventTypes.join(', ')}.`)
  }
  if (endpoint !== undefined) await requireEndpoint(context, endpoint)
  const isIndexed = orderId !== undefined || state === 'waiting' || state === 'dead'
  const stop = isIndexed ? undefined : await readScanEnd(context, filter.cursor)
  const found = await openDatabase(context)
    .select({ ...getTableColumns(outbox), place: sql<number>`outbox.rowid` })
    .from(outbox)
    .where(
      and(
        sql`kind = 'event'`,
        state === undefined ? undefined : conditions[state],
        endpoint === undefined ? undefined : eq(outbox.endpoint, endpoint),
        orderId === undefined ? undefined : eq(outbox.orderId, orderId),
        type === undefined ? undefined : sql`payload ->> 'type' = ${type}`,
        isBefore(filter.cursor),
        stop === undefined ? undefined : sql`outbox.rowid >= ${stop}`,
      ),
    )
    .orderBy(desc(sql`outbox.rowid`))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const end = found.length > limit ? page.at(-1)?.place : stop
  return {
    rows: page.map(({ place: _place, ...row }) => row),
    cursor: end === undefined ? undefined : String(end),
  }
}

/**
 * Events for endpoints, newest first, in pages.
 *
 * @throws TypeError when the limit is not 1 to 100, the type is unknown, the cursor is not
 *   one that a page has returned, or {@link listEndpoints} has no such endpoint
 */
export async function listEvents(
  context: StoreContext,
  filter: EventFilter = {},
): Promise<EventPage> {
  checkContext('listEvents', context, ['database', 'driver', 'endpoints'])
  checkOptions('listEvents', filter, eventFilterRules)
  const { rows, cursor } = await pageOfEvents(context, filter)
  return {
    events: rows.map((row) => eventView(row)),
    ...(cursor !== undefined && { cursor }),
  }
}

/** Reads one event of the outbox. */
export async function readEvent(
  context: Pick<StoreContext, 'database'>,
  key: string,
): Promise<OutboxRow | undefined> {
  const [row] = await openDatabase(context)
    .select()
    .from(outbox)
    .where(and(eq(outbox.key, key), eq(outbox.kind, 'event')))
  return row
}

/** The newest 20 deliveries of an event, newest first; none for an unknown key. */
export async function listDeliveries(
  context: Pick<StoreContext, 'database'>,
  key: string,
): Promise<DeliveryView[]> {
  const rows = await openDatabase(context)
    .select()
    .from(deliveries)
    .where(eq(deliveries.outboxKey, key))
    .orderBy(desc(deliveries.id))
  return rows.map(({ atMs, durationMs, status, failure }) => ({
    at: toSeconds(atMs),
    durationMs,
    ...(status !== null && { status }),
    ...(failure !== null && { failure }),
  }))
}

/** An event with its body and its deliveries; `null` when the key is unknown. */
export async function findEvent(
  context: Pick<StoreContext, 'database'>,
  key: string,
): Promise<EventDetails | null> {
  checkContext('findEvent', context, ['database'])
  checkArguments('findEvent', {}, { key })
  const row = await readEvent(context, key)
  if (row === undefined) return null
  const made = await listDeliveries(context, key)
  return { ...eventView(row), ...(row.body !== null && { body: row.body }), deliveries: made }
}
