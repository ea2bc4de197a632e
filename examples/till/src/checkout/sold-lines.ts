import * as v from 'valibot'
import type { BillLine, Product } from '../goods/entry.ts'

/** One line of a bill that was opened, at the price of that moment. */
export interface SoldLine {
  /**
   * Name of the product, or its barcode when it is not sold any more; `undefined` for an amount
   * that was typed.
   */
  readonly name: string | undefined
  readonly quantity: number
  /** VND for one, whole. */
  readonly priceVnd: number
}

/** Barcode, quantity and price of each line: short, because the service limits the whole text. */
const soldLines = v.object({
  lines: v.array(v.tuple([v.nullable(v.string()), v.number(), v.number()])),
})

/**
 * The lines of a bill as `orderInfo` of its order, where they are kept: at most 1,962 characters
 * for 50 lines, of 2,000 allowed. It holds no names, because 50 of these would be too long.
 */
export function orderInfoOf(lines: readonly BillLine[]): string {
  const sold: v.InferInput<typeof soldLines> = {
    lines: lines.map(({ barcode, quantity, priceVnd }) => [barcode ?? null, quantity, priceVnd]),
  }
  return JSON.stringify(sold)
}

/** The lines of a bill from `orderInfo` of its order; none when the text is not one of the till. */
export function soldLinesOf(
  orderInfo: string,
  goods: ReadonlyMap<string, Product>,
): readonly SoldLine[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), soldLines), orderInfo)
  if (!read.success) return []
  return read.output.lines.map(([barcode, quantity, priceVnd]) => ({
    name: barcode === null ? undefined : (goods.get(barcode)?.name ?? barcode),
    quantity,
    priceVnd,
  }))
}
