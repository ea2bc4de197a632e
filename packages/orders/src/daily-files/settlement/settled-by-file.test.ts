import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { openOrder, refundOrder, startPayment, transferMoney } from '../../index.ts'
import { findReconciliation } from '../index.ts'

/** The database refuses to store a run, as if the invocation was killed before it. */
const refuseRuns = `CREATE TRIGGER refuse_runs BEFORE INSERT ON reconciliation_runs
  BEGIN SELECT RAISE(ABORT, 'the invocation was killed'); END`

/** Lost answers to a payment, two refunds and a transfer, and the rows of the file about them. */
async function lostAnswers() {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other', amountVnd: 90_000 })
  await openOrder(world.context, { id: 'order-1', amountVnd: 80_000 })
  world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
  await startPayment(world.context, 'order-1', { method: 'web-payment' })
  world.service.fault = () => 'lost answer'
  await refundOrder(world.context, 'other', { id: 'R1', vnd: 20_000 })
  await refundOrder(world.context, 'other', { id: 'R2', vnd: 10_000 })
  const transfer = { id: 'T1', amountVnd: 30_000, receiverPhone: '0900000123' }
  const sent = await transferMoney(world.context, transfer)
  await world.live(30)
  const { attempts } = await world.order('order-1')
  const date = world.date()
  const rows = [
    await world.rowOfPayment('other'),
    { invoice: attempts[0]?.reference ?? '', wallet: 'W1', amount: 80_000, date },
    { invoice: 'R1', wallet: 'W2', amount: 20_000, date, type: '-1' },
    { invoice: 'R2', wallet: 'W3', amount: 10_000, date, type: '-1' },
    {
      invoice: sent.outcome === 'known' ? sent.transfer.reference : '',
      wallet: 'W4',
      amount: 30_000,
      date,
    },
  ]
  return { world, rows }
}

it('a run names all that its file has settled, also what an invocation had settled before it was killed', async () => {
  const { world, rows } = await lostAnswers()
  await env.DB.exec(refuseRuns.replaceAll('\n', ' '))
  const killed = await world.endDay(rows).catch((error: unknown) => error)
  await env.DB.exec('DROP TRIGGER refuse_runs')
  world.advance({ minutes: 30 })

  await world.work()

  expect(killed).toBeInstanceOf(AggregateError)
  expect((await world.order('order-1')).order.state).toBe('paid')
  expect((await findReconciliation(world.files, world.day))?.run?.totals?.settled).toBe(4)
})
