import type { SharedColumnName } from '../layouts.ts'
import { partsOfUnit } from '../rows/amounts.ts'
import { type Row, dayNumberOf } from '../rows/row.ts'
import { type ComparisonRules, type Transaction, valueInVnd } from './compare-sides.ts'

/**
 * Rules that search for explanations of differences. They change no status: each finding is a
 * proposal that an operator accepts or rejects.
 */
export interface ResidueRules {
  /** Proposes a match if the amounts differ by at most this many VND, a whole number from 0 on. */
  readonly toleranceVnd?: number | undefined
  /** Proposes a match if only date and time differ, by at most this many days, from 0 on. */
  readonly dateWindowDays?: number | undefined
  /** Proposes that one row of a side matches several rows of the other: same invoice, same sum. */
  readonly oneToMany?: boolean | undefined
}

/** An explanation that a rule found. */
export interface Proposal {
  readonly proposed: true
  readonly rule: 'tolerance' | 'date-window' | 'one-to-many'
  /** Wallet transaction codes of the partner's rows. */
  readonly partner: readonly string[]
  /** Wallet transaction codes of the service's rows. */
  readonly service: readonly string[]
  /** Columns that the rule explains. */
  readonly columns: readonly SharedColumnName[]
}

/** Maximum number of one-sided rows in memory for finding matches of one row with several. */
const maxOneSided = 50_000

const amountNames = ['amount', 'fee', 'tax', 'discount'] as const

interface OneSided {
  readonly code: string
  readonly amount: bigint
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Applies the rules to transactions that differ. */
export class Proposer {
  /** One-sided rows that the rule `oneToMany` has not examined, because there were too many. */
  oneSidedLeftOut = 0
  readonly #rules: ResidueRules
  readonly #comparison: ComparisonRules
  readonly #proposals: Proposal[] = []
  /** One-sided rows by invoice and type. */
  readonly #oneSided = new Map<string, Record<Row['side'], OneSided[]>>()
  #oneSidedRows = 0

  constructor(rules: ResidueRules, comparison: ComparisonRules) {
    this.#rules = rules
    this.#comparison = comparison
  }

  /** Applies the rules to one transaction that differs. */
  add(transaction: Transaction): void {
    const { partner, service, status, differs } = transaction
    const [main] = service
    if (partner !== undefined && main !== undefined) {
      if (status === '03') this.#proposeForPair(partner, service, differs)
      return
    }
    const row = partner ?? main
    if (row !== undefined && this.#rules.oneToMany === true) this.#keep(row, transaction)
  }

  /** All proposals; matches of one row with several are last. */
  proposals(): readonly Proposal[] {
    const found: Proposal[] = []
    for (const { partner, service } of this.#oneSided.values()) {
      const sum = (rows: readonly OneSided[]) => rows.reduce((all, { amount }) => all + amount, 0n)
      const isOneToMany = Math.min(partner.length, service.length) === 1
      if (!isOneToMany || partner.length === service.length || sum(partner) !== sum(service))
        continue
      found.push({
        proposed: true,
        rule: 'one-to-many',
        partner: partner.map(({ code }) => code).sort(),
        service: service.map(({ code }) => code).sort(),
        columns: ['walletCode', 'amount'],
      })
    }
    return [...this.#proposals, ...found]
  }

  #proposeForPair(
    partner: Row,
    service: readonly Row[],
    differs: readonly SharedColumnName[],
  ): void {
    const { toleranceVnd, dateWindowDays } = this.#rules
    const codes = { partner: [partner.shared.walletCode], service: [partner.shared.walletCode] }
    const isMoney = differs.every((name) => amountNames.some((amountName) => amountName === name))
    if (toleranceVnd !== undefined && isMoney) {
      const limit = BigInt(toleranceVnd) * BigInt(partsOfUnit)
      const { pointValueVnd } = this.#comparison
      const isNear = amountNames.every(
        (name) => size(valueInVnd(service, name, pointValueVnd) - partner.amounts[name]) <= limit,
      )
      if (isNear) {
        this.#proposals.push({ proposed: true, rule: 'tolerance', ...codes, columns: differs })
      }
    }
    const isTime = differs.every((name) => name === 'date' || name === 'time')
    if (dateWindowDays === undefined || !isTime) return
    const day = dayNumberOf(partner.shared.date)
    const isNear = service.every(
      ({ shared }) => Math.abs(dayNumberOf(shared.date) - day) <= dateWindowDays,
    )
    if (isNear) {
      this.#proposals.push({ proposed: true, rule: 'date-window', ...codes, columns: differs })
    }
  }

  #keep({ shared, type, side }: Row, { partner, service }: Transaction): void {
    this.#oneSidedRows += 1
    if (this.#oneSidedRows > maxOneSided) {
      this.oneSidedLeftOut += 1
      return
    }
    const name = `${type} ${shared.invoiceCode}`
    const sides = this.#oneSided.get(name) ?? { partner: [], service: [] }
    this.#oneSided.set(name, sides)
    const rows = partner === undefined ? service : [partner]
    const amount = valueInVnd(rows, 'amount', this.#comparison.pointValueVnd)
    sides[side].push({ code: shared.walletCode, amount })
  }
}
