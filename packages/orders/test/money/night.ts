import { dayOf } from '../../src/daily-files/index.ts'
import { sweep } from '../../src/index.ts'
import type { ServiceRow } from '../daily-world.ts'
import type { MoneyStage } from './money-stage.ts'

/** How often the service lists a transaction in the file of a later day. */
const lateRate = 0.25

/** The service's files: each lists what has happened and no file has listed yet, but for what comes late. */
export class Nights {
  readonly #stage: MoneyStage
  /** Wallet codes of the transactions that a file has listed. */
  readonly #listed = new Set<string>()

  constructor(stage: MoneyStage) {
    this.#stage = stage
  }

  #rows(): ServiceRow[] {
    const { world, taken, failed } = this.#stage
    const { service } = world
    const rows: ServiceRow[] = []
    function add(row: Omit<ServiceRow, 'amount'>, vnd: number, points: number): void {
      if (vnd > 0) rows.push({ ...row, amount: vnd })
      if (points > 0) rows.push({ ...row, amount: points, currency: 'POINT' })
    }
    for (const { reference, transactionId, vnd, points, atMs } of taken) {
      const date = world.date(dayOf(atMs))
      add({ invoice: reference, wallet: transactionId, date }, vnd, points)
    }
    for (const [index, { refund, vnd, points, atMs }] of service.returns.entries()) {
      const { refundId, originalReference } = refund
      // A refund on the merchant site has no id of ours: it is listed under the payment.
      const isAtSite = refundId.startsWith('SITE')
      const names = isAtSite
        ? { invoice: originalReference, wallet: refundId }
        : { invoice: refundId, wallet: `W-${index}` }
      add({ ...names, date: world.date(dayOf(atMs)), type: '-1' }, vnd, points)
    }
    for (const [index, { refund, atMs }] of failed.entries()) {
      const invoice = refund.refundId
      // What failed first and was made later stands in the files as made.
      if (service.refunds.has(invoice)) continue
      const row = { invoice, wallet: `F-${index}`, date: world.date(dayOf(atMs)) }
      add({ ...row, type: '-1', status: '-1' }, refund.vnd, refund.points)
    }
    return rows
  }

  /** Goes on to the night after the day that it is, in which its file comes. */
  async pass(isWhole: boolean): Promise<void> {
    const { world, chance } = this.#stage
    const day = dayOf(world.now())
    const all = this.#rows()
    world.toNextDay()
    // All rows of a transaction are late together.
    const listed = [...new Set(all.map(({ wallet }) => wallet))].filter(
      (wallet) => !this.#listed.has(wallet) && (isWhole || chance() >= lateRate),
    )
    for (const wallet of listed) this.#listed.add(wallet)
    await world.putServiceFile(
      all.filter(({ wallet }) => listed.includes(wallet)),
      day,
    )
    await world.work()
    world.service.returnOwed()
    await sweep(world.context)
  }
}
