import { hasAtMostCharacters } from '@merchant-edge/contract/limits'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { type VietnamDay, fileDateTime } from './vietnam-day.ts'

/** A transaction of the ledger for the daily files. Its amounts are not negative. */
export interface LedgerTransaction {
  readonly kind: 'payment' | 'refund' | 'held' | 'released'
  /** When the amounts were moved, in unix seconds. */
  readonly at: number
  /** The merchant's own id. */
  readonly invoiceCode: string
  /** Transaction id that the merchant received. */
  readonly walletCode: string
  /** The service's own id. */
  readonly serviceCode: string
  /** Money in VND, including the part that the operator paid as a promotion. */
  readonly vnd: number
  readonly points: number
  /** The part of {@link vnd} that the operator paid as a promotion. */
  readonly discountVnd: number
  readonly merchantCode: string
  readonly storeCode: string
  readonly posCode: string | null
  readonly description: string
}

/** A ledger move joined with its transaction, as the query returns it. */
interface MoveRow {
  readonly id: number
  readonly kind: 'payment' | 'capture' | 'refund' | 'hold' | 'release'
  readonly reference: string
  /** Unix seconds. */
  readonly at: number
  readonly amount: number
  readonly fromAccount: string
  readonly toAccount: string
  readonly invoiceCode: string | null
  readonly walletCode: string | null
  readonly paidVnd: number | null
  readonly paidPoints: number | null
  readonly discountVnd: number | null
  readonly refundPoints: number | null
  readonly storeCode: string | null
  readonly posCode: string | null
  readonly description: string | null
}

const pageMoves = 1000

function movesAfter(
  database: Database,
  merchantCode: string,
  { day, afterId }: { readonly day: VietnamDay; readonly afterId: number },
): Promise<MoveRow[]> {
  const own = sql`(${`merchant:${merchantCode}:VND`}, ${`held:${merchantCode}:VND`}, ${`held:${merchantCode}:POINT`})`
  return database.all<MoveRow>(sql`
    select m.id, m.kind, m.reference, m.at, m.amount,
      m.from_account as fromAccount, m.to_account as toAccount,
      coalesce(r.order_reference_id, o.order_reference_id, p.transaction_reference_number, o.order_id)
        as invoiceCode,
      coalesce(r.wallet_transaction_id, p.wallet_transaction_id, m.reference) as walletCode,
      o.paid_vnd as paidVnd, o.paid_points as paidPoints, o.discount_vnd as discountVnd,
      r.points as refundPoints,
      coalesce(o.store_code, q.store_code, p.store_code) as storeCode,
      coalesce(o.pos_code, q.pos_code, p.pos_code) as posCode,
      case r.origin when 'site' then json_object('original_order_reference_id',
          coalesce(q.order_reference_id, q.order_id), 'note', r.description)
        else coalesce(r.description, o.description, p.description) end as description
    from ledger_move m
    left join payment_order o on o.transaction_id = m.reference and m.kind in ('payment', 'capture')
    left join refund r on r.refund_transaction_id = m.reference and m.kind = 'refund'
    left join payment_order q on q.order_id = r.order_id
    left join linked_purchase p on p.transaction_id = m.reference and m.kind <> 'refund'
    where m.id > ${afterId} and m.at >= ${day.start} and m.at < ${day.end}
      and m.kind in ('payment', 'capture', 'refund', 'hold', 'release')
      and (m.from_account in ${own} or m.to_account in ${own})
      and (m.kind <> 'hold' or not exists (
        select 1 from ledger_move e
        where e.reference = m.reference and e.kind in ('capture', 'release') and e.at < ${day.end}))
    order by m.id limit ${pageMoves}`)
}

function sumOf(moves: readonly MoveRow[], counts: (move: MoveRow) => boolean): number {
  return moves.reduce((sum, move) => sum + (counts(move) ? move.amount : 0), 0)
}

function amountsOf(moves: readonly MoveRow[], first: MoveRow) {
  const { kind } = first
  if (kind === 'payment' || kind === 'capture') {
    // Only the order says which of the operator's moves are points and which are a promotion.
    const discountVnd = first.discountVnd ?? 0
    return { vnd: (first.paidVnd ?? 0) + discountVnd, points: first.paidPoints ?? 0, discountVnd }
  }
  if (kind === 'refund') {
    const vnd = sumOf(moves, ({ toAccount }) => toAccount.startsWith('wallet:'))
    const returnsPoints = moves.some(({ toAccount }) => toAccount === 'operator:VND')
    return { vnd, points: returnsPoints ? (first.refundPoints ?? 0) : 0, discountVnd: 0 }
  }
  const held = kind === 'hold' ? 'toAccount' : 'fromAccount'
  return {
    vnd: sumOf(moves, (move) => move[held].endsWith(':VND')),
    points: sumOf(moves, (move) => move[held].endsWith(':POINT')),
    discountVnd: 0,
  }
}

