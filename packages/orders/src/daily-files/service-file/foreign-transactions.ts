import type { UnmatchedTransaction } from '@merchant-edge/reconcile'
import {
  idOfRefundElsewhere,
  type RefundMadeElsewhere,
} from '../../refunds/record-refund-elsewhere.ts'
import type { DoubtAboutRefund } from '../daily-files-api.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import type { FileTransaction } from './file-transactions.ts'
import {
  namedPayments,
  ourCodes,
  refundsOf,
  type KnownRefund,
  type NamedPayment,
} from './named-payments.ts'

/**
 * Name under which refunds of our orders that were not made through this system are listed, next to
 * the names of the rules.
 */
export const refundElsewhere = 'refund-elsewhere'

/**
 * Maximum number of such refunds that one run records. Further ones stay differences, are carried
 * on, and are recorded by the next run.
 */
const maxTaken = 5000
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

function wholeUnitsOrNaN(parts: bigint): number {
  return parts % partsOfUnit === 0n ? Number(parts / partsOfUnit) : Number.NaN
}

function fileTransactionOf(found: UnmatchedTransaction): FileTransaction {
  const { invoiceCode, walletCode, serviceCode, type, date, time } = found
  const state = { isSuccess: true, isFailure: false, isHeld: false }
  const amounts = { vnd: wholeUnitsOrNaN(found.vnd), points: wholeUnitsOrNaN(found.points) }
  return { invoiceCode, walletCode, serviceCode, type, date, time, ...state, ...amounts }
}

/** The decision about a row that names one of our payments. */
type Step = 'take' | 'known' | 'ours' | DoubtfulRefund['doubt']

/** Whether one of our refunds that no file has listed yet has these amounts, or a half of them. */
function couldBeRefund({ vnd, points }: FileTransaction, one: KnownRefund): boolean {
  if (one.origin !== 'shop' || one.isNamed !== 0) return false
  const isMoney = vnd === one.vnd && (points === 0 || points === one.points)
  const isPoints = points === one.points && (vnd === 0 || vnd === one.vnd)
  return (vnd > 0 && isMoney) || (points > 0 && isPoints)
}

/**
 * Whether the transaction is already known as that of one of our refunds, by the verdict of an
 * operator for example: the same money must not count twice.
 */
function isTransactionOf({ walletCode }: FileTransaction, { codes }: KnownRefund): boolean {
  const known: unknown = JSON.parse(codes)
  return Array.isArray(known) && known.includes(walletCode)
}

function hasAmountsOf({ vnd, points }: FileTransaction, refund: KnownRefund): boolean {
  return refund.vnd === vnd && refund.points === points
}

/**
 * The id under which the refund of a row is recorded. When the halves of a refund were returned on
 * two days, the second half has an id of its own.
 */
function idOf(transaction: FileTransaction, known: readonly KnownRefund[]): string {
  const { walletCode, vnd, points } = transaction
  const id = idOfRefundElsewhere(walletCode)
  const before = known.find((refund) => refund.id === id)
  if (before === undefined || hasAmountsOf(transaction, before)) return id
  const isOtherHalf = before.vnd > 0 ? vnd === 0 : points === 0
  return isOtherHalf ? idOfRefundElsewhere(walletCode, vnd > 0 ? 'money' : 'points') : id
}

/** The id under which a row is recorded, and the decision about it. */
function stepOf(
  transaction: FileTransaction,
  payment: NamedPayment,
  known: readonly KnownRefund[],
): { readonly id: string; readonly step: Step } {
  const { vnd, points } = transaction
  const id = idOf(transaction, known)
  const recorded = known.find((refund) => refund.id === id)
  if (recorded !== undefined) {
    return { id, step: hasAmountsOf(transaction, recorded) ? 'known' : 'differs' }
  }
  if (known.some((one) => isTransactionOf(transaction, one))) return { id, step: 'ours' }
  if (known.some((one) => couldBeRefund(transaction, one))) return { id, step: 'may_be_ours' }
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
    const { orderId, transactionId, countedTransactionId } = payment
    const key = transactionId ?? `order ${orderId}`
    const taken = this.#taken.get(key) ?? { vnd: 0, points: 0 }
    const left = {
      ...payment,
      leftVnd: payment.leftVnd - taken.vnd,
      leftPoints: payment.leftPoints - taken.points,
    }
    const { id, step } = stepOf(transaction, left, known)
    const refund = {
      id,
      orderId,
      transactionId,
      ...(countedTransactionId !== null && { countedTransactionId }),
      vnd,
      points,
    }
    if (step === 'known') return true
    // It stays a difference, until our row of the refund comes with a later day.
    if (step === 'ours') return false
    if (step !== 'take') {
      if (this.doubtful.length < maxTaken) {
        this.doubtful.push({ refund, transaction, doubt: step })
      }
      return false
    }
    if (this.refunds.length >= maxTaken) return false
    this.#taken.set(key, { vnd: taken.vnd + vnd, points: taken.points + points })
    this.refunds.push({ refund, transaction })
    return true
  }
}
