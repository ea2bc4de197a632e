import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'

describe('the migrations', () => {
  it('make every table strict', async () => {
    const tables = await env.DB.prepare(
      `SELECT name, sql FROM sqlite_master
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
         AND name NOT LIKE 'd1_%'`,
    ).all<{ name: string; sql: string }>()

    expect(tables.results.map(({ name }) => name).toSorted()).toEqual([
      'alerts',
      'attempts',
      'bound_service',
      'cleared_differences',
      'daily_files',
      'deliveries',
      'difference_codes',
      'difference_verdicts',
      'disputed_payments',
      'endpoints',
      'journal',
      'journal_seals',
      'links',
      'loyalty_ids',
      'operator_sign_ins',
      'orders',
      'outbox',
      'reconciliation_runs',
      'refund_proposals',
      'refunds',
      'service_calls',
      'transfers',
      'unknown_files',
    ])
    for (const { sql } of tables.results) expect(sql).toMatch(/\) STRICT$/)
  })

  it('contain nothing that keeps D1 from finding the end of a statement', () => {
    for (const { queries } of env.MIGRATIONS) {
      for (const query of queries) {
        expect(query).not.toContain('\r')
        expect(query).not.toMatch(/\bCASE\b/)
        expect(query.match(/;/g)?.length ?? 0).toBeLessThanOrEqual(2)
      }
    }
  })

  it.each([
    ['more returned than paid', 'refunded_vnd = paid_vnd + 1'],
    ['more points returned than paid', 'refunded_points = paid_points + 1'],
    ['more settled than reserved', 'settled_vnd = refunded_vnd + 1'],
    ['a negative reservation', 'refunded_vnd = -1'],
    ['a negative payment', 'paid_vnd = -1'],
    ['a price of nothing', 'amount_vnd = 0'],
    ['a price with a fraction', 'amount_vnd = 10.5'],
    ['an unknown state', "state = 'fulfilled'"],
  ])('refuse %s whatever the code writes', async (_name, change) => {
    const world = new World()
    await world.openAndPay()

    await expect(env.DB.prepare(`UPDATE orders SET ${change}`).run()).rejects.toThrow(
      /constraint|cannot store REAL/i,
    )
  })
})
