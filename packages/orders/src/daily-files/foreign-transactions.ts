import type { UnmatchedTransaction } from '@merchant-edge/reconcile'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import {
  attempts,
  disputedPayments,
  journal,
  orders,
  refunds,
  transfers,
} from '../database/schema.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import {
  idOfRefundElsewhere,
  type RefundMadeElsewhere,
} from '../refunds/record-refund-elsewhere.ts'
import type { DoubtAboutRefund } from './daily-files-api.ts'
import type { DailyFilesContext } from './daily-files-context.ts'
import type { FileTransaction } from './file-transactions.ts'
import { groupRows } from '../database/group-rows.ts'

/**
 * Name under which refunds of our orders that were not made through this system are listed, next to
 * the names of the rules.
 */
export const refundElsewhere = 'refund-elsewhere'

/**
 * Maximum number of such refunds that one run records. Further ones stay differences, are carried
 * on, and are recorded by the next run.
 */
const mostTaken = 5000
const partsOfUnit = 10_000n

/**
 * A refund of one of our orders that was not made through this system, with its row in the service
 * file.
 */
export interface FoundRefund {
  readonly refund: RefundMadeElsewhere
  readonly transaction: FileTransaction
}

/** A row that names one of our orders but was not recorded as its refund, and why. */
export interface DoubtfulRefund extends FoundRefund {
  readonly doubt: DoubtAboutRefund
}

/** One of our payments that a refund row names, with its known refunds. */
interface NamedPayment {
  readonly named: string
  readonly orderId: string
  /** Null for the payment that counts as the order's. */
  readonly transactionId: string | null
  readonly leftVnd: number
  readonly leftPoints: number
  /** Whether the payment is in a state that allows refunds. */
  readonly isRefundable: number
}

