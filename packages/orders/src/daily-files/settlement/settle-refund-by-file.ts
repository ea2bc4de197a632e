import { eq } from 'drizzle-orm'
import { refunds } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import { refundView } from '../../orders/order-view.ts'
import { contradicted } from '../../refunds/contradicted-refund.ts'
import { readRefund, type Refund } from '../../refunds/find-refund.ts'
import { withdrawPresumed } from '../../refunds/presume-refund.ts'
import { recordReturned, type Halves } from '../../refunds/record-refund.ts'
import { recordRefused, recordRefusedOverVerdict } from '../../refunds/refuse-refund.ts'
import { isOfOneRequest } from '../../refunds/requests-of-refund.ts'
import { pointValueVnd } from '../../rules/point-value.ts'
import { isDeniedByPerson } from '../../states/refund-state.ts'
import { applyToNewest } from './apply-to-newest.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import {
  alertEvidence,
  dataOfEvidence,
  sourceOfFile,
  type FileEvidence,
  recordTransactionKnown,
} from './file-evidence.ts'
import { namedParts, type NamedParts, type SettledLine } from './named-parts.ts'
import { dayOfFileDate } from '../vietnam-day.ts'

/** The reason that the shop gets when the file lists a refund as failed. */
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

/**
 * Raises the alert about a success row of a refund that counts as not returned, and stores its
 * transaction: an operator who corrects a wrong verdict needs it.
 */
async function recordContradiction(context: DailyFilesContext, row: RefundRow): Promise<void> {
  const { refund, evidence } = row
  const { vnd, points } = evidence.transaction
  if (!Number.isNaN(vnd + points)) {
    const data = dataOfEvidence(evidence)
    const word = { atMs: context.now(), evidence: sourceOfFile, vnd, points, data } as const
    await transact(context, contradicted(refund, word))
  }
  await alertAbout(context, row, 'file_contradicts')
}

/**
 * The halves that a row names: both, or one with its whole amount; `undefined` for other amounts.
 */
function halvesOf({ refund, evidence }: RefundRow): Halves | undefined {
  const { vnd, points } = evidence.transaction
  const halves = { money: vnd === refund.vnd, points: points === refund.points }
  const isOther = (vnd !== 0 && !halves.money) || (points !== 0 && !halves.points)
  return isOther || vnd + points === 0 || Number.isNaN(vnd + points) ? undefined : halves
}

/** Whether the amounts of the row match the line, alone or together with the other half. */
function matchesLine(
  { evidence: { transaction } }: RefundRow,
  { vnd, points }: SettledLine,
): boolean {
  return [0, transaction.vnd].includes(vnd) && [0, transaction.points].includes(points)
}

function nameTransaction(
  context: DailyFilesContext,
  { refund, evidence }: RefundRow,
  { half, vnd, points }: SettledLine,
): Promise<void> {
  return recordTransactionKnown(context, evidence, {
    orderId: refund.orderId,
    half,
    amountVnd: vnd + points * pointValueVnd,
    data: { refund_id: refund.id },
  })
}

/**
 * Records the wallet transaction code of a refund that was settled without one, if the amounts of
 * the row match. A row under another code than those of the refund is a second transaction: the
 * service may have made the refund twice.
 */
async function recordWalletCode(
  context: DailyFilesContext,
  row: RefundRow,
  { codes, unnamed }: NamedParts,
): Promise<void> {
  const named = unnamed.filter((line) => matchesLine(row, line))
  for (const line of named) await nameTransaction(context, row, line)
  if (named.length > 0 || codes.includes(row.evidence.transaction.walletCode)) return
  await alertAbout(context, row, unnamed.length > 0 ? 'file_amount_differs' : 'file_contradicts')
}

/**
 * The halves that a row completes. When both halves have the same value, a service row without a
 * row of ours may look like the half that is already refunded; it is the other half. Assumes G-128.
 */
function owedHalvesOf({ refund, evidence }: RefundRow, halves: Halves): Halves | undefined {
  const owed = {
    money: refund.settledVnd < refund.vnd,
    points: refund.settledPoints < refund.points,
  }
  const named = { money: halves.money && owed.money, points: halves.points && owed.points }
  if (named.money || named.points) return named
  const isOneHalf = halves.money !== halves.points
  const areSame = refund.vnd === refund.points * pointValueVnd
  return isOneHalf && areSame && !evidence.hasRow ? owed : undefined
}

/**
 * Completes a refund of which one half was already refunded: the row names the other half, or both.
 */
