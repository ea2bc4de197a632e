import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { fixedSql, statementOf } from './statement-of.ts'
import { alerts, orders, outbox } from '../schema.ts'

const dialect = new SQLiteAsyncDialect()

const queries: Readonly<Record<string, SQL>> = {
  'tables and columns': sql`SELECT ${orders.id} FROM ${orders} AS "a"`,
  names: sql`${sql.identifier('order_id')} = ${sql.identifier('a "quoted" name')}`,
  'plain values': sql`${'text'} ${1} ${true} ${null} ${undefined} ${5n}`,
  'values as columns store them': sql`${sql.param({ a: [1] }, alerts.data)} ${sql.param(true, orders.holdsPayment)} ${sql.param(null, alerts.data)}`,
  conditions: and(eq(orders.id, "o'1"), sql`${orders.version} > ${3}`) ?? sql``,
  lists: sql`${['a', 'b']} ${inArray(orders.id, ['a', 'b'])}`,
  'a query inside': inArray(
    outbox.key,
    drizzle(env.DB)
      .select({ key: outbox.key })
      .from(outbox)
      .where(eq(outbox.kind, 'event'))
      .limit(3),
  ),
  'text in place of values': sql`a = ${1} AND ${sql`b = ${'c'}`.inlineParams()}`,
  'joined texts': sql.join([sql.raw('a'), sql`${orders.id}`, sql`${1}`], sql`, `),
  nothing: sql``,
}

describe('statementOf', () => {
  it.each(Object.entries(queries))('compiles %s like the dialect', (_, query) => {
    const { sql: text, params } = dialect.sqlToQuery(query)
    expect(statementOf(query)).toEqual({ sql: text, params })
  })

  it('compiles a column default that is SQL as SQL', () => {
    const nested = sql`${sql.param(sql`changes() > ${0}`, { mapToDriverValue: (value) => value })}`
    expect(statementOf(nested)).toEqual({ sql: 'changes() > ?', params: [0] })
  })
})

describe('fixedSql', () => {
  const writtenByDialect = new Set(['plain values', 'lists', 'a query inside'])

  it.each(Object.entries(queries).filter(([name]) => !writtenByDialect.has(name)))(
    'leaves %s as they are, also within another query',
    (_, query) => {
      const around = (inner: SQL) => sql`${'before'} ${inner} ${orders.id} = ${'after'}`
      const fixed = fixedSql(query)

      expect(dialect.sqlToQuery(fixed)).toEqual(dialect.sqlToQuery(query))
      expect(statementOf(around(fixed))).toEqual(statementOf(around(query)))
    },
  )

  it('refuses values that only the dialect can compile', () => {
    expect(() => fixedSql(sql`${orders.id} IN ${['a', 'b']}`)).toThrow(TypeError)
  })
})