/** A refund of an order that a row could describe. */
interface KnownRefund {
  readonly orderId: string
  readonly id: string
  readonly vnd: number
  readonly points: number
  readonly origin: 'shop' | 'elsewhere'
  /**
   * Whether a row of the file about this refund would have matched our row, or is already known to
   * belong to it.
   */
  readonly isNamed: number
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The payment named in a description that is JSON. */
function originalInDescription(description: string): string | undefined {
  if (!description.startsWith('{')) return undefined
  try {
    return textIn(JSON.parse(description), 'original_order_reference_id')
  } catch {
    return undefined
  }
}

/**
 * The values in a refund row that may name our payment: our reference, in the invoice code or the
 * description; the transaction, in the service code. Assumes G-157.
 */
function namesIn({ invoiceCode, serviceCode, description }: UnmatchedTransaction): string[] {
  const original = originalInDescription(description)
  return [invoiceCode, serviceCode, ...(original === undefined ? [] : [original])]
}

function whole(parts: bigint): number {
  return parts % partsOfUnit === 0n ? Number(parts / partsOfUnit) : Number.NaN
}

function fileTransactionOf(found: UnmatchedTransaction): FileTransaction {
  const { invoiceCode, walletCode, serviceCode, type, date, time } = found
  const state = { isSuccess: true, isFailure: false }
  const amounts = { vnd: whole(found.vnd), points: whole(found.points) }
  return { invoiceCode, walletCode, serviceCode, type, date, time, ...state, ...amounts }
}

/**
 * Invoice codes of our payments, refunds and transfers: a row with one of these codes is never
 * foreign.
 */
async function ourCodes(
  context: DailyFilesContext,
  found: readonly UnmatchedTransaction[],
): Promise<ReadonlySet<string>> {
  const codes = JSON.stringify(found.map(({ type, invoiceCode }) => [type, invoiceCode]))
  const rows = await openDatabase(context).all<{ code: string }>(sql`
    SELECT (value ->> 0) || (value ->> 1) AS code FROM json_each(${codes})
    WHERE ((value ->> 0) = '1' AND EXISTS (SELECT 1 FROM ${attempts} WHERE reference = (value ->> 1)))
      OR ((value ->> 0) = '-1' AND EXISTS (SELECT 1 FROM ${refunds} WHERE id = (value ->> 1)))
      OR EXISTS (SELECT 1 FROM ${transfers} WHERE reference = (value ->> 1))`)
  return new Set(rows.map(({ code }) => code))
}

/**
 * Our payments that rows name: the payment that counts as its order's, or an open disputed payment.
 */
async function namedPayments(
  context: DailyFilesContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedPayment>> {
  const list = JSON.stringify([...new Set(names)])
  const rows = await openDatabase(context).all<NamedPayment>(sql`
    SELECT value AS named, o.id AS orderId, NULL AS transactionId,
        o.paid_vnd - o.refunded_vnd AS leftVnd, o.paid_points - o.refunded_points AS leftPoints,
        o.state IN ${ordersIn.refundable} AS isRefundable
      FROM json_each(${list}) JOIN ${attempts} a ON a.reference = value
      JOIN ${orders} o ON o.id = a.order_id AND o.paid_reference = a.reference
    UNION ALL
    SELECT value, o.id, NULL, o.paid_vnd - o.refunded_vnd, o.paid_points - o.refunded_points,
        o.state IN ${ordersIn.refundable}
      FROM json_each(${list}) JOIN ${orders} o ON o.paid_transaction_id = value
    UNION ALL
    SELECT value, d.order_id, d.transaction_id, d.paid_vnd - d.refunded_vnd,
        d.paid_points - d.refunded_points, d.state = 'open'
      FROM json_each(${list}) JOIN ${disputedPayments} d
        ON d.transaction_id = value OR d.reference = value
      WHERE d.state IN ('open', 'returned')`)
  const payments = new Map<string, NamedPayment>()
  for (const row of rows) if (!payments.has(row.named)) payments.set(row.named, row)
  return payments
}

async function refundsOf(
  context: DailyFilesContext,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownRefund[]>> {
  const rows = await openDatabase(context).all<KnownRefund>(sql`
    SELECT r.order_id AS orderId, r.id, r.vnd, r.points, r.origin,
      r.state = 'refused' OR EXISTS (SELECT 1 FROM ${journal} j
        WHERE j.order_id = r.order_id AND j.kind IN ('refund.settled', 'transaction.known')
          AND json_extract(j.facts, '$.refund_id') = r.id
          AND json_extract(j.facts, '$.wallet_code') IS NOT NULL) AS isNamed
    FROM ${refunds} r WHERE r.order_id IN (SELECT value FROM json_each(${JSON.stringify(orderIds)}))`)
  return groupRows(rows, ({ orderId }) => orderId)
}

/** The decision about a row that names one of our payments. */
type Step = 'take' | 'known' | DoubtfulRefund['doubt']

/** Whether one of our refunds that no file has listed yet has these amounts, or a half of them. */
function mayBe({ vnd, points }: FileTransaction, one: KnownRefund): boolean {
  if (one.origin !== 'shop' || one.isNamed !== 0) return false
  const isMoney = vnd === one.vnd && (points === 0 || points === one.points)
  const isPoints = points === one.points && (vnd === 0 || vnd === one.vnd)
  return (vnd > 0 && isMoney) || (points > 0 && isPoints)
}

/** The id under which a row is recorded, and the decision about it. */
function stepOf(
  transaction: FileTransaction,
  payment: NamedPayment,
  known: readonly KnownRefund[],
): { readonly id: string; readonly step: Step } {
  const { walletCode, vnd, points } = transaction
  const isSame = (one: KnownRefund) => one.vnd === vnd && one.points === points
  const first = idOfRefundElsewhere(walletCode)
  const before = known.find(({ id }) => id === first)
  // The other half of a refund whose halves were returned on two days.
  const isOther = before !== undefined && (before.vnd > 0 ? vnd === 0 : points === 0)
  const id =
    before === undefined || !isOther || isSame(before)
      ? first
      : idOfRefundElsewhere(walletCode, vnd > 0 ? 'money' : 'points')
  const standing = known.find((one) => one.id === id)
  if (standing !== undefined) return { id, step: isSame(standing) ? 'known' : 'differs' }
  if (known.some((one) => mayBe(transaction, one))) return { id, step: 'may_be_ours' }
  const { leftVnd, leftPoints, isRefundable } = payment
  const fits = isRefundable !== 0 && vnd <= leftVnd && points <= leftPoints
  return { id, step: fits ? 'take' : 'exceeds' }
}

/**
 * Decides for a run which successful service rows without a row of ours are foreign: refunds of our
 * orders that were not made through this system, and rows that a rule names. A row with one of our
 * ids is always a difference, whatever the rules say. Nothing is written here, because the run may
 * still be stopped.
 */
export class ForeignTransactions {
  /** Refunds of our orders, to be recorded when the run is done. */
  readonly refunds: FoundRefund[] = []
  /** Rows that name our orders but were not recorded; they raise an alert. */
  readonly doubtful: DoubtfulRefund[] = []
  readonly #context: DailyFilesContext
  /** Amounts that earlier rows of this run refund from the payments. */
  readonly #taken = new Map<string, { vnd: number; points: number }>()

  constructor(context: DailyFilesContext) {
    this.#context = context
  }

  /** The foreign name of each transaction; `undefined` for a transaction that is a difference. */
  async decide(found: readonly UnmatchedTransaction[]): Promise<(string | undefined)[]> {
    const ours = await ourCodes(this.#context, found)
    const isOurs = ({ type, invoiceCode }: UnmatchedTransaction) => ours.has(type + invoiceCode)
    const candidates = found.filter((one) => one.type === '-1' && !isOurs(one))
    const payments = await namedPayments(this.#context, candidates.flatMap(namesIn))
    const known = await refundsOf(
      this.#context,
      [...payments.values()].map(({ orderId }) => orderId),
    )
    return found.map((one) => {
      if (isOurs(one)) return undefined
      const name = one.type === '-1' ? namesIn(one).find((text) => payments.has(text)) : undefined
      const payment = name === undefined ? undefined : payments.get(name)
      if (payment === undefined) return one.rule
      return this.#take(one, payment, known.get(payment.orderId) ?? [])
        ? refundElsewhere
        : undefined
    })
  }

  #take(
    found: UnmatchedTransaction,
    payment: NamedPayment,
    known: readonly KnownRefund[],
  ): boolean {
    const transaction = fileTransactionOf(found)
    const { vnd, points } = transaction
    if (!Number.isSafeInteger(vnd) || !Number.isSafeInteger(points)) return false
    const { orderId, transactionId } = payment
    const key = transactionId ?? `order ${orderId}`
    const taken = this.#taken.get(key) ?? { vnd: 0, points: 0 }
    const left = {
      ...payment,
      leftVnd: payment.leftVnd - taken.vnd,
      leftPoints: payment.leftPoints - taken.points,
    }
    const { id, step } = stepOf(transaction, left, known)
    const refund = { id, orderId, transactionId, vnd, points }
    if (step === 'known') return true
    if (step !== 'take') {
      if (this.doubtful.length < mostTaken) {
        this.doubtful.push({ refund, transaction, doubt: step })
      }
      return false
    }
    if (this.refunds.length >= mostTaken) return false
    this.#taken.set(key, { vnd: taken.vnd + vnd, points: taken.points + points })
    this.refunds.push({ refund, transaction })
    return true
  }
}