async function applyOwedHalf(
  context: DailyFilesContext,
  row: RefundRow,
  halves: Halves,
): Promise<boolean> {
  const { refund, evidence } = row
  const before = await namedParts(context, refund)
  const owed = owedHalvesOf(row, halves)
  if (owed === undefined) {
    await recordWalletCode(context, row, before)
    return false
  }
  // Each half gets its own row, on the day on which it becomes known.
  const recording = await recordReturned(context, refund, {
    halves: owed,
    evidence: sourceOfFile,
    data: { ...dataOfEvidence(evidence), has_row: false },
  })
  if (recording === 'contradicted') await recordContradiction(context, row)
  const isBoth = halves.money && halves.points
  if (recording === 'recorded' && isBoth) await recordWalletCode(context, row, before)
  return recording === 'recorded'
}

async function applySuccess(
  context: DailyFilesContext,
  row: RefundRow,
): Promise<boolean | 'overtaken'> {
  const { refund, evidence } = row
  if (refund.state === 'refused') {
    await recordContradiction(context, row)
    return false
  }
  if (refund.state === 'refunded') {
    await recordWalletCode(context, row, await namedParts(context, refund))
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
  if (refund.state === 'part_settled') return applyOwedHalf(context, row, halves)
  const recording = await recordReturned(context, refund, {
    halves,
    evidence: sourceOfFile,
    data: dataOfEvidence(evidence),
  })
  return recording === 'recorded' ? true : 'overtaken'
}

/**
 * A call on a later day than the row may have made the refund that the row lists as failed. Assumes
 * G-116.
 */
function mayHaveComeLater({ refund, evidence }: RefundRow): boolean {
  const day = dayOfFileDate(evidence.transaction.date)
  return day === undefined || (refund.lastCallAtMs ?? 0) >= day.endMs
}

/**
 * Whether the requests of the refund can have made no other transaction than the one of the row.
 */
async function isDecisive(context: DailyFilesContext, row: RefundRow): Promise<boolean> {
  if (halvesOf(row) === undefined || mayHaveComeLater(row)) return false
  return isOfOneRequest(context, row.refund)
}

async function applyFailure(
  context: DailyFilesContext,
  row: RefundRow,
): Promise<boolean | 'overtaken'> {
  const { refund, evidence } = row
  const { state } = refund
  // The caller looks only for refunds whose transaction the service has not named.
  if (state === 'refunded') await alertAbout(context, row, 'file_contradicts')
  if (state === 'refused' && isDeniedByPerson(refundView(refund))) {
    if (await isDecisive(context, row)) {
      const proof = { evidence: sourceOfFile, data: dataOfEvidence(evidence) } as const
      await recordRefusedOverVerdict(context, refund, { ...proof, refusal: failedInFile })
    }
    return false
  }
  const isWhollyOpen = state === 'refund_unknown' || state === 'presumed_refunded'
  if (!isWhollyOpen && state !== 'part_settled') return false
  if (!isWhollyOpen || !(await isDecisive(context, row))) {
    await alertAbout(context, row, 'file_contradicts')
    if (state === 'presumed_refunded') {
      const data = dataOfEvidence(evidence)
      await withdrawPresumed(context, refund, { evidence: sourceOfFile, data })
    }
    return false
  }
  const isRefused = await recordRefused(context, refund, {
    evidence: sourceOfFile,
    refusal: failedInFile,
    data: dataOfEvidence(evidence),
    // A request that was sent since may make it.
    where: eq(refunds.calls, refund.calls),
  })
  return isRefused ? true : 'overtaken'
}

/**
 * Applies a success or a failure of the service file to the refund that it names by our id. A
 * success with the requested amounts settles the refund; one with a half settles that half. A failure
 * refuses a refund whose outcome is open if all its requests can have made one transaction only, by
 * the day of the row. Otherwise another request may have made the refund: a person decides, and a
 * presumed refund is unknown again. Such a failure also confirms the verdict of an operator, who
 * cannot correct it any more. Other amounts and contradictions raise an alert.
 *
 * @returns whether it was settled; `undefined` when no refund has this id
 */
export async function settleRefundByFile(
  context: DailyFilesContext,
  evidence: FileEvidence,
): Promise<boolean | undefined> {
  const { invoiceCode, isSuccess } = evidence.transaction
  return applyToNewest(
    () => readRefund(context, invoiceCode),
    (refund) => {
      const row = { refund, evidence }
      return isSuccess ? applySuccess(context, row) : applyFailure(context, row)
    },
  )
}
