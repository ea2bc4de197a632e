import { type RowException, rowException } from '../rows/row-exception.ts'
import { compareBytes } from '../engine/samples.ts'
import type { Row } from '../rows/row.ts'
import {
  type Comparison,
  type ComparisonRules,
  type Transaction,
  compareSides,
} from './compare-sides.ts'
import { refundHalves } from './refund-halves.ts'

/**
 * Maximum number of rows of one side with one wallet transaction code, type and currency that are
 * compared with the other side: those whose bytes sort first. Each pair of rows is one comparison.
 */
export const maxTried = 8

/** Rows of one side with one wallet transaction code, type and currency. */
type Alternatives = readonly Row[]

/** Rows of the day, if there are any: they replace rows carried from earlier days. */
function preferToday(rows: readonly Row[]): readonly Row[] {
  const today = rows.filter(({ origin }) => origin === 'file')
  return today.length > 0 ? today : rows
}

/** The distinct rows: among rows with equal bytes, the one with the lowest line. */
function distinct(rows: readonly Row[]): Alternatives {
  const sorted = preferToday(rows).toSorted(
    (one, other) => compareBytes(one.record, other.record) || one.line - other.line,
  )
  return sorted.filter((row, index) => {
    const before = sorted[index - 1]
    return before === undefined || compareBytes(before.record, row.record) !== 0
  })
}

const rank = { '00': 0, '03': 1, '02': 2, '01': 3 } as const

function isBetter(one: Comparison, other: Comparison | undefined): boolean {
  if (other === undefined) return true
  const difference = rank[one.status] - rank[other.status]
  return difference === 0 ? one.differs.length < other.differs.length : difference < 0
}

function oneOf(alternatives: Alternatives): readonly (Row | undefined)[] {
  return alternatives.length === 0 ? [undefined] : alternatives.slice(0, maxTried)
}

function duplicatesAmong(rows: readonly Row[], taken: Row | undefined): RowException[] {
  if (taken === undefined) return []
  return preferToday(rows)
    .filter((row) => row !== taken)
    .map((row) => duplicateOf(row, taken))
}

/** Carried rows of one side and currency that are replaced by rows of the day. */
function replacedAmong(rows: readonly Row[]): readonly Row[] {
  const hasBoth = preferToday(rows).length < rows.length
  return hasBoth ? rows.filter(({ origin }) => origin === 'carried') : []
}

function duplicateOf(row: Row, taken: Row): RowException {
  const isSame = compareBytes(row.record, taken.record) === 0
  const { side, origin, line } = row
  const place = { side, origin, line, takenLine: taken.line }
  return rowException(isSame ? 'same_row' : 'same_key', place)
}

/**
 * Decides which rows of one wallet transaction code and type are compared, and compares them.
 *
 * Of duplicate rows the one that agrees best with the other side is compared; if several agree
 * equally well, the one whose bytes sort first, so that the order of the rows in the file does not
 * matter. Assumes G-88.
 */
export function settleTransaction(rows: readonly Row[], rules: ComparisonRules): Transaction {
  const partnerRows = rows.filter(({ side }) => side === 'partner')
  const serviceRows = rows.filter(({ side }) => side === 'service')
  const vnd = serviceRows.filter(({ shared }) => shared.currency === 'VND')
  const points = serviceRows.filter(({ shared }) => shared.currency === 'POINT')
  if (Math.max(partnerRows.length, vnd.length, points.length) <= 1) {
    const comparison = compareSides(partnerRows[0], [...vnd, ...points], rules)
    return { ...comparison, duplicates: [], replaced: [] }
  }
  let best: Comparison | undefined
  for (const partner of oneOf(distinct(partnerRows))) {
    for (const vndRow of oneOf(distinct(vnd))) {
      for (const pointRow of oneOf(distinct(points))) {
        const service = [vndRow, pointRow].filter((row) => row !== undefined)
        const comparison = compareSides(partner, service, rules)
        if (isBetter(comparison, best)) best = comparison
      }
    }
  }
  const taken = best ?? compareSides(undefined, [], rules)
  const takenIn = (currency: string) =>
    taken.service.find(({ shared }) => shared.currency === currency)
  return {
    ...taken,
    duplicates: [
      ...duplicatesAmong(partnerRows, taken.partner),
      ...duplicatesAmong(vnd, takenIn('VND')),
      ...duplicatesAmong(points, takenIn('POINT')),
    ],
    replaced: [partnerRows, vnd, points].flatMap(replacedAmong),
  }
}

function byCurrency(rows: readonly Row[]): readonly (readonly Row[])[] {
  const isPoints = ({ shared }: Row) => shared.currency === 'POINT'
  return [rows.filter((row) => !isPoints(row)), rows.filter(isPoints)]
}

/** A transaction with all of its rows, duplicates included. */
export interface SettledRows {
  readonly transaction: Transaction
  readonly rows: readonly Row[]
}

/**
 * Compares the rows of one wallet transaction code and type: one transaction, one per half of a
 * refund whose halves were refunded separately, or one per currency.
 */
export function settleTransactions(rows: readonly Row[], rules: ComparisonRules): SettledRows[] {
  const parts = rules.groupPoints ? refundHalves(rows, rules) : byCurrency(rows)
  return parts
    .filter((part) => part.length > 0)
    .map((part) => ({ transaction: settleTransaction(part, rules), rows: part }))
}

/**
 * Compares a key of which only the candidate rows are known: for each side, currency and origin the
 * {@link maxTried} rows whose bytes sort first, each with its lowest line. Halves of a refund are
 * not separated.
 *
 * @returns transactions as in {@link settleTransactions}, without duplicates, which
 *   {@link duplicateIn} finds
 */
export function settleCandidates(
  candidates: readonly Row[],
  rules: ComparisonRules,
): SettledRows[] {
  const parts = rules.groupPoints
    ? [{ transaction: settleTransaction(candidates, rules) }]
    : settleTransactions(candidates, rules)
  return parts.map(({ transaction }) => {
    const { partner, service } = transaction
    const rows = partner === undefined ? service : [partner, ...service]
    return { transaction: { ...transaction, duplicates: [] }, rows }
  })
}

/**
 * The duplicate for a row whose key is that of a transaction of {@link settleCandidates}.
 *
 * @returns `undefined` if it is not a duplicate: it was selected, belongs to another transaction,
 *   or was carried while there are rows of the day
 */
export function duplicateIn({ partner, service }: Transaction, row: Row): RowException | undefined {
  const taken =
    row.side === 'partner'
      ? partner
      : service.find(({ shared }) => shared.currency === row.shared.currency)
  if (taken === undefined || taken.origin !== row.origin || taken.line === row.line)
    return undefined
  return duplicateOf(row, taken)
}
