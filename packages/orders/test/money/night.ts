import { dayOf, dayPlus } from '../../src/daily-files/vietnam-day.ts'
import { sweep } from '../../src/index.ts'
import type { ServiceRow } from '../daily-world.ts'
import type { MoneyStage } from './money-stage.ts'

/** Share of transactions that the service lists in the file of a later day. */
const lateRate = 0.25

/**
 * The service's files: each lists the transactions that no earlier file lists, except the late
 * ones.
 */
export class Nights {
  readonly #stage: MoneyStage
  /** Wallet codes of the transactions that a file has listed. */
  readonly #listed = new Set<string>()
  /** Days whose file has arrived. */
  readonly #days = new Set<string>()

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
      // A refund on the merchant site has no id of ours, and is listed under its payment.
      const isAtSite = refundId.startsWith('SITE')
      const names = isAtSite
        ? { invoice: originalReference, wallet: refundId }
        : { invoice: refundId, wallet: `W-${index}` }
      add({ ...names, date: world.date(dayOf(atMs)), type: '-1' }, vnd, points)
    }
    for (const [index, { refund, atMs }] of failed.entries()) {
      const date = world.date(dayOf(atMs))
      const row = { invoice: refund.refundId, wallet: `F-${index}`, date }
      add({ ...row, type: '-1', status: '-1' }, refund.vnd, refund.points)
    }
    return rows
  }

  /**
   * Reports refunds that are still presumed after the files of all their days have arrived without
   * them.
   */
  async #checkPresumed(): Promise<void> {
    const { world, database, untruths } = this.#stage
    const presumed = await database
      .prepare(
        `SELECT id, created_at_ms AS createdAtMs, presumed_at_ms AS presumedAtMs FROM refunds
         WHERE state = 'presumed_refunded'`,
      )
      .all<{ id: string; createdAtMs: number; presumedAtMs: number }>()
    for (const { id, createdAtMs, presumedAtMs } of presumed.results) {
      let day = dayOf(createdAtMs)
      const last = dayPlus(dayOf(presumedAtMs), 1)
      while (day < last && this.#days.has(day)) day = dayPlus(day, 1)
      const haveCome = day === last && this.#days.has(day)
      if (haveCome && !world.told.has(`back ${id}`)) {
        untruths.push(`${id} is presumed, and no file names it`)
      }
    }
  }

  /** Moves to the next night, in which the file of the day arrives. */
  async pass(rows: 'all rows' | 'some rows late'): Promise<void> {
    const { world, chance } = this.#stage
    const day = dayOf(world.now())
    const all = this.#rows()
    world.toNextDay()
    // All rows of a transaction are late together.
    const failures = all.filter(({ status }) => status === '-1')
    const failed = new Map(failures.map(({ invoice, wallet }) => [invoice, wallet]))
    const invoices = new Map(all.map(({ invoice, wallet }) => [wallet, invoice]))
    const listed = [...invoices].flatMap(([wallet, invoice]) => {
      // A refund that was made after a failure is listed in a later file than the failure.
      const failure = failed.get(invoice) ?? wallet
      const isBehind = failure !== wallet && !this.#listed.has(failure)
      const isFailure = failed.get(invoice) === wallet
      const isLate = rows === 'some rows late' && !isFailure && (isBehind || chance() < lateRate)
      return this.#listed.has(wallet) || isLate ? [] : [wallet]
    })
    for (const wallet of listed) this.#listed.add(wallet)
    await world.putServiceFile(
      all.filter(({ wallet }) => listed.includes(wallet)),
      day,
    )
    this.#days.add(day)
    await world.work()
    await this.#checkPresumed()
    world.service.returnOwed()
    await sweep(world.context)
  }
}
