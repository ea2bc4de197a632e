const plain = /^\d{1,15}$/
/** Groups of three digits with one consistent separator. */
const grouped = /^\d{1,3}(?:(?:\.\d{3}){1,4}|(?:,\d{3}){1,4}|(?:\s\d{3}){1,4})$/

/**
 * Parses a whole number as people type it: `120000`, `120.000`, `120,000` or `120 000`, also with ₫
 * behind it. `Number` would read `120.000`, a hundred and twenty thousand in Vietnam, as 120.
 *
 * It is the one of `@merchant-edge/pages`, which is not published; a test keeps both the same.
 *
 * @returns NaN when the text is no such number
 */
export function readTypedNumber(text: string): number {
  const typed = text.trim().replace(/\s?₫$/, '')
  if (!plain.test(typed) && !grouped.test(typed)) return Number.NaN
  return Number(typed.replaceAll(/\D/g, ''))
}
