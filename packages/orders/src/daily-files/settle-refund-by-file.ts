import { inArray } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { journal, type JournalData } from '../database/schema.ts'
import { readRefund, type Refund } from '../refunds/find-refund.ts'
import { withdrawPresumed } from '../refunds/presume-refund.ts'
import { recordReturned, type Halves } from '../refunds/record-refund.ts'
import { recordRefused } from '../refunds/refuse-refund.ts'
import { pointValueVnd } from '../rules/point-value.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import {
  alertEvidence,
  dataOfEvidence,
  sourceOfFile,
  type FileEvidence,
  recordTransactionKnown,
} from './file-evidence.ts'
import { returnedInLine } from './partner-rows.ts'
import { dayOfFileDate } from './vietnam-day.ts'

/** What the shop reads when the file calls a refund a failure. */
const failedInFile = {
  code: 0,
  reason: 'failed_in_file',
  remedy: 'The service did not make the refund. Refund the order anew, under a new refund id.',
} as const

interface RefundRow {
  readonly refund: Refund
  readonly evidence: FileEvidence
}

function alertAbout(
  context: DailyFilesContext,
  { refund, evidence }: RefundRow,
  kind: 'file_amount_differs' | 'file_contradicts',
): Promise<void> {
  const { id, orderId, state, vnd, points } = refund
  const data = { order_id: orderId, state, vnd, points }
  return alertEvidence(context, evidence, { kind, subject: id, data })
}

/** The halves that a row names: both, or one with its whole amount; `undefined` for other amounts. */
function halvesOf({ refund, evidence }: RefundRow): Halves | undefined {
  const { vnd, points } = evidence.transaction
  const halves = { money: vnd === refund.vnd, points: points === refund.points }
  const isOther = (vnd !== 0 && !halves.money) || (points !== 0 && !halves.points)
  return isOther || vnd + points === 0 || Number.isNaN(vnd + points) ? undefined : halves
}

/** The lines of what is known to be back, in the order in which they may have come. */
async function settledLines(context: DailyFilesContext, { id }: Refund): Promise<JournalData[]> {
  const keys = ['', ':money', ':points'].map((half) => `refund.settled:${id}${half}`)
  const lines = await openDatabase(context)
    .select({ data: journal.data })
    .from(journal)
    .where(inArray(journal.dedupe, keys))
    .orderBy(journal.seq)
  return lines.map(({ data }) => data)
}

function isNamed(data: JournalData): boolean {
  return typeof data['wallet_code'] === 'string'
}

function nameTransaction(
  context: DailyFilesContext,
  { refund, evidence }: RefundRow,
): Promise<void> {
  const { vnd, points } = evidence.transaction
  return recordTransactionKnown(context, evidence, {
    orderId: refund.orderId,
    amountVnd: vnd + points * pointValueVnd,
    data: { refund_id: refund.id },
  })
}

/** Names the wallet transaction code of what was settled without one, when the row is over its amounts. */
async function nameSettled(context: DailyFilesContext, row: RefundRow): Promise<void> {
  const { vnd, points } = row.evidence.transaction
  const unnamed = (await settledLines(context, row.refund)).filter((line) => !isNamed(line))
  if (unnamed.length === 0) return
  const isSame = unnamed.some((line) => {
    const returned = returnedInLine(line)
    return returned.vnd === vnd && returned.points === points
  })
  await (isSame ? nameTransaction(context, row) : alertAbout(context, row, 'file_amount_differs'))
}

/** Completes a refund of which one half was back: the row names the other, or both of them. */
async function takeOwedHalf(
  context: DailyFilesContext,
  row: RefundRow,
  halves: Halves,
): Promise<boolean> {
  const { refund, evidence } = row
  const isMoneyNew = halves.money && refund.settledVnd < refund.vnd
  const arePointsNew = halves.points && refund.settledPoints < refund.points
  if (!isMoneyNew && !arePointsNew) {
    await nameSettled(context, row)
    return false
  }
  const isBoth = halves.money && halves.points && refund.vnd > 0 && refund.points > 0
  const lines = isBoth ? await settledLines(context, refund) : []
  // One row of ours stands for all rows of a transaction on a day: the half that was told first has one,
  // or, without a code, gets one now that is over both.
  const hasRow = isBoth ? { has_row: true } : {}
  const recording = await recordReturned(context, refund, {
    halves,
    evidence: sourceOfFile,
    data: { ...dataOfEvidence(evidence), ...hasRow },
  })
  if (recording === 'contradicted') await alertAbout(context, row, 'file_contradicts')
  if (recording === 'recorded' && isBoth && !lines.some(isNamed)) {
    await nameTransaction(context, row)
  }
  return recording === 'recorded'
}

async function takeSuccess(context: DailyFilesContext, row: RefundRow): Promise<boolean> {
  const { refund, evidence } = row
  if (refund.state === 'refused') {
    await alertAbout(context, row, 'file_contradicts')
    return false
  }
  if (refund.state === 'refunded') {
    await nameSettled(context, row)
    return false
  }
  const halves = halvesOf(row)
  if (halves === undefined) {
    await alertAbout(context, row, 'file_amount_differs')
    if (refund.state === 'presumed_refunded') {
      const data = dataOfEvidence(evidence)
      await withdrawPresumed(context, refund, { evidence: sourceOfFile, data })
    }
    return false
  }
  if (refund.state === 'part_settled') return takeOwedHalf(context, row, halves)
  const recording = await recordReturned(context, refund, {
    halves,
    evidence: sourceOfFile,
    data: dataOfEvidence(evidence),
  })
  return recording === 'recorded'
}

/** A call on a later day than the row is about may have returned what it says was not. Assumes G-116. */
function mayHaveComeLater({ refund, evidence }: RefundRow): boolean {
  const day = dayOfFileDate(evidence.transaction.date)
  return day === undefined || (refund.lastCallAtMs ?? 0) >= day.endMs
}

async function takeFailure(context: DailyFilesContext, row: RefundRow): Promise<boolean> {
  const { refund, evidence } = row
  const { state } = refund
  const isWhollyOpen = state === 'refund_unknown' || state === 'presumed_refunded'
  if (!isWhollyOpen && state !== 'part_settled') return false
  if (!isWhollyOpen || halvesOf(row) === undefined || mayHaveComeLater(row)) {
    await alertAbout(context, row, 'file_contradicts')
    return false
  }
  return recordRefused(context, refund, {
    evidence: sourceOfFile,
    refusal: failedInFile,
    data: dataOfEvidence(evidence),
  })
}

/**
 * Applies a row of the service file to the refund that it names by our id. A success over what was asked
 * for settles it, over one half of it that half; a failure refuses one whose outcome is open, unless it was
 * sent again after the day of the row; other amounts and contradictions call a person.
 *
 * @returns whether it was settled; `undefined` when no refund has this id
 */
export async function settleRefundByFile(
  context: DailyFilesContext,
  evidence: FileEvidence,
): Promise<boolean | undefined> {
  const { invoiceCode, isSuccess, isFailure } = evidence.transaction
  const refund = await readRefund(context, invoiceCode)
  if (refund === undefined) return undefined
  if (isSuccess) return takeSuccess(context, { refund, evidence })
  return isFailure ? takeFailure(context, { refund, evidence }) : false
}
