import type { CloseSwitchesInput } from '@merchant-edge/sandbox/control'
import * as v from 'valibot'
import { callCheckout, readOrder, type DemoHouse } from './demo-calls.ts'
import type { DemoDay } from './demo-plan.ts'
import { vietnamDayAt } from './vietnam-days.ts'

const changedByVnd = -10_000
/** Time after which the operator of the demonstration has examined the differences of a day. */
const lookedIntoSeconds = 3 * 24 * 60 * 60
/** Maximum delay of a file of the demonstration after its day. */
const exchangedSeconds = 3 * 24 * 60 * 60

const alertList = v.object({
  alerts: v.array(v.object({ id: v.number(), kind: v.string(), at: v.number() })),
})

async function switchesOf(demo: DemoHouse, { fileErrors }: DemoDay): Promise<CloseSwitchesInput> {
  const named = await Promise.all(
    fileErrors.map(async ({ what, orderId }) => {
      const { payment } = await readOrder(demo, orderId)
      if (payment === undefined) throw new Error(`${orderId} is not paid.`)
      return { what, row: payment.transactionId }
    }),
  )
  const rows = (asked: string) => named.filter(({ what }) => what === asked).map(({ row }) => row)
  return {
    lose: rows('lose'),
    double: rows('double'),
    late: rows('late'),
    wrongChecksum: rows('wrongChecksum'),
    changeAmount: rows('changeAmount').map((row) => ({ row, by: changedByVnd })),
  }
}

/** An operator settles the refunds of the day whose outcome is still unknown. */
async function settleRefunds(demo: DemoHouse, { hours }: DemoDay): Promise<void> {
  const refunds = hours.flatMap((hour) => hour.refunds)
  for (const { id, orderId } of refunds.filter(({ fate }) => fate === 'settled')) {
    const reason = 'Đã xem trên trang đối tác: tiền chưa hoàn'
    const json = { result: 'not_refunded', reason }
    const path = `/operator/orders/${orderId}/refunds/${id}/settle`
    await callCheckout(demo, path, { as: 'operator', json })
  }
}

const fileAlerts = /^(?:reconciliation_|service_result_|service_file_|file_|partner_)/

/** Closes alerts about the files of earlier days, as an operator who has examined them. */
async function closeOldAlerts(demo: DemoHouse, nowMs: number): Promise<void> {
  const as = 'operator'
  const listed = await callCheckout(demo, '/operator/alerts?state=open', { as })
  for (const { id, kind, at } of v.parse(alertList, listed).alerts) {
    if (!fileAlerts.test(kind) || at > nowMs / 1000 - lookedIntoSeconds) continue
    const json = { reason: 'Đã đối chiếu với ví, ví sẽ gửi lại tệp đúng' }
    await callCheckout(demo, `/operator/alerts/${id}/close`, { as, json })
  }
}

/**
 * Exchanges only the files of the last days, because all files of a month would be compared again
 * each day. The names of daily files begin with their day.
 */
function takesRecentFiles(nowMs: number): (name: string) => boolean {
  const oldest = vietnamDayAt(nowMs - exchangedSeconds * 1000).replaceAll('-', '')
  return (name) => name >= oldest
}

/**
 * Makes both sides write their files of a day, exchanges and compares them; the clock of the house
 * must show the next day.
 */
export async function carryOutFiles(demo: DemoHouse, day: DemoDay, nowMs: number): Promise<void> {
  const { house, service } = demo
  await settleRefunds(demo, day)
  if (day.fileErrors.length > 0) {
    await service.setNextCloseSwitches('EDGE', await switchesOf(demo, day))
  }
  await house.sweep()
  await house.exchangeFiles(takesRecentFiles(nowMs))
  await house.sweep()
  await closeOldAlerts(demo, nowMs)
}
