import {
  decideDifference,
  listDifferences,
  listUndecidedDifferences,
  processDailyFiles,
  type DayDifference,
  type DifferenceVerdictKind,
} from '../src/daily-files/index.ts'
import { dayOf } from '../src/daily-files/vietnam-day.ts'
import { dayPlus } from '../src/daily-files/vietnam-day.ts'
import { sweep } from '../src/index.ts'
import { DailyWorld, type ServiceRow } from './daily-world.ts'
import { Trouble } from './trouble.ts'
import { seededRandom } from './world.ts'

const daysWithPayments = 4
/** Number of days without payments at the end, in which late rows and files arrive. */
const daysBehind = 3
const verdicts: readonly DifferenceVerdictKind[] = ['ours', 'service', 'explained']

/** A transaction as both sides list it at the end; days are counted from the first one. */
export interface TrueTransaction {
  readonly row: ServiceRow
  /** Day of our file that lists it; missing for a transaction that only the service has. */
  readonly ourDay?: number
  /** Day of the service's file that lists it; missing when the service never lists it. */
  readonly serviceDay?: number
  /** Whether the two rows are equal. */
  readonly isEqual: boolean
}

/** A file of the service that will be uploaded. */
interface DueFile {
  readonly day: number
  readonly atMs: number
  readonly isRight: boolean
}

/**
 * Simulates days of payments whose rows the service lists on their day, one or two days late, a day
 * early, with another amount, twice or never. Its files arrive late, or first with errors.
 * Meanwhile people give verdicts on the current differences, and the process crashes at random.
 */
export class DailyFilesSimulation {
  readonly world: DailyWorld
  readonly transactions: TrueTransaction[] = []
  readonly #chance: () => number
  readonly #trouble: Trouble
  #due: DueFile[] = []
  #number = 0

