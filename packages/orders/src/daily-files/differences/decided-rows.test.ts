import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { refusal } from '../../../test/scripted-service.ts'
import { closeAlert, findOrder, refundOrder, settleRefundByVerdict } from '../../index.ts'
import { decideDifference, findReconciliation, listDifferences } from '../index.ts'
import { dayPlus } from '../vietnam-day.ts'

/** A day on which an order of 50,000 VND was paid, and which is over. */
async function onePaid() {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'A', amountVnd: 50_000 })
  return { world, a: await world.rowOfPayment('A') }
}

/** The file of so many days after the first one, and the work on it. */
async function fileOf(world: DailyWorld, days: number, rows: readonly ServiceRow[]): Promise<void> {
  await world.endDay(rows, dayPlus(world.day, days))
}

async function decideAll(world: DailyWorld): Promise<void> {
  const page = await listDifferences(world.files, { day: world.day })
  if (page.outcome !== 'listed') throw new Error(page.outcome)
  for (const { position } of page.differences) {
    await decideDifference(world.files, world.day, {
      runId: page.runId,
      position,
      verdict: 'service',
      reason: 'paid twice, returned at the merchant site',
      staffId: 'an',
    })
  }
}

async function closeAlerts(world: DailyWorld): Promise<void> {
  const { results } = await env.DB.prepare("SELECT id FROM alerts WHERE state <> 'closed'").all<{
    id: number
  }>()
  for (const { id } of results) {
    await closeAlert(world.context, id, { reason: 'done', staffId: 'an' })
  }
}

function alert(kind: string): Promise<{ state: string; times: number } | null> {
  return env.DB.prepare('SELECT state, times_raised AS times FROM alerts WHERE kind = ?')
    .bind(kind)
    .first()
}

describe('a contradicting row that is carried on for ever', () => {
  it('raises an alert with every file until its difference is decided, and not after that', async () => {
    const { world, a } = await onePaid()
    await fileOf(world, 0, [a, { ...a, wallet: 'W-2', service: 'S-2' }])
    await closeAlerts(world)
    await fileOf(world, 1, [])
    const before = await alert('file_contradicts')
    await decideAll(world)
    await closeAlerts(world)

    await fileOf(world, 2, [])
    await fileOf(world, 3, [])

    expect(before).toEqual({ state: 'open', times: 2 })
    expect(await alert('file_contradicts')).toEqual({ state: 'closed', times: 2 })
    const last = await findReconciliation(world.files, dayPlus(world.day, 3))
    expect(last?.run?.totals?.carried).toMatchObject({ open: 1 })
  })

  it('about a refund made elsewhere that was too large is recorded once it fits', async () => {
    const { world, a } = await onePaid()
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, 'A', { id: 'R1', vnd: 40_000 })
    const elsewhere = { ...a, wallet: 'SITE-1', amount: 20_000, type: '-1' }
    await fileOf(world, 0, [a, elsewhere])
    await decideAll(world)
    await closeAlerts(world)
    await fileOf(world, 1, [])
    const quiet = await alert('refund_elsewhere_exceeds')
    const word = { result: 'not_refunded', reason: 'merchant site', staffId: 'an' } as const
    await settleRefundByVerdict(world.context, 'A', 'R1', word)

    await fileOf(world, 2, [])

    expect(quiet).toEqual({ state: 'closed', times: 1 })
    expect(await findOrder(world.context, 'A')).toMatchObject({ refunded: { vnd: 20_000 } })
  })
})
