const plain = /^\d{1,15}$/
/** Groups of three digits with one consistent separator. */
const grouped = /^\d{1,3}(?:(?:\.\d{3}){1,4}|(?:,\d{3}){1,4}|(?:\s\d{3}){1,4})$/

/**
 * Parses a whole number as people type it: `120000`, `120.000`, `120,000` or `120 000`, also with ₫
 * behind it. Decimals are rejected: reading only the digits of `120.000,00` would give a hundred
 * times the amount.
 *
 * @returns `undefined` when the text is no such number
 */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.trim().replace(/\s?₫$/, '')
  return plain.test(typed) || grouped.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : undefined
}
