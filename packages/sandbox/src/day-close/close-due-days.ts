import { eq, sql } from 'drizzle-orm'
import { exchangePartners } from './tables.ts'
import { readFileName } from './file-names.ts'
import type { Sandbox } from '../sandbox.ts'
import { closeDay } from './close-day.ts'
import { closingTimes, daysWithLateRows } from './closed-days.ts'
import { deleteAbandonedContents } from './exchange-content.ts'
import { listExchangeFiles } from './exchange-files.ts'
import { listExchangePartners, type ExchangePartner } from './exchange-partners.ts'
import { dayAfter, lastDueDay, vietnamDayOf } from './vietnam-day.ts'

/** Maximum number of days that one tick closes for a partner; the next tick continues. */
const maxDays = 31

async function daysWithTransactions(
  { database }: Sandbox,
  { merchantCode, closedThrough }: ExchangePartner,
  lastDay: string,
): Promise<readonly string[]> {
  const own = sql`(${`merchant:${merchantCode}:VND`}, ${`held:${merchantCode}:VND`}, ${`held:${merchantCode}:POINT`})`
  const start = closedThrough === null ? 0 : vietnamDayOf(closedThrough).end
  const rows = await database.all<{ day: string }>(sql`
    select distinct date(at + 25200, 'unixepoch') as day from ledger_move
    where at >= ${start} and at < ${vietnamDayOf(lastDay).end}
      and kind in ('payment', 'capture', 'refund', 'hold', 'release')
      and (from_account in ${own} or to_account in ${own})`)
  return rows.map(({ day }) => day)
}

async function daysWithPartnerFile(
  sandbox: Sandbox,
  { merchantCode }: ExchangePartner,
): Promise<readonly string[]> {
  const files = await listExchangeFiles(sandbox.database, merchantCode)
  return files.flatMap(({ name }) => {
    const parsed = readFileName(sandbox, name)
    return parsed?.kind === 'partner' && parsed.partner === merchantCode ? [parsed.day] : []
  })
}

/** Days that are due and not closed, or that were closed before they had ended. */
async function openDays(
  sandbox: Sandbox,
  partner: ExchangePartner,
  lastDay: string,
): Promise<readonly string[]> {
  const { database } = sandbox
  const { merchantCode } = partner
  const [withTransactions, withFile, withLateRows, closed] = await Promise.all([
    daysWithTransactions(sandbox, partner, lastDay),
    daysWithPartnerFile(sandbox, partner),
    daysWithLateRows(database, merchantCode),
    closingTimes(database, merchantCode),
  ])
  const early = closed.filter(({ day, closedAt }) => closedAt < vietnamDayOf(day).end)
  const done = new Set(closed.filter((one) => !early.includes(one)).map(({ day }) => day))
  const days = new Set([
    ...withTransactions,
    ...withFile,
    ...withLateRows.map(dayAfter),
    ...early.map(({ day }) => day),
  ])
  return [...days].filter((day) => day <= lastDay && !done.has(day)).sort()
}

/** @returns number of days closed */
async function closeDays(
  sandbox: Sandbox,
  partner: ExchangePartner,
  lastDay: string,
): Promise<number> {
  let closed = 0
  while (closed < maxDays) {
    // A day with late rows makes the next day due, so the list is read again after each close.
    const days = await openDays(sandbox, partner, lastDay)
    if (days.length === 0) {
      await closedThroughDay(sandbox, partner, lastDay)
      break
    }
    for (const day of days.slice(0, maxDays - closed)) {
      // The switches apply to the first closed day only.
      await closeDay(sandbox, closed === 0 ? partner : { ...partner, nextSwitches: null }, { day })
      closed += 1
    }
  }
  return closed
}

async function closedThroughDay(
  { database }: Sandbox,
  { merchantCode }: ExchangePartner,
  day: string,
): Promise<void> {
  await database
    .update(exchangePartners)
    .set({ closedThrough: day })
    .where(eq(exchangePartners.merchantCode, merchantCode))
}

/**
 * Closes every day that is due: at 00:30 of the next day, Vietnam time, by the sandbox's clock. A
 * day without transactions, partner file and late rows gets no service file. Assumes G-100.
 *
 * @returns number of days closed
 */
export async function closeDueDays(sandbox: Sandbox): Promise<number> {
  const lastDay = lastDueDay(sandbox.clock.nowSeconds())
  let closed = 0
  for (const partner of await listExchangePartners(sandbox.database)) {
    const { closedThrough } = partner
    if (closedThrough === lastDay) continue
    // After the clock was set back, closed days may be in the future.
    if (closedThrough !== null && closedThrough > lastDay) {
      await closedThroughDay(sandbox, partner, lastDay)
      continue
    }
    closed += await closeDays(sandbox, partner, lastDay)
    await deleteAbandonedContents(sandbox)
  }
  return closed
}
