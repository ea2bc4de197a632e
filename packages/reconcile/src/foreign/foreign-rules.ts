import { type Row, ownColumns } from '../rows/row.ts'

/**
 * A rule for foreign transactions: successes of the service without a row of the partner that were
 * not made through it, such as payments by the fixed QR of a store, or sales of another till. All
 * columns of a rule must match in every row of a transaction. A text that ends with `*` matches
 * every value with this prefix; an empty text matches an empty column. The files have no column for
 * a product: use the invoice code, the merchant code or the description. Assumes G-156.
 */
export interface ForeignRule {
  /** Name under which these transactions are listed, 1 to 64 characters. */
  readonly name: string
  /** Store of the rows. */
  readonly mid?: string
  /** Terminal of the rows. */
  readonly tid?: string
  readonly merchantCode?: string
  readonly invoiceCode?: string
  readonly description?: string
  /** `1` payments, `-1` refunds; both when left out. */
  readonly type?: '1' | '-1'
}

const columns = ['mid', 'tid', 'merchantCode', 'invoiceCode', 'description'] as const
const names: ReadonlySet<string> = new Set(['name', 'type', ...columns])
const maxRules = 100
const nameChars = 64
const textChars = 1000

const example = '[{"name":"merchant-qr","mid":"STORE-1","tid":""}]'

/** A record with unknown values. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The problem of the text of one column, as a text that follows its name; `undefined` when it is
 * valid.
 */
function faultOfText(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text'
  if (value.length > textChars) return `must have at most ${textChars} characters`
  return undefined
}

function ruleOf(value: unknown, at: string): ForeignRule {
  if (!isRecord(value)) throw new TypeError(`${at} must be a rule such as those of ${example}.`)
  const unknown = Object.keys(value).find((name) => !names.has(name))
  if (unknown !== undefined) {
    const known = [...names].join(', ')
    throw new TypeError(`${at} has the field "${unknown.slice(0, 40)}"; a rule has: ${known}.`)
  }
  const { name, type } = value
  if (typeof name !== 'string' || name === '' || name.length > nameChars) {
    throw new TypeError(`${at}.name must have 1 to ${nameChars} characters.`)
  }
  if (type !== undefined && type !== '1' && type !== '-1') {
    throw new TypeError(`${at}.type must be "1" for payments or "-1" for refunds.`)
  }
  const texts: Partial<Record<(typeof columns)[number], string>> = {}
  for (const column of columns) {
    const text = value[column]
    if (text === undefined) continue
    const fault = faultOfText(text)
    if (fault !== undefined || typeof text !== 'string') {
      throw new TypeError(`${at}.${column} ${fault}.`)
    }
    texts[column] = text
  }
  // A rule that matches every row would hide every missed payment.
  if (Object.values(texts).every((text) => text === '*')) {
    throw new TypeError(`${at} must name one of ${columns.join(', ')}, and not all of each.`)
  }
  return { name, ...texts, ...(type !== undefined && { type }) }
}

/**
 * Checks rules that come from a file or a setting.
 *
 * @param value the parsed JSON: a list of at most 100 {@link ForeignRule}
 * @throws TypeError naming the rule and the field that is wrong, and what it must be
 *
 * @example
 * ```ts
 * import { checkForeignRules } from '@merchant-edge/reconcile'
 *
 * const [rule] = checkForeignRules(JSON.parse('[{"name":"merchant-qr","mid":"STORE-*","tid":""}]'))
 * if (rule?.tid !== '') throw new Error('The rule is for rows without a terminal.')
 * ```
 */
export function checkForeignRules(value: unknown): readonly ForeignRule[] {
  if (!Array.isArray(value) || value.length > maxRules) {
    throw new TypeError(`The rules must be a list of at most ${maxRules}, such as ${example}.`)
  }
  return value.map((rule: unknown, index) => ruleOf(rule, `rules[${index}]`))
}

function matchesPattern(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern
}

/** What rules compare of a row. */
type RuledRow = Pick<Row, 'type'> & {
  readonly values: Readonly<Record<(typeof columns)[number], string>>
}

function ruledRow(row: Row): RuledRow {
  return { type: row.type, values: { ...row.shared, description: ownColumns(row).description } }
}

function matchesRule(rule: ForeignRule, { type, values }: RuledRow): boolean {
  const isType = rule.type === undefined || rule.type === type
  return isType && columns.every((name) => matchesPattern(rule[name] ?? '*', values[name]))
}

/** The first rule that every row of a transaction fits. */
export function findForeignRule(
  rules: readonly ForeignRule[],
  rows: readonly Row[],
): ForeignRule | undefined {
  const ruled = rows.map(ruledRow)
  return rules.find((rule) => ruled.every((row) => matchesRule(rule, row)))
}
