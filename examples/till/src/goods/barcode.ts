const lengths: ReadonlySet<number> = new Set([8, 12, 13])

/**
 * Whether a text is a barcode as it is printed on goods: GTIN-8, GTIN-12 or GTIN-13 with the right
 * check digit.
 *
 * @see GS1 General Specifications 7.9
 */
export function isBarcode(text: string): boolean {
  if (!lengths.has(text.length) || !/^\d+$/.test(text)) return false
  let sum = 0
  for (let at = 0; at < text.length; at += 1) {
    const weight = (text.length - at) % 2 === 0 ? 3 : 1
    sum += Number(text.charAt(at)) * weight
  }
  return sum % 10 === 0
}
