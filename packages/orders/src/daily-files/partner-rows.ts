import type { Facts } from '../database/schema.ts'
import { pointValueVnd, type DailyFilesSettings } from './daily-files-context.ts'
import type { JournalLine } from './journal-lines.ts'
import { fileDateTime } from './vietnam-day.ts'

/** What a row of the partner file says of a transaction. */
interface PartnerTransaction {
  readonly invoiceCode: string
  /** `undefined` when the service has not told it. */
  readonly walletCode: string | undefined
  readonly amountVnd: number
  readonly date: string
  readonly time: string
  readonly status: '0' | '1'
  readonly type: '1' | '-1'
}

const walletCodeChars = 30
const merchantCodeChars = 50
const midChars = 15
const tidChars = 16
/** A time that the service names counts when it lies so close before the confirmation. */
const serviceTimeWithinMs = 48 * 60 * 60_000

function text(facts: Facts, name: string): string | undefined {
  const value = facts[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function amount(facts: Facts, name: string): number {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}

/** When the service booked it, as far as it has said so; else when this side learned of it. */
function bookedAt({ facts, atMs }: JournalLine): { readonly date: string; readonly time: string } {
  const date = text(facts, 'file_date')
  if (date !== undefined) return { date, time: text(facts, 'file_time') ?? '' }
  const serviceMs = amount(facts, 'service_time') * 1000
  const isLikely = serviceMs <= atMs && serviceMs > atMs - serviceTimeWithinMs
  return fileDateTime(isLikely ? serviceMs : atMs)
}

function paymentOf(line: JournalLine): PartnerTransaction {
  const { facts, walletNumber, method } = line
  const isLinked = method === 'linked-wallet'
  const ofService = isLinked ? walletNumber : text(facts, 'transaction_id')
  return {
    invoiceCode: text(facts, 'reference') ?? '',
    walletCode:
      text(facts, 'wallet_code') ?? text(facts, 'wallet_number') ?? ofService ?? undefined,
    amountVnd: amount(facts, 'order_amount'),
    ...bookedAt(line),
    status: '0',
    type: '1',
  }
}

function unknownPaymentOf(line: JournalLine): PartnerTransaction {
  const { facts, walletNumber, transactionId, amountVnd, atMs } = line
  return {
    invoiceCode: text(facts, 'reference') ?? '',
    walletCode: walletNumber ?? transactionId ?? undefined,
    amountVnd: amountVnd ?? 0,
    ...fileDateTime(atMs),
    status: '1',
    type: '1',
  }
}

function refundOf(line: JournalLine): PartnerTransaction {
  const { facts } = line
  const { code } = facts
  // Of a refund in two halves only the one that has settled is there. (Specification 2.6)
  const vnd = code === 2000802 ? 0 : amount(facts, 'vnd')
  const points = code === 2000801 ? 0 : amount(facts, 'points')
  return {
    invoiceCode: text(facts, 'refund_id') ?? '',
    walletCode: text(facts, 'wallet_code'),
    amountVnd: vnd + points * pointValueVnd,
    ...bookedAt(line),
    status: '0',
    type: '-1',
  }
}

function knownLaterOf(line: JournalLine): PartnerTransaction {
  const { facts } = line
  return {
    invoiceCode: text(facts, 'reference') ?? text(facts, 'refund_id') ?? '',
    walletCode: text(facts, 'wallet_code'),
    amountVnd: amount(facts, 'amount_vnd'),
    ...bookedAt(line),
    status: '0',
    type: facts['type'] === '-1' ? '-1' : '1',
  }
}

const readers: Readonly<Record<string, (line: JournalLine) => PartnerTransaction>> = {
  'payment.confirmed': paymentOf,
  'payment.unknown': unknownPaymentOf,
  'refund.settled': refundOf,
  'transaction.known': knownLaterOf,
}

/** A code that does not fit its column is left out: half of a code would name another place. */
function fitting(code: string | undefined, mostChars: number): string {
  return code === undefined || code.length > mostChars ? '' : code
}

/**
 * The row of the partner file that a line of the journal makes, without its checksum.
 *
 * A payment of unknown outcome has the status 1. What the service has not named yet has no row, as the
 * wallet transaction code must stand there: it gets one on the day on which the service's own file names
 * it. A payment that the file has settled against its row of status 1 has no second row. Assumes G-104
 * and G-105.
 *
 * @returns `left_out` without a code that fits, `undefined` when the line makes no row
 * @see Specification 2.18
 */
export function partnerRow(
  line: JournalLine,
  settings: DailyFilesSettings,
): readonly string[] | 'left_out' | undefined {
  if (line.facts['has_row'] === true) return undefined
  const transaction = readers[line.kind]?.(line)
  if (transaction === undefined) return undefined
  const { walletCode } = transaction
  if (walletCode === undefined || walletCode.length > walletCodeChars) return 'left_out'
  return [
    settings.partnerId,
    transaction.invoiceCode,
    walletCode,
    String(transaction.amountVnd),
    'VND',
    '0',
    '0',
    '0',
    fitting(settings.merchantCode, merchantCodeChars),
    fitting(settings.storeCode, midChars),
    fitting(settings.posCode, tidChars),
    transaction.date,
    transaction.time,
    transaction.status,
    line.orderId === null ? '' : JSON.stringify({ order_id: line.orderId }),
    transaction.type,
  ]
}
