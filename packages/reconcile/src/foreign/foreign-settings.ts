import type { Transaction } from '../matching/compare-sides.ts'
import type { SettledRows } from '../matching/settle-transaction.ts'
import { ownColumns } from '../rows/row.ts'
import { type ForeignRule, findForeignRule } from './foreign-rules.ts'

/** A success of the service without a row of the partner. */
export interface UnmatchedTransaction {
  /** Name of the first matching rule. */
  readonly rule: string | undefined
  /** Invoice code: the merchant's own reference. */
  readonly invoiceCode: string
  /** Wallet transaction code. */
  readonly walletCode: string
  /** Transaction code of the service. */
  readonly serviceCode: string
  /** `1` for a payment, `-1` for a refund. */
  readonly type: '1' | '-1'
  /** Money of the rows with success, in parts of a unit: 10,000 for one VND. */
  readonly vnd: bigint
  /** Points of the rows with success, in parts of a unit: 10,000 for one point. */
  readonly points: bigint
  /** Date as in the file: `DD/MM/YYYY`. */
  readonly date: string
  /** Time as in the file: `HH:mm:ss`, or empty. */
  readonly time: string
  /** Code of the store; empty when the row names none. */
  readonly mid: string
  /** Code of the terminal; empty when the row names none. */
  readonly tid: string
  /** Description as in the file. */
  readonly description: string
}

/** How foreign transactions (not made through the partner) are recognized. */
export interface ForeignSettings {
  /**
   * A success of the service without a row of the partner is foreign when it matches one of these
   * rules.
   */
  readonly rules: readonly ForeignRule[]
  /**
   * Final decision, called for a few hundred transactions at a time: returns for each the name
   * under which it is foreign, or `undefined` for a difference. When left out, the rules decide.
   */
  readonly decide?:
    | ((transactions: readonly UnmatchedTransaction[]) => Promise<readonly (string | undefined)[]>)
    | undefined
}

/** A compared transaction with its rows, and its foreign name, if any. */
export interface ClassifiedRows extends SettledRows {
  readonly foreign: string | undefined
}

function unmatched(
  { service }: Transaction,
  rules: readonly ForeignRule[],
): UnmatchedTransaction | undefined {
  const made = service.filter(({ isSuccess }) => isSuccess)
  const [main] = made
  if (main === undefined) return undefined
  const sumIn = (currency: 'VND' | 'POINT') =>
    made
      .filter(({ shared }) => shared.currency === currency)
      .reduce((sum, { amounts }) => sum + amounts.amount, 0n)
  const { invoiceCode, walletCode, date, time, mid, tid } = main.shared
  const { serviceCode, description } = ownColumns(main)
  return {
    rule: findForeignRule(rules, service)?.name,
    invoiceCode,
    walletCode,
    serviceCode,
    type: main.type,
    vnd: sumIn('VND'),
    points: sumIn('POINT'),
    date,
    time,
    mid,
    tid,
    description,
  }
}

/**
 * Classifies compared transactions: successes of the service without a row of the partner are
 * foreign when a rule or `decide` names them. This runs after the comparison, so engines do not
 * depend on it.
 */
export async function classifyForeign(
  settled: readonly SettledRows[],
  settings: ForeignSettings | undefined,
): Promise<readonly ClassifiedRows[]> {
  if (settings === undefined) return settled.map((found) => ({ ...found, foreign: undefined }))
  const { rules, decide } = settings
  const asked = settled.flatMap((found) => {
    const { transaction } = found
    if (transaction.status !== '01' || transaction.partner !== undefined) return []
    const candidate = unmatched(transaction, rules)
    return candidate === undefined ? [] : [{ found, candidate }]
  })
  const candidates = asked.map(({ candidate }) => candidate)
  const decided =
    decide === undefined || candidates.length === 0
      ? candidates.map(({ rule }) => rule)
      : await decide(candidates)
  const names = new Map(asked.map(({ found }, index) => [found, decided[index]]))
  return settled.map((found) => ({ ...found, foreign: names.get(found) }))
}
