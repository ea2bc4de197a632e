import { readTypedNumber } from '@merchant-edge/pages'
import { isBarcode } from './barcode.ts'

/** Something that is sold by its barcode. */
export interface Product {
  /** GTIN-8, GTIN-12 or GTIN-13. */
  readonly barcode: string
  readonly name: string
  /** VND, whole. */
  readonly priceVnd: number
}

/** A product or a typed amount on a bill, with its quantity. */
export interface BillLine {
  /** The scanned or typed text in its shortest form; parsing it gives the same line. */
  readonly entry: string
  /** Barcode of the product; `undefined` for an amount that was typed. */
  readonly barcode: string | undefined
  /** Name of the product; `undefined` for an amount that was typed. */
  readonly name: string | undefined
  readonly quantity: number
  /** VND for one, whole. */
  readonly priceVnd: number
}

/** Why an entry is not accepted as a line of a bill. */
export type EntryProblem = 'entry_unclear' | 'product_unknown'

/** Upper limit of the price of one item; a higher price is a typing error. */
const maxAmountVnd = 100_000_000
const multiplied = /^(\d{1,3})[*x]\s?(\S.*)$/i

/**
 * Parses the input of a scanner or a cashier: a barcode, an amount in VND (`45000`, `45.000`), or
 * either of them with a quantity (`3*8938505970011`). A barcode of eight digits that is not among
 * the goods is an amount.
 */
export function readEntry(
  text: string,
  goods: ReadonlyMap<string, Product>,
): BillLine | EntryProblem {
  const [, times = '1', one = text] = multiplied.exec(text.trim()) ?? []
  const quantity = Number(times)
  if (quantity === 0) return 'entry_unclear'
  // The digits below a barcode are printed in groups.
  const digits = one.replaceAll(/\s/g, '')
  const entryOf = (thing: string) => (quantity === 1 ? thing : `${quantity}*${thing}`)
  const product = goods.get(digits)
  if (product !== undefined) {
    const { barcode, name, priceVnd } = product
    return { entry: entryOf(barcode), barcode, name, quantity, priceVnd }
  }
  if (/^\d{10,13}$/.test(digits)) return isBarcode(digits) ? 'product_unknown' : 'entry_unclear'
  const amountVnd = readTypedNumber(one) ?? 0
  if (amountVnd === 0 || amountVnd > maxAmountVnd) return 'entry_unclear'
  return {
    entry: entryOf(String(amountVnd)),
    barcode: undefined,
    name: undefined,
    quantity,
    priceVnd: amountVnd,
  }
}
