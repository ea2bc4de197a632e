import { type BillLine, type EntryProblem, readEntry } from '../goods/entry.ts'
import type { TillContext } from '../till-hono.ts'

/** A bill as the form of the page brings it. */
export interface Bill {
  /** The id of its order, made when the page was shown, so that a form sent twice opens one order. */
  readonly id: string
  readonly lines: readonly BillLine[]
}

/** What is wrong with a bill as it was sent. */
export type BillProblem = EntryProblem | 'bill_empty' | 'bill_too_long'

const idPattern = /^T-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The most lines that a bill may have. */
const linesMax = 50

/** A new bill, with nothing on it. */
export function newBill(): Bill {
  return { id: `T-${crypto.randomUUID()}`, lines: [] }
}

/** Whether a text is the id of a bill of the till. */
export function isBillId(text: string): boolean {
  return idPattern.test(text)
}

/** What the bill comes to, in VND. */
export function totalOf({ lines }: Bill): number {
  return lines.reduce((sum, { quantity, priceVnd }) => sum + quantity * priceVnd, 0)
}

/** What a form has done to a bill. */
export interface ReadBill {
  readonly bill: Bill
  /** What was typed last, where it is no line. */
  readonly entry: string
  readonly problem?: BillProblem
}

/**
 * Reads the lines of a bill, adds what was typed and leaves out what was removed. A line whose product is not
 * sold any more is left out; prices are those of the settings, whatever the page has shown.
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
  const lines = line.slice(0, linesMax).flatMap((text, index) => {
    const read = String(index) === removed ? undefined : readEntry(text, goods)
    return typeof read === 'object' ? [read] : []
  })
  const kept = { bill: { id, lines }, entry: typed }
  if (typed.trim() === '' || removed !== undefined) return kept
  const added = readEntry(typed, goods)
  if (typeof added === 'string') return { ...kept, problem: added }
  if (lines.length === linesMax) return { ...kept, problem: 'bill_too_long' }
  return { bill: { id, lines: [...lines, added] }, entry: '' }
}