  constructor(seed: number, database: D1Database) {
    this.#chance = seededRandom(seed * 3 + 2)
    this.#trouble = new Trouble(this.#chance)
    const { sleep } = this.#trouble
    this.world = new DailyWorld(
      {},
      { seed, database, context: { database: this.#trouble.crashing(database), sleep } },
    )
  }

  /** A day after the first one, `YYYY-MM-DD`. */
  day(days: number): string {
    return dayPlus(this.world.day, days)
  }

  /** Simulates all days. */
  async storm(): Promise<void> {
    this.#trouble.isCalm = true
    this.world.toNextDay('00:05')
    await this.world.work()
    for (let day = 1; day <= daysWithPayments + daysBehind; day += 1) {
      const isOpen = day <= daysWithPayments
      this.#goTo(day, '12:00')
      if (isOpen) await this.#pay(day, 1 + Math.floor(this.#chance() * 3))
      if (isOpen && this.#chance() < 0.3) this.#addForeign(day)
      this.#goTo(day + 1, '00:10')
      if (isOpen && day < daysWithPayments) await this.#pay(day + 1, 1, { mayBeEarly: true })
      this.#goTo(day + 1, '00:45')
      this.#plan(day)
      for (const time of ['00:45', '03:00', '09:00'] as const) {
        this.#goTo(day + 1, time)
        await this.#putDueFiles()
        await this.#work()
        await this.#decideSome()
      }
    }
  }

  /** Stops the faults, uploads every right file, and does all due work. */
  async calm(): Promise<void> {
    this.#trouble.isCalm = true
    this.world.advance({ hours: 24 })
    await this.#putDueFiles()
    for (let hour = 0; hour < 4; hour += 1) await this.#workAnHour()
    this.world.advance({ hours: 25 })
    await this.#workAnHour()
  }

  /** Every difference of the current run of a day. */
  async differencesOf(days: number): Promise<readonly DayDifference[]> {
    const found = await listDifferences(this.world.files, { day: this.day(days), limit: 50 })
    if (found.outcome !== 'listed' || found.cursor !== undefined) {
      throw new Error(`The differences of ${this.day(days)}: ${found.outcome}`)
    }
    return found.differences
  }

  /** The simulated days, counted from the first one. */
  get days(): readonly number[] {
    return Array.from({ length: daysWithPayments + daysBehind }, (_, index) => index + 1)
  }

  #goTo(days: number, time: string): void {
    const atMs = Date.parse(`${this.day(days)}T${time}:00+07:00`)
    if (atMs > this.world.now()) this.world.advance({ seconds: (atMs - this.world.now()) / 1000 })
  }

  async #pay(
    ourDay: number,
    count: number,
    { mayBeEarly = false }: { readonly mayBeEarly?: boolean } = {},
  ): Promise<void> {
    this.#trouble.isCalm = true
    for (let index = 0; index < count; index += 1) {
      this.#number += 1
      const id = `order-${this.#number}`
      await this.world.openAndPay({ id, amountVnd: 10_000 + this.#number })
      const paid = await this.world.rowOfPayment(id)
      const date = this.world.date(dayOf(this.world.now()))
      this.transactions.push(this.#fateOf({ ...paid, date }, { ourDay, mayBeEarly }))
      this.world.advance({ minutes: 5 })
    }
  }

  #fateOf(
    row: ServiceRow,
    { ourDay, mayBeEarly }: { readonly ourDay: number; readonly mayBeEarly: boolean },
  ): TrueTransaction {
    const isEqual = this.#chance() < 0.8
    const written = isEqual ? row : { ...row, amount: Number(row.amount) + 1 }
    const drawn = this.#chance()
    if (mayBeEarly && drawn < 0.5) {
      return { row: written, ourDay, serviceDay: ourDay - 1, isEqual }
    }
    if (drawn < 0.1) return { row, ourDay, isEqual: false }
    const oneOrTwoDays = drawn < 0.3 ? 1 : 2
    const daysLate = drawn < 0.45 ? oneOrTwoDays : 0
    return { row: written, ourDay, serviceDay: ourDay + daysLate, isEqual }
  }

  #addForeign(serviceDay: number): void {
    this.#number += 1
    const name = `${this.#number}`
    const row = { invoice: `NOT-OURS-${name}`, wallet: `W-${name}`, service: `S-${name}` }
    const date = this.world.date(this.day(serviceDay))
    this.transactions.push({ row: { ...row, amount: 5000, date }, serviceDay, isEqual: false })
  }

  /** Plans when the file of a day arrives, and whether one with errors arrives first. */
  #plan(day: number): void {
    const hourMs = 3_600_000
    const now = this.world.now()
    const atMs = this.#chance() < 0.2 ? now + 26 * hourMs : now
    const isWrongFirst = this.#chance() < 0.4
    if (isWrongFirst) this.#due.push({ day, atMs, isRight: false })
    const laterMs = isWrongFirst ? (1 + Math.floor(this.#chance() * 30)) * hourMs : 0
    this.#due.push({ day, atMs: atMs + laterMs, isRight: true })
  }

  async #putDueFiles(): Promise<void> {
    const now = this.world.now()
    const due = this.#due.filter(({ atMs }) => atMs <= now)
    this.#due = this.#due.filter(({ atMs }) => atMs > now)
    for (const { day, isRight } of due) {
      const rows = this.transactions.filter(({ serviceDay }) => serviceDay === day)
      const right = rows.map(({ row }) => row)
      await this.world.putServiceFile(isRight ? right : this.#spoil(right), this.day(day))
    }
  }

  #spoil(rows: readonly ServiceRow[]): readonly ServiceRow[] {
    return rows.flatMap((row) => {
      const drawn = this.#chance()
      if (drawn < 0.4) return []
      if (drawn < 0.6) return [{ ...row, amount: Number(row.amount) + 100 }]
      return drawn < 0.7 ? [row, row] : [row]
    })
  }

  async #work(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      this.#trouble.isCalm = false
      await this.#trouble.survive(() => processDailyFiles(this.world.files))
      await this.#trouble.survive(() => sweep(this.world.context))
      this.#trouble.isCalm = true
      this.world.advance({ minutes: 21 })
    }
  }

  async #workAnHour(): Promise<void> {
    this.world.advance({ minutes: 40 })
    for (let round = 0; round < 3; round += 1) {
      await this.world.work()
      await sweep(this.world.context)
      this.world.advance({ minutes: 7 })
    }
  }

  async #decideSome(): Promise<void> {
    if (this.#chance() < 0.7) return
    const { differences } = await listUndecidedDifferences(this.world.files)
    const one = differences[Math.floor(this.#chance() * differences.length)]
    const verdict = verdicts[Math.floor(this.#chance() * verdicts.length)]
    if (one === undefined || verdict === undefined) return
    const { day, runId, position } = one
    const word = { runId, position, verdict, reason: 'asked the service', staffId: 'an' }
    await this.#trouble.survive(() => decideDifference(this.world.files, day, word))
  }
}
