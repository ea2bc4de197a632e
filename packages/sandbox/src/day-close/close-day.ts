import { eq } from 'drizzle-orm'
import { mustHaveChangedOne, runAtomically } from '../database/run-atomically.ts'
import { exchangePartners } from './tables.ts'
import { nameOfFile } from './file-names.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  findClosedDay,
  lateRowsFor,
  storeClosedDay,
  takeLateRows,
  type ClosedDay,
} from './closed-days.ts'
import { closeWithoutFaults, type CloseSwitches, RowSpoiler } from './spoil-rows.ts'
import { comparePartnerFile } from './compare-partner-file.ts'
import { ContentWriter } from './exchange-content.ts'
import { findExchangeFile, storeFileStatements } from './exchange-files.ts'
import type { ExchangePartner } from './exchange-partners.ts'
import { ledgerRows, rowFormOf } from './service-file.ts'
import { vietnamDayOf, type VietnamDay } from './vietnam-day.ts'

/** Options of closing a day. */
export interface CloseOptions {
  /**
   * Deliberate errors of the service file. When left out: the switches set for the partner's next
   * close, else those of the earlier close of this day, if it was closed before it was over.
   */
  readonly switches?: CloseSwitches | undefined
  /** Writes the service file again, even if the day is closed. */
  readonly again?: boolean | undefined
}

const flushChars = 64 * 1024

/** Writes the rows of a day, including late rows of earlier days. */
async function writeRows(
  sandbox: Sandbox,
  partner: ExchangePartner,
  use: { readonly day: VietnamDay; readonly spoiler: RowSpoiler; readonly writer: ContentWriter },
): Promise<void> {
  const { day, spoiler, writer } = use
  const encoder = new TextEncoder()
  let text = ''
  for (const values of await lateRowsFor(sandbox.database, partner.merchantCode, day.day)) {
    text += spoiler.lateText(values)
  }
  for await (const values of ledgerRows(sandbox, partner, day)) {
    text += spoiler.text(values)
    if (text.length < flushChars) continue
    await writer.write(encoder.encode(text))
    text = ''
  }
  await writer.write(encoder.encode(text))
}

/** Writes the service file; `undefined` when another request has closed the day in the meantime. */
async function writeServiceFile(
  sandbox: Sandbox,
  partner: ExchangePartner,
  use: {
    readonly day: VietnamDay
    readonly switches: CloseSwitches
    readonly seen: ClosedDay | undefined
    /** Whether this close uses up the switches set for the partner's next close. */
    readonly usesNext: boolean
  },
): Promise<ClosedDay | undefined> {
  const { database, clock } = sandbox
  const { merchantCode } = partner
  const { day, seen, switches } = use
  const closedAt = clock.nowSeconds()
  const writer = new ContentWriter(sandbox)
  const spoiler = new RowSpoiler(switches, rowFormOf(partner))
  await writeRows(sandbox, partner, { day, spoiler, writer })
  const content = await writer.close()
  const name = nameOfFile(sandbox, { kind: 'service', day: day.day, partner: merchantCode })
  const { written, spoiled, lateRows } = spoiler
  const closed = { merchantCode, day: day.day, closedAt, rows: written, switches, spoiled }
  const place = { merchantCode, name, direction: 'from-service' } as const
  const broken = await runAtomically(database, [
    storeClosedDay(database, { ...closed, lateRows }, seen),
    mustHaveChangedOne(database),
    ...storeFileStatements(database, { ...place, content, createdAt: closedAt }),
    takeLateRows(database, merchantCode, day.day),
    ...(use.usesNext
      ? [
          database
            .update(exchangePartners)
            .set({ nextSwitches: null })
            .where(eq(exchangePartners.merchantCode, merchantCode)),
        ]
      : []),
  ])
  if (broken === undefined) return closed
  await writer.drop()
  return undefined
}

/** Compares the partner's file of a closed day, if there is one. */
export async function compareIfPresent(
  sandbox: Sandbox,
  partner: ExchangePartner,
  day: string,
): Promise<void> {
  const name = nameOfFile(sandbox, { kind: 'partner', day, partner: partner.merchantCode })
  const file = await findExchangeFile(sandbox.database, partner.merchantCode, name)
  if (file !== undefined) await comparePartnerFile(sandbox, partner, { day, file })
}

/**
 * Closes a day of a partner: writes the service file from the ledger, and the result file if the
 * partner's file has already arrived. A closed day does not change, unless `again` is set or the
 * day was closed before it was over.
 *
 * @param day `YYYY-MM-DD`, a calendar day that has begun
 * @see Specification 1.7
 */
export async function closeDay(
  sandbox: Sandbox,
  partner: ExchangePartner,
  use: CloseOptions & { readonly day: string },
): Promise<ClosedDay> {
  const day = vietnamDayOf(use.day)
  // Of two concurrent closes one wins, and the other finds the day closed on its next attempt.
  for (let attempt = 0; attempt < 5; attempt++) {
    const seen = await findClosedDay(sandbox.database, partner.merchantCode, use.day)
    const isFinal = seen !== undefined && seen.closedAt >= day.end
    if (isFinal && (use.again !== true || attempt > 0)) return seen
    const before = use.again === true ? undefined : seen?.switches
    const closed = await writeServiceFile(sandbox, partner, {
      day,
      seen,
      switches: use.switches ?? partner.nextSwitches ?? before ?? closeWithoutFaults,
      usesNext: use.switches === undefined,
    })
    if (closed === undefined) continue
    await compareIfPresent(sandbox, partner, use.day)
    return closed
  }
  throw new Error(`The day ${use.day} kept changing while it was being closed.`)
}
