import { findBook, type Book } from '../catalogue/catalogue.ts'

/** One line of a basket: a book and how many of it. */
export interface BasketLine {
  readonly book: Book
  /** Copies, 1 to 9. */
  readonly quantity: number
}

/** Maximum number of copies of one book. */
export const maxQuantity = 9

/** Reads the basket of a cookie; items that are not in the catalogue are left out. */
export function readBasket(cookie: string | undefined): readonly BasketLine[] {
  const quantities = new Map<string, number>()
  for (const part of (cookie ?? '').split('.').slice(0, 20)) {
    const [, id = '', quantity = ''] = /^([a-z-]{1,40})_([1-9])$/.exec(part) ?? []
    if (id !== '') quantities.set(id, Number(quantity))
  }
  return [...quantities].flatMap(([id, quantity]) => {
    const book = findBook(id)
    return book === undefined ? [] : [{ book, quantity }]
  })
}

/** The basket as the text of a cookie. */
export function writeBasket(lines: readonly BasketLine[]): string {
  return lines.map(({ book, quantity }) => `${book.id}_${quantity}`).join('.')
}

/**
 * A basket with more or fewer of a book; at 0 the book is gone, above 9 nothing is added. The other
 * books keep their places.
 */
export function changeBasket(
  lines: readonly BasketLine[],
  book: Book,
  difference: number,
): readonly BasketLine[] {
  const present = lines.find((line) => line.book.id === book.id)?.quantity ?? 0
  const quantity = Math.min(Math.max(present + difference, 0), maxQuantity)
  const changed = quantity === 0 ? [] : [{ book, quantity }]
  if (present === 0) return [...lines, ...changed]
  return lines.flatMap((line) => (line.book.id === book.id ? changed : [line]))
}

/** What a basket costs, in whole VND. */
export function totalVnd(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, { book, quantity }) => sum + book.priceVnd * quantity, 0)
}