const kinds = {
  payment: 'payment',
  capture: 'payment',
  refund: 'refund',
  hold: 'held',
  release: 'released',
} as const

function transactionOf(merchantCode: string, moves: readonly MoveRow[]): LedgerTransaction[] {
  const [first] = moves
  if (first === undefined) return []
  const { kind, reference, at, invoiceCode, walletCode, storeCode, posCode, description } = first
  if (invoiceCode === null || walletCode === null || storeCode === null) {
    throw new Error(`The ledger has a ${kind} ${reference} that no order or refund knows.`)
  }
  const common = { merchantCode, at, invoiceCode, walletCode, storeCode, posCode }
  return [
    {
      ...common,
      ...amountsOf(moves, first),
      kind: kinds[kind],
      serviceCode: reference,
      description: description ?? '',
    },
  ]
}

/**
 * The transactions of a merchant on a day, in the order of the ledger; the moves are read page by
 * page. The result depends on the moves of that day only, so it never changes for a closed day.
 *
 * A held purchase is listed when its money is still held at the end of the day; its capture is
 * listed as a payment of the day of the capture. The half of a refund that settles after midnight
 * belongs to the next day. Assumes G-98.
 */
export async function* ledgerTransactions(
  database: Database,
  merchantCode: string,
  day: VietnamDay,
): AsyncGenerator<LedgerTransaction, void, void> {
  let moves: MoveRow[] = []
  let afterId = 0
  for (;;) {
    const page = await movesAfter(database, merchantCode, { day, afterId })
    for (const move of page) {
      const [first] = moves
      // The moves of a transaction are written in one batch, so they are adjacent.
      const isSame =
        first?.reference === move.reference && first.kind === move.kind && first.at === move.at
      if (!isSame) {
        yield* transactionOf(merchantCode, moves)
        moves = []
      }
      moves.push(move)
      afterId = move.id
    }
    if (page.length < pageMoves) break
  }
  yield* transactionOf(merchantCode, moves)
}

/** Values of a row of the service file, all but its checksum. @see Specification 2.18 */
export type ServiceRowValues = readonly string[]

const midChars = 15
const tidChars = 16
const descriptionChars = 1000

const statuses = { payment: '0', refund: '0', held: '1', released: '-1' } as const

/**
 * A code that does not fit into its column is left out, because a truncated code could be the code
 * of another place.
 */
function fitting(code: string | null, maxChars: number): string {
  return code === null || !hasAtMostCharacters(code, maxChars) ? '' : code
}

function descriptionOf(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what the files may not hold
  const printable = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
  return Array.from(printable.toWellFormed()).slice(0, descriptionChars).join('')
}

/**
 * The rows of a transaction in the service file: one for its money and one for its points.
 *
 * The wallet transaction code is the id that the merchant received: transaction_id for an order,
 * transaction_wallet_number for a purchase from a linked wallet, refund_transaction_wallet_id for a
 * refund. The amount is the sale price; the discount is the part of it that the operator paid. The
 * sandbox charges no fee and no tax. Assumes G-25 and G-99.
 *
 * @see Specification 2.18
 */
export function serviceRows(transaction: LedgerTransaction): readonly ServiceRowValues[] {
  const { vnd, points, discountVnd } = transaction
  const { date, time } = fileDateTime(transaction.at)
  const amounts = [
    { amount: vnd, currency: 'VND', discount: discountVnd },
    { amount: points, currency: 'POINT', discount: 0 },
  ]
  return amounts
    .filter(({ amount }) => amount > 0)
    .map(({ amount, currency, discount }) => [
      transaction.invoiceCode,
      transaction.walletCode,
      String(amount),
      currency,
      '0',
      '0',
      String(discount),
      transaction.merchantCode,
      fitting(transaction.storeCode, midChars),
      fitting(transaction.posCode, tidChars),
      date,
      time,
      descriptionOf(transaction.description),
      transaction.serviceCode,
      statuses[transaction.kind],
      transaction.kind === 'refund' ? '-1' : '1',
    ])
}
