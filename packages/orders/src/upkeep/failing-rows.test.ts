import { env } from 'cloudflare:workers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failingDatabase } from '../../test/failing-database.ts'
import { World } from '../../test/world.ts'
import type { LogLine } from '../orders-context.ts'
import { openOrder, recordCallback, refundOrder, sweep, transferMoney } from '../index.ts'
import { callbackKey } from '../callbacks/record-callback.ts'
import { sweepKeys } from './sweep-keys.ts'

/** The database refuses every change of one row. */
async function refuseChangesOf(table: string, id: string): Promise<void> {
  await env.DB.prepare(
    `CREATE TRIGGER refuse_changes BEFORE UPDATE ON ${table} WHEN new.id = '${id}'
     BEGIN SELECT RAISE(ABORT, 'a defect of this software'); END`,
  ).run()
  onTestFinished(async () => {
    await env.DB.prepare('DROP TRIGGER refuse_changes').run()
  })
}

function loggedWorld(): { readonly world: World; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  return { world: new World({ context: { log: (line) => lines.push(line) } }), lines }
}

const stateOf = (table: string, id: string) =>
  env.DB.prepare(`SELECT state FROM ${table} WHERE id = ?`).bind(id).first('state')

describe('a row that fails in every sweep', () => {
  it('does not keep the transfers behind it from becoming unknown, and is logged', async () => {
    const { world, lines } = loggedWorld()
    for (const id of ['first', 'second']) {
      const transfer = { id, amountVnd: 50_000, receiverPhone: '0900000123' }
      // The process ends when the service has answered.
      const database = failingDatabase(env.DB, (batch) => (batch === 1 ? 'none' : 'before'))
      const dying = { ...world.context, database, sleep: async () => {} }
      await expect(transferMoney(dying, transfer)).rejects.toThrow('D1_ERROR')
      world.advance({ seconds: 1 })
    }
    await refuseChangesOf('transfers', 'first')
    world.advance({ minutes: 5 })

    await expect(sweep(world.context)).rejects.toThrow('Some steps of the sweep failed.')

    expect(await stateOf('transfers', 'first')).toBe('requested')
    expect(await stateOf('transfers', 'second')).toBe('unknown')
    expect(lines).toContainEqual({
      code: 'work_failed',
      work: 'transfers',
      error: 'Error',
      message: expect.stringContaining('a defect of this software'),
    })
  })

  it('does not keep the orders behind it from expiring', async () => {
    const { world } = loggedWorld()
    for (const id of ['first', 'second']) {
      await openOrder(world.context, { id, amountVnd: 50_000 })
      world.advance({ seconds: 1 })
    }
    await refuseChangesOf('orders', 'first')
    world.advance({ hours: 24 })

    await expect(sweep(world.context)).rejects.toThrow(AggregateError)

    expect(await stateOf('orders', 'second')).toBe('expired')
  })

  it('does not prevent the reminders of refunds', async () => {
    const { world } = loggedWorld()
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    for (const id of ['first', 'second']) {
      await world.openAndPay({ id: `of-${id}` })
      await refundOrder(world.context, `of-${id}`, { id, vnd: 1000 })
    }
    await env.DB.prepare("UPDATE refunds SET next_call_at_ms = NULL WHERE id = 'second'").run()
    await refuseChangesOf('refunds', 'first')
    world.advance({ hours: 25 })
    await env.DB.prepare("UPDATE refunds SET remind_at_ms = 0 WHERE id = 'second'").run()

    await expect(sweep(world.context)).rejects.toThrow(AggregateError)

    const reminded =
      "SELECT COUNT(*) n FROM alerts WHERE kind = 'refund_still_unknown' AND subject = 'second'"
    expect(await world.count(reminded)).toBe(1)
  })
})

it('says in the log why announced work has failed, which the queue only retries', async () => {
  const { world, lines } = loggedWorld()
  await world.openAndStart()
  const callback = world.service.pay(world.service.newest)
  await recordCallback(world.context, callback)
  const database = failingDatabase(env.DB, () => 'before')
  const failing = { ...world.context, database, sleep: async () => {} }

  await expect(sweepKeys(failing, [callbackKey(callback)])).rejects.toThrow('D1_ERROR')

  expect(lines.map(({ code, work }) => [code, work])).toEqual([
    ['work_failed', 'announced callbacks'],
    ['work_failed', 'announced events'],
  ])
})
