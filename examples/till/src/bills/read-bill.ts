import { type BillLine, type EntryProblem, readEntry } from '../goods/entry.ts'
import type { TillContext } from '../till-hono.ts'

/** A bill, as the form of the page sends it. */
export interface Bill {
  /**
   * The id of its order, made when the page was shown, so that a form sent twice opens one order.
   */
  readonly id: string
  readonly lines: readonly BillLine[]
}

/** Problem of a bill that was sent. */
export type BillProblem = EntryProblem | 'bill_empty' | 'bill_too_long'

const idPattern = /^T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Maximum number of lines of a bill. */
const maxLines = 50

/** A new bill, with nothing on it. */
export function newBill(): Bill {
  return { id: `T-${crypto.randomUUID()}`, lines: [] }
}

/** Whether a text is the id of a bill of the till. */
export function isBillId(text: string): boolean {
  return idPattern.test(text)
}

/** Total of the bill, in VND. */
export function totalOf({ lines }: Bill): number {
  return lines.reduce((sum, { quantity, priceVnd }) => sum + quantity * priceVnd, 0)
}

/** The result of a form for a bill. */
export interface ReadBill {
  readonly bill: Bill
  /** The last input, if it is not a line. */
  readonly entry: string
  readonly problem?: BillProblem
}

/**
 * Reads the lines of a bill, adds the new input and leaves out removed lines. A line whose product
 * is not sold any more is left out; prices always come from the settings, not from the page.
 */
export function readBill(
  c: TillContext,
  fields: Readonly<Record<string, readonly string[]>>,
): ReadBill {
  const { goods } = c.var.settings
  const {
    bill: [sent = ''] = [],
    line = [],
    entry: [typed = ''] = [],
    remove: [removed] = [],
  } = fields
  const id = isBillId(sent) ? sent : newBill().id
  const lines = line.slice(0, maxLines).flatMap((text, index) => {
    const read = String(index) === removed ? undefined : readEntry(text, goods)
    return typeof read === 'object' ? [read] : []
  })
  const kept = { bill: { id, lines }, entry: typed }
  if (typed.trim() === '' || removed !== undefined) return kept
  const added = readEntry(typed, goods)
  if (typeof added === 'string') return { ...kept, problem: added }
  if (lines.length === maxLines) return { ...kept, problem: 'bill_too_long' }
  return { bill: { id, lines: [...lines, added] }, entry: '' }
}
