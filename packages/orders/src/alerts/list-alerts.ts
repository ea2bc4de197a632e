import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { alerts } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { listPage } from '../rules/page-rules.ts'
import { alertKinds } from './alert-kinds.ts'
import { closingCauses } from './kinds/alert-kind-entry.ts'
import type { Alert, AlertAction, AlertClosing, AlertFilter, AlertPage } from './alerts-api.ts'

const states: readonly Alert['state'][] = ['open', 'acknowledged', 'closed']

// A list ignores a field that it does not know, so a misspelt filter would list everything.
const filterRules: OptionRules<AlertFilter> = {
  state: states,
  kind: Object.keys(alertKinds),
  subjects: 'Array',
  cursor: 'string',
  limit: 'any',
}

/** A stored alert, with its times in milliseconds since 1970. */
export type AlertRow = typeof alerts.$inferSelect

function acknowledgedBy({ acknowledgedBy: staffId, acknowledgedAtMs: atMs }: AlertRow) {
  if (staffId === null || atMs === null) return undefined
  return { staffId, at: toSeconds(atMs) } satisfies AlertAction
}

function closedBy({ closedBy: staffId, closedAtMs: atMs }: AlertRow) {
  if (atMs === null) return undefined
  return { ...(staffId !== null && { staffId }), at: toSeconds(atMs) } satisfies AlertClosing
}

/** An alert as people see it. */
export function alertView(row: AlertRow): Alert {
  const acknowledged = acknowledgedBy(row)
  const closed = closedBy(row)
  const { meaning, remedy, closesOnce: cause } = alertKinds[row.kind]
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    at: toSeconds(row.atMs),
    lastRaisedAt: toSeconds(row.lastRaisedAtMs),
    timesRaised: row.timesRaised,
    facts: row.data,
    meaning,
    remedy,
    ...(cause !== undefined && { closesOnce: { cause, text: closingCauses[cause] } }),
    ...(acknowledged !== undefined && { acknowledged }),
    ...(closed !== undefined && { closed }),
  }
}

function isBefore(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(cursor)) {
    throw new TypeError("The list's cursor must be the one that the page before has given.")
  }
  return lt(alerts.id, Number(cursor))
}

function isOneOf(column: typeof alerts.kind | typeof alerts.subject, values: readonly string[]) {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}

/**
 * The filter of a list. To look subjects up by the index over kind and subject, the query names
 * every kind. The unary plus before the state keeps SQLite from scanning all alerts of that state
 * by another index.
 */
function matches({ state, kind, subjects }: AlertFilter): SQL | undefined {
  if (subjects === undefined) {
    return and(
      state === undefined ? undefined : eq(alerts.state, state),
      kind === undefined ? undefined : eq(alerts.kind, kind),
    )
  }
  return and(
    state === undefined ? undefined : sql`+${alerts.state} = ${state}`,
    isOneOf(alerts.kind, kind === undefined ? Object.keys(alertKinds) : [kind]),
    isOneOf(alerts.subject, subjects),
  )
}

/**
 * Alerts, newest first, in pages.
 *
 * @throws TypeError when the limit is not 1 to 100, or the cursor does not come from a page
 */
export async function listAlerts(
  context: Pick<OrdersContext, 'database'>,
  filter: AlertFilter = {},
): Promise<AlertPage> {
  checkContext('listAlerts', context, ['database'])
  checkOptions('listAlerts', filter, filterRules)
  const { cursor, limit = listPage.default } = filter
  if (!Number.isInteger(limit) || limit < 1 || limit > listPage.max) {
    throw new TypeError(`The list's limit must be a whole number from 1 to ${listPage.max}.`)
  }
  const rows = await openDatabase(context)
    .select()
    .from(alerts)
    .where(and(matches(filter), isBefore(cursor)))
    .orderBy(desc(alerts.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    alerts: page.map((row) => alertView(row)),
    ...(rows.length > limit && last !== undefined && { cursor: String(last.id) }),
  }
}
