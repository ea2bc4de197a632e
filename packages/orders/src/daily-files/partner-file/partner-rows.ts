import { hasAtMostCharacters } from '@merchant-edge/contract/limits'
import type { JournalData } from '../../database/schema.ts'
import { discountOf, pointValueVnd } from '../../rules/point-value.ts'
import type { DailyFilesSettings } from '../daily-files-context.ts'
import type { JournalLine } from './journal-lines.ts'
import { bookedAtMs, fileDateTime } from '../vietnam-day.ts'

/** The transaction data of a partner-file row. */
interface PartnerTransaction {
  readonly invoiceCode: string
  /** `undefined` when the service has not named it. */
  readonly walletCode: string | undefined
  readonly amountVnd: number
  /** Part of the amount that the service has paid as a promotion. */
  readonly discountVnd?: number
  readonly date: string
  readonly time: string
  readonly status: '0' | '1' | '2'
  readonly type: '1' | '-1'
}

const walletCodeChars = 30
const merchantCodeChars = 50
const midChars = 15
const tidChars = 16

function text(data: JournalData, name: string): string | undefined {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

function amount(data: JournalData, name: string): number {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  return typeof value === 'number' ? value : 0
}

/**
 * When the service booked the transaction, if it named a time; else when the order store learned of
 * it.
 */
function bookedAt({ data, atMs }: JournalLine): { readonly date: string; readonly time: string } {
  const date = text(data, 'file_date')
  if (date !== undefined) return { date, time: text(data, 'file_time') ?? '' }
  return fileDateTime(bookedAtMs(amount(data, 'service_time'), atMs))
}

/**
 * The promotion discount of a payment, from the answer to the signed query; none when the parts
 * exceed the price.
 */
function discountIn(data: JournalData): number {
  const parts = {
    order_amount: amount(data, 'order_amount'),
    vnd_amount: amount(data, 'vnd_amount'),
    point_amount: amount(data, 'point_amount'),
  }
  return Math.max(0, discountOf(parts))
}

function paymentOf(line: JournalLine): PartnerTransaction {
  const { data, walletNumber, method } = line
  const isLinked = method === 'linked-wallet'
  const ofService = isLinked ? walletNumber : text(data, 'transaction_id')
  return {
    invoiceCode: text(data, 'reference') ?? '',
    walletCode: text(data, 'wallet_code') ?? text(data, 'wallet_number') ?? ofService ?? undefined,
    amountVnd: amount(data, 'order_amount'),
    discountVnd: discountIn(data),
    ...bookedAt(line),
    status: '0',
    type: '1',
  }
}

/**
 * A payment of unknown outcome. Its first call names no transaction; a code that is entered later
 * belongs to a named one. What the attempt learned afterwards, for example from the service's file,
 * is not part of the day.
 */
function unknownPaymentOf(line: JournalLine): PartnerTransaction {
  const { data, transactionId, amountVnd, atMs } = line
  const isNamed = text(data, 'step') !== 'paying'
  return {
    invoiceCode: text(data, 'reference') ?? '',
    walletCode: isNamed ? (transactionId ?? undefined) : undefined,
    amountVnd: amountVnd ?? 0,
    ...fileDateTime(atMs),
    status: '1',
    type: '1',
  }
}

/**
 * A cancelled payment that the service knows: released held money, or a payment of unknown outcome
 * that a person found not to be made. A payment that was refused before the service named it has no
 * row. Assumes G-159.
 */
function cancelledPaymentOf(line: JournalLine): PartnerTransaction | undefined {
  const { kind, data, evidence } = line
  // The number of a hold comes from an answer; without any answer, only a verdict names a
  // transaction.
  const walletNumber = kind === 'hold.released' ? line.walletNumber : null
  const named = evidence === 'word of a person' ? text(data, 'transaction_id') : undefined
  const walletCode = walletNumber ?? named
  return walletCode === undefined
    ? undefined
    : { ...unknownPaymentOf(line), walletCode, ...bookedAt(line), status: '2' }
}

/**
 * The amounts that a journal line records as refunded. Each half of a refund in two halves has its
 * own line.
 *
 * @see Specification 2.6
 */
export function returnedInLine(data: JournalData): {
  readonly vnd: number
  readonly points: number
} {
  const { code } = data
  // The journal keeps its lines for ever. Older lines name both halves together with the code of
  // one half.
  return {
    vnd: code === 2000802 ? 0 : amount(data, 'vnd'),
    points: code === 2000801 ? 0 : amount(data, 'points'),
  }
}

function refundOf(line: JournalLine): PartnerTransaction {
  const { data } = line
  const { vnd, points } = returnedInLine(data)
  return {
    invoiceCode: text(data, 'refund_id') ?? '',
    walletCode: text(data, 'wallet_code'),
    amountVnd: vnd + points * pointValueVnd,
    ...bookedAt(line),
    status: '0',
    type: '-1',
  }
}

function knownLaterOf(line: JournalLine): PartnerTransaction {
  const { data } = line
  return {
    invoiceCode: text(data, 'reference') ?? text(data, 'refund_id') ?? '',
    walletCode: text(data, 'wallet_code'),
    amountVnd: amount(data, 'amount_vnd'),
    ...bookedAt(line),
    status: '0',
    type: data['type'] === '-1' ? '-1' : '1',
  }
}

const readers: ReadonlyMap<string, (line: JournalLine) => PartnerTransaction | undefined> = new Map(
  [
    ['payment.confirmed', paymentOf],
    ['payment.arrived', paymentOf],
    ['payment.unknown', unknownPaymentOf],
    ['payment.refused', cancelledPaymentOf],
    ['hold.released', cancelledPaymentOf],
    ['refund.settled', refundOf],
    ['transaction.known', knownLaterOf],
  ],
)

/**
 * A code that is too long for its column is left out: a truncated code would name another store.
 */
function fitting(code: string | null | undefined, maxChars: number): string {
  return code !== undefined && code !== null && hasAtMostCharacters(code, maxChars) ? code : ''
}

/** Store and terminal of the sale; the merchant's default store when none is recorded. */
function placeOf(line: JournalLine, settings: DailyFilesSettings) {
  const { storeCode, posCode } = line.storeCode === null ? settings : line
  return { mid: fitting(storeCode, midChars), tid: fitting(posCode, tidChars) }
}

/**
 * The partner-file row of a journal line, without its checksum.
 *
 * A payment of unknown outcome has status 1, a cancelled payment status 2; the discount is the
 * promotion of the service. A transaction that the service has not named yet has no row, because
 * the wallet transaction code is required; it gets its row on the day on which the service's file
 * names it. A payment that the file settled after its row with status 1 gets no second row, and
 * neither does a transaction whose row already exists for another order. Assumes G-104 and G-105.
 *
 * @returns `left_out` when the code is missing, too long or already used; `undefined` when the line
 *   makes no row
 * @see Specification 2.18
 */
export function partnerRow(
  line: JournalLine,
  settings: DailyFilesSettings,
): readonly string[] | 'left_out' | undefined {
  if (line.data['has_row'] === true) return undefined
  const transaction = readers.get(line.kind)?.(line)
  if (transaction === undefined) return undefined
  const { walletCode } = transaction
  if (line.isSecondOfTransaction) return 'left_out'
  if (walletCode === undefined || !hasAtMostCharacters(walletCode, walletCodeChars)) {
    return 'left_out'
  }
  const { mid, tid } = placeOf(line, settings)
  return [
    settings.partnerId,
    transaction.invoiceCode,
    walletCode,
    String(transaction.amountVnd),
    'VND',
    '0',
    '0',
    String(transaction.discountVnd ?? 0),
    fitting(settings.merchantCode, merchantCodeChars),
    mid,
    tid,
    transaction.date,
    transaction.time,
    transaction.status,
    line.orderId === null ? '' : JSON.stringify({ order_id: line.orderId }),
    transaction.type,
  ]
}
